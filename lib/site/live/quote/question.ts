// The question of /quote and of its frame: the query, read with the assets that the network has.

import type { PoolsReading } from "../../../protocol/model/pools.ts";
import { listKnownAssets } from "../../../protocol/values/assets.ts";
import { InputError } from "../../../protocol/values/input-error.ts";
import { fieldOf } from "../../../protocol/values/quote-fields.ts";
import { inputText } from "../../../say/input.en.ts";
import type { LiveSetup } from "../setup.ts";
import { parseQuoteForm, type QuoteForm } from "./form.ts";
import { choiceLabel } from "./pool-choices.ts";
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
