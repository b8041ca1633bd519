// Every quote and refusal that a recorded node gave: the memo letter by letter, the pools of its height, a code for its words.
import { expect, test } from "@playwright/test";
import type { QuoteRequest } from "../../lib/protocol/model/quote.ts";
import { findPoolsFault } from "../../lib/protocol/quote/bound.ts";
import { findMemosFault, parseMemoTerms } from "../../lib/protocol/quote/memo.ts";
import { memoText } from "../../lib/protocol/quote/memo-text.ts";
import { refusalCode } from "../../lib/protocol/quote/refusal.ts";
import { UpstreamError } from "../../lib/protocol/upstream/errors.ts";
import { Pools } from "../../lib/protocol/upstream/network-schemas.ts";
import { QuoteSwap } from "../../lib/protocol/upstream/schemas.ts";
import { listKnownAssets } from "../../lib/protocol/values/assets.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import { listSuites, readSuite } from "../../tools/recorded/suites.ts";
import { refusalRows } from "../fixtures/refusals.ts";

function* listAnswers(folder: string) {
  for (const network of ["thorchain", "mayachain"] as const)
    for (const name of listSuites(folder, network)) {
      const { states, bodies } = readSuite(folder, network, name);
      for (const { answers } of states) {
        const [, listed] = bodies[answers[`/${network}/pools`] ?? -1] ?? [];
        const pools = Pools.safeParse(listed).data ?? null;
        for (const [path, index] of Object.entries(answers)) {
          const [status, body] = bodies[index] ?? [0, null];
          if (!path.includes("/quote/swap?")) continue;
          const query = new URL(path, "http://node.test").searchParams;
          yield { name: `${name} ${path}`, preset: presets[network], pools, query, status, body };
        }
      }
    }
}

/** As the query asks, without what it leaves out. */
function requestOf(query: URLSearchParams): Omit<QuoteRequest, "from" | "to"> {
  const numberOf = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined);
  const [interval, quantity] = ["streaming_interval", "streaming_quantity"].map(numberOf);
  const isStreaming = interval !== undefined || quantity !== undefined;
  return {
    streaming: isStreaming ? { interval: interval ?? 0, quantity: quantity ?? 0 } : undefined,
    toleranceBps: numberOf("tolerance_bps"),
    liquidityToleranceBps: numberOf("liquidity_tolerance_bps"),
    refundAddress: query.get("refund_address") ?? undefined,
    affiliate: query.get("affiliate") ?? undefined,
    affiliateBps: numberOf("affiliate_bps"),
  };
}

test("our memo is the nodes', no honest quote is beyond its pools, and each refusal has a code", {
  tag: "@shared",
}, () => {
  const folder: string = test.info().config.metadata.recordingsDir;
  test.skip(!folder, "RECORDINGS_DIR is not set");
  const wrong: string[] = [];
  let [quoted, memos, caught] = [0, 0, 0];
  const codes = new Set<string | null>();
  for (const { name, preset, pools, query, status, body } of listAnswers(folder)) {
    const { error, message } = (body ?? {}) as { error?: string; message?: string };
    const words = error ?? (status === 200 ? undefined : message);
    // The node's own trouble with its vaults is no judgement of a request.
    if (words !== undefined && !words.includes("fail to get max gas details")) {
      const request = { from: "BTC", to: "ETH", destination: "0x1", liquidityToleranceBps: 300 };
      const refused = new UpstreamError("status", "/quote/swap", { status, refusal: words });
      codes.add(refusalCode(refused, { request }));
    }
    const quote = QuoteSwap.safeParse(body).data;
    // Asked of another height than that of the pools.
    if (status !== 200 || !quote || pools === null || query.has("height")) continue;
    quoted += 1;
    const [from = "", to = ""] = ["from_asset", "to_asset"].map((name) => {
      const written = query.get(name) ?? "";
      const isShort = ([, code]: readonly string[]) => code === written.toLowerCase();
      return Object.entries(preset.shortCodes).find(isShort)?.[0] ?? written.toUpperCase();
    });
    const request = requestOf(query);
    const depths = pools.map(({ asset, balance_asset, balance_rune, balance_cacao }) => ({
      asset: asset.toUpperCase(),
      assetDepth: balance_asset,
      nativeDepth: balance_rune ?? balance_cacao ?? null,
    }));
    const market = { pools: depths as never, preset, reserveKeys: [] };
    const swap = { from, to, amount: BigInt(query.get("amount") ?? 0), request };
    const { memo, expected_amount_out: leastAmountOut } = quote;
    const more = { ...quote, expected_amount_out: (leastAmountOut * 110n) / 100n };
    if (findPoolsFault({ ...swap, quotes: [quote] }, market)) wrong.push(`beyond pools: ${name}`);
    if (findPoolsFault({ ...swap, quotes: [more] }, market)) caught += 1;
    if (!memo) continue;
    memos += 1;
    const asked = { ...request, destination: query.get("destination") ?? "" };
    const knownAssets = listKnownAssets(preset, pools);
    const question = { to, request: asked, leastAmountOut, knownAssets, preset };
    const fault = findMemosFault([quote], question);
    const [, target = "", receivers = ""] = memo.split(":");
    const parts = {
      ...{ ...asked, to, limit: parseMemoTerms(memo)?.limit ?? 0n },
      agreedMaxParts: quote.max_streaming_quantity ?? null,
      ...{ targets: [target], receivers: [receivers.split("/")[0] ?? ""] },
    };
    const text = memoText(parts, knownAssets, preset);
    if (fault !== null || text !== memo) wrong.push(`${name}: ${text} ${fault?.id}`);
  }
  expect(wrong).toEqual([]);
  expect([quoted > 25_000, memos > 10_000, caught / quoted > 0.85]).toEqual([true, true, true]);
  expect(codes.has(null)).toBe(false);
  // No question in the recordings names an asset or an affiliate that a node refuses.
  const unasked = ["invalid_asset", "invalid_affiliate", "invalid_affiliate_bps"];
  const recorded = refusalRows.map(([, , code]) => code).filter((code) => !unasked.includes(code));
  expect([...codes]).toEqual(expect.arrayContaining(recorded));
});
