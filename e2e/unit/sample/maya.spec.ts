// The sample network as mayanode tells it: halts behind their height, and quotes of recorded states to the last digit.
import { expect, test } from "@playwright/test";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { Refusal } from "../../../lib/sample/quote/state.ts";
import type { MayaQuoteState, QuoteFacts } from "../../../tools/recorded/maya-quotes.ts";
import {
  listMayaStates,
  mayaQuotesText,
  mayaStateOf,
  quoteFacts,
  readMayaQuotes,
} from "../../../tools/recorded/maya-quotes.ts";
import { mayaQuote } from "../../support/maya-node/quote.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";
import { NOW } from "./sample-client.ts";

const preset = presets.mayachain;
const CACAO_ADDRESS = "maya13wrmhnh2qe98rjse30pl7u6jxszjjwl4d6tchk";
const network = createSampleNetwork({ now: () => NOW, preset });

test("a halted chain, a chain that signs nothing, and an asset that no row shows as halted", async () => {
  const { chains, failure, clock } = await network.getStatus();
  expect(failure).toBeNull();
  expect(clock.freshness).toBe("fresh");
  const of = (code: string) => chains.find(({ chain }) => chain === code);
  expect(of("BTC")).toMatchObject({ trading: { verdict: "open" }, signing: { verdict: "open" } });
  expect(of("DASH")).toMatchObject({
    trading: { verdict: "halted", haltedBy: expect.arrayContaining(["HALTDASHTRADING"]) },
  });
  expect(of("KUJI")).toMatchObject({
    trading: { verdict: "open" },
    signing: { verdict: "halted" },
  });
  expect(of("ARB")).toMatchObject({ trading: { verdict: "open" } });
  const arb = await network.getQuote({ from: "BTC", to: "ARB.ETH", amount: "0.1" });
  expect(arb.trading).toMatchObject({ verdict: "halted", haltedBy: ["HALTTRADING-ARB-ETH"] });
});

test("a quote in mayanode's form: a payout in CACAO costs, and the swap runs in one part", async () => {
  const quote = await network.getQuote({
    from: "BTC",
    to: "CACAO",
    amount: "0.1",
    destination: CACAO_ADDRESS,
  });
  expect(quote).toMatchObject({
    failure: null,
    trading: { verdict: "open" },
    streaming: { mode: "single", quantity: 1 },
    reason: null,
  });
  expect(quote.fees.find(({ kind }) => kind === "outbound")?.amount?.base).toBe(2_000_000_000n);
  expect(quote.memo).toMatch(new RegExp(`^=:c:${CACAO_ADDRESS}:\\d+$`));
  const small = await network.getQuote({ from: "BTC", to: "ETH", amount: "0.00000001" });
  expect(small.failure).toMatchObject({ code: "amount_too_small" });
});

const PLACES = [
  "outbound",
  "liquidity",
  "slip",
  "total_bps",
  "out",
  "minimum",
  "parts",
  "blocks",
  "memo",
];

function answer(state: MayaQuoteState, query: URLSearchParams): QuoteFacts | string {
  try {
    return quoteFacts(
      mayaQuote(mayaStateOf(state), query) as unknown as Parameters<typeof quoteFacts>[0],
    );
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** What is not made here, each with the reason. */
const allowed: readonly (readonly [reason: string, fits: (query: URLSearchParams) => boolean])[] = [
  [
    "affiliates are no part of the sample",
    (query) => query.has("affiliate") || query.has("affiliate_bps"),
  ],
  [
    "a limit from the price before fees is no part of the sample",
    (query) => query.has("tolerance_bps"),
  ],
];

/** Of a swap between two forms of one asset the fees of both crossings are told at depths that were not recorded: within 0.1 %. */
function isNearInPool(
  place: string,
  query: URLSearchParams,
  got: unknown,
  recorded: unknown,
): boolean {
  const [from, to] = ["from_asset", "to_asset"].map((name) =>
    (query.get(name) ?? "").replace(/[/~]/, "."),
  );
  return (
    from === to && place === "liquidity" && Math.abs(Number(got) / Number(recorded) - 1) < 0.001
  );
}

function differences(states: Iterable<MayaQuoteState>): {
  readonly found: string[];
  readonly same: number;
} {
  const found: string[] = [];
  let same = 0;
  for (const state of states) {
    for (const [text, recorded] of Object.entries(state.quotes)) {
      const query = new URLSearchParams(text);
      if (allowed.some(([, fits]) => fits(query))) continue;
      // What a vault holds is not recorded.
      if (typeof recorded === "string" && recorded.includes("insufficient funds for outbound"))
        continue;
      const got = answer(state, query);
      const isRefusal = typeof got === "string" || typeof recorded === "string";
      const wrong = isRefusal
        ? String(recorded).startsWith(String(got).split("\n")[0] as string) &&
          typeof got === typeof recorded
          ? []
          : [`${got} for ${recorded}`]
        : PLACES.flatMap((place, index) =>
            got[index] === recorded[index] ||
            isNearInPool(place, query, got[index], recorded[index])
              ? []
              : [`${place} ${got[index]} for ${recorded[index]}`],
          );
      if (wrong.length === 0) same += 1;
      else found.push(`${state.suite} ${state.height} ${text}: ${wrong.join(", ")}`);
    }
  }
  return { found, same };
}

test("the kept states", () => {
  const { found, same } = differences(readMayaQuotes());
  expect(found).toEqual([]);
  expect(same).toBeGreaterThan(50);
});

test("every recorded state", { tag: "@shared" }, () => {
  const folder: string | null = test.info().config.metadata.recordingsDir;
  test.skip(!folder, "RECORDINGS_DIR is not set");
  const { found, same } = differences(listMayaStates(folder as string));
  expect(found).toEqual([]);
  expect(same).toBeGreaterThan(6_000);
});

test("the copy is what the recordings say", { tag: "@shared" }, () => {
  const folder: string | null = test.info().config.metadata.recordingsDir;
  test.skip(!folder, "RECORDINGS_DIR is not set");
  expect(
    `[\n${readMayaQuotes()
      .map((state) => JSON.stringify(state))
      .join(",\n")}\n]\n`,
  ).toBe(mayaQuotesText(folder as string));
});
