// The question of /quote and of its frame: the query, read with the assets that the network has.

import type { QuoteCase } from "../../../answers/quote/quote-case.ts";
import type { PoolsReading } from "../../../protocol/model/pools.ts";
import { assetName, listKnownAssets } from "../../../protocol/values/assets.ts";
import { InputError } from "../../../protocol/values/input-error.ts";
import { fieldOf } from "../../../protocol/values/quote-fields.ts";
import { inputText } from "../../../say/input.en.ts";
import { pairText } from "../../../say/quote.en.ts";
import type { LiveSetup } from "../setup.ts";
import { parseQuoteForm, type QuoteForm } from "./form.ts";
import { choiceLabel } from "./pool-choices.ts";
import { sentText } from "./sent-amount.ts";
import type { ProblemView } from "./view.ts";

interface QuoteQuestion extends QuoteForm {
  readonly poolsReading: PoolsReading;
  /** False if the pools could not be read: then the names of the assets are not checked. */
  readonly areNamesChecked: boolean;
}

export async function readQuestion(
  { network, preset }: LiveSetup,
  query: URLSearchParams,
): Promise<QuoteQuestion> {
  const poolsReading = await network.getPools();
  const knownAssets = poolsReading.failure
    ? null
    : listKnownAssets(preset, poolsReading.pools, poolsReading.doubtedAssets);
  const toLabel = (asset: string) => choiceLabel(asset, poolsReading, preset);
  const form = parseQuoteForm(query, { assets: knownAssets, preset, toLabel });
  return { ...form, poolsReading, areNamesChecked: knownAssets !== null };
}

/** What is wrong with a question that the network's reader refused. Throws any other error. */
export function problemView(error: unknown): ProblemView {
  if (!(error instanceof InputError)) throw error;
  return { field: fieldOf(error.argument), message: inputText(error.fault), choices: [] };
}

/** The request and the quote as the answer takes them. `otherWay`: see `QuoteCase`. */
export function toQuoteCase(
  { preset, origin, now }: LiveSetup,
  { poolsReading, areNamesChecked }: Pick<QuoteQuestion, "poolsReading" | "areNamesChecked">,
  { request, quote, otherWay }: Pick<QuoteCase, "request" | "quote" | "otherWay">,
): QuoteCase {
  return {
    preset,
    nowMs: now(),
    origin,
    request,
    quote,
    otherWay,
    pools: poolsReading.pools,
    isPairNamed: areNamesChecked || quote.failure === null,
  };
}

/** As "0.05 BTC to ETH". Null if nothing has checked the names. */
export function pairTitle(quoteCase: QuoteCase): string | null {
  const { quote, preset, isPairNamed } = quoteCase;
  return isPairNamed ? pairText(sentText(quoteCase), assetName(quote.to, preset)) : null;
}
