// The texts of the two tools about one swap stay within their budgets, whatever is asked and whatever is warned of.

import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { EnvelopeAnswer } from "../../../lib/mcp/tools/envelope.ts";
import { getSwapQuote, type SwapQuoteAnswer } from "../../../lib/mcp/tools/get-swap-quote.ts";
import { getSwapStatus } from "../../../lib/mcp/tools/get-swap-status.ts";
import { depositTables } from "../../../lib/protocol/model/deposit-shape.ts";
import { warnOf } from "../../../lib/protocol/model/envelope.ts";
import type { Network } from "../../../lib/protocol/network.ts";
import { quoteAdvice } from "../../../lib/protocol/quote/advice.ts";
import { advisedMembers } from "../../../lib/protocol/safety/advice.ts";
import { matchAsset } from "../../../lib/protocol/values/asset-match.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { sampleTransactions, sampleWalk } from "../../../lib/sample/transactions.ts";
import { agreed } from "../../support/agreed.ts";
import { readSection } from "../../support/project-docs.ts";
import { countRuns } from "../../support/runs.ts";
import { BLOCK_MS, NOW } from "../sample/sample-client.ts";
import { type Asked, drawnQuotes, listSides, questionOf, scenes } from "./drawn-quotes.ts";
import { createFakeNetwork, quote } from "./fake-network.ts";
import { createScene, realTxid, userAddress } from "./text-scenes.ts";
import { countTokens } from "./token-counts.ts";

/** A quote with every warning at once has more than an ordinary one. */
const BUDGET = { quote: 500, warnedQuote: 800, status: 400 };

type Answer = SwapQuoteAnswer & EnvelopeAnswer;
const askQuote = async (network: Network, input: unknown) => {
  const { structured, text } = await getSwapQuote.run(network, input, { networkName: "thorchain" });
  return { answer: structured as unknown as Answer, text };
};

/** Nothing is wrong, the network compares the price of an order well, and of a limit order, a receiver of refunds and an affiliate the memo has one at most. */
function isOrdinary(
  { warnings, order }: Answer,
  { refund_address: refund, affiliate }: Asked,
): boolean {
  const isFine = warnings.every(
    ({ code, text }) =>
      code === "sample" || (code === "limit_order" && !text.includes("compared in steps")),
  );
  return (
    isFine &&
    [order !== null, refund !== undefined, affiliate !== undefined].filter(Boolean).length < 2
  );
}

/** Members that are null where there is nothing to say, and what only a memo brings. */
const optional =
  /^(?:reason|price_age_seconds|best_case_amount_out|thin_pool_loss_bps|sensible_max_amount|below_limit|order|router|token_contract|withheld|error)$/;
const besideMemo =
  /^(?:min_received|memo|inbound_address|sources_agreeing|network_notes|send_before)$/;

/** Every null of a quote that is told has its reason in `not_known`, or has nothing to say. */
function listUnexplained(answer: Answer): string[] {
  if (answer.expected_amount_out === null) return [];
  const { fees, seconds, ...members } = answer as unknown as Record<string, unknown> & {
    readonly fees: readonly { readonly kind: string; readonly amount: string | null }[];
    readonly seconds: Readonly<Record<string, number | null>>;
  };
  const figures: Record<string, unknown> = {
    ...members,
    ...Object.fromEntries(fees.map(({ kind, amount }) => [`fees.${kind}`, amount])),
    ...Object.fromEntries(Object.entries(seconds).map(([phase, one]) => [`seconds.${phase}`, one])),
  };
  const isNoToken = (place: string) => place === "token_decimals" && answer.token_contract === null;
  return Object.entries(figures).flatMap(([place, value]) => {
    const why = answer.not_known[place];
    const isSaid =
      optional.test(place) || why !== undefined || /^gas_rate_/.test(place) || isNoToken(place);
    // The native chain has no address.
    const isMemos = besideMemo.test(place) && (answer.memo === null || place !== "memo");
    if (value === null) return isSaid || isMemos ? [] : [`${place} is null without a reason`];
    return why === undefined ? [] : [`${place} is known, and ${why}`];
  });
}

const inCode = (data: string | null) => (data === null ? "null" : `\`${data}\``);
/** What a text must say, however long: how fresh it is, what comes out, what is sent and until when, and every warning. */
function missingIn(text: string, answer: Answer): string[] {
  const { as_of: asOf, warnings, amount, from, memo, withheld, send_before: before } = answer;
  const {
    expected_amount_out: out,
    total_cost_bps: bps,
    total_cost_usd: all,
    min_received: least,
  } = answer;
  const total = all === null ? `total_cost_bps ${bps}, ` : `total_cost_usd ${all}, `;
  const cost = answer.order !== null && bps === null ? "" : total;
  const figures =
    out === null ? [] : [`${amount} ${from} `, ` ${out} `, `min_received ${least}`, cost];
  const { inbound_address: address, router, gas_rate: rate } = answer;
  const fee =
    rate === null ? "" : `, gas_rate ${rate} ${answer.gas_rate_units} per ${answer.gas_rate_per}`;
  const addresses = `inbound_address ${inCode(address)}, router ${inCode(router)}${fee}`;
  const sent = memo === null ? `withheld, ${withheld?.code}` : `memo \`${memo}\`, ${addresses}`;
  const words = [
    `block ${asOf.height} of ${asOf.block_time}`,
    `trading ${answer.trading}`,
    ...figures,
    sent,
  ];
  const isTimed =
    before === null ||
    [before, `Before ${before.slice(11, 16)} UTC: `].some((time) => text.includes(time));
  const untold = warnings.filter((warning) => !text.includes(warning.text)).map(({ code }) => code);
  return [
    ...words.filter((one) => !text.includes(one)),
    ...(isTimed ? [] : ["send_before"]),
    ...untold,
  ];
}

test("get_swap_quote: whatever is asked, the text stays within its budget", {
  tag: "@long",
}, async () => {
  const numRuns = countRuns(20_000, 400);
  test.setTimeout(120_000 + numRuns * 40);
  const networks = scenes.map((scene) => createScene(scene));
  const sides = await listSides(networks[0] as Network);
  expect(sides.length).toBeGreaterThan(30);
  const counts = { memo: 0, warned: 0, plain: 0 };
  const property = fc.asyncProperty(drawnQuotes, async (one) => {
    const asked = questionOf(one, sides);
    if (asked === null) return;
    const network = networks[one.scene] as Network;
    const { answer, text } = await askQuote(network, asked);
    // Of an order that the network would never fill, nothing is read.
    if (one.order && answer.error?.code === "invalid_order") return;
    const tokens = countTokens(text);
    counts.memo += Number(answer.memo !== null);
    counts.warned += Number(answer.memo !== null && answer.warnings.length > 1);
    counts.plain += Number(answer.memo === null);
    const faults = missingIn(text, answer);
    const budget = isOrdinary(answer, asked) ? BUDGET.quote : BUDGET.warnedQuote;
    if (tokens > budget) faults.push(`${tokens} tokens`);
    faults.push(...listUnexplained(answer));
    if (faults.length > 0)
      throw new Error(`${faults.join("; ")}: ${JSON.stringify(asked)}\n${text}`);
  });
  await fc.assert(property, { numRuns, endOnFailure: true });
  // Otherwise the texts that matter were not among them.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(numRuns / 20);
});

const USDT = "ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7";
const USDC = "AVAX.USDC-0XB97EF9EF8734C71904D8002F8B6BC66DD9C48A6E";
const user = userAddress("ETH");
const ordinary = { from: USDT, to: USDC, amount: "5000", destination: user };
const plainQuestion = { from: "BTC", to: "ETH", amount: "0.5" };
const everything = { ...ordinary, refund_address: user, affiliate: "smpl", affiliate_bps: 30 };

for (const [from, amount] of Object.entries({
  XRP: "900",
  SOL: "20",
  ATOM: "200",
  TRX: "5000",
  BTC: "0.5",
}))
  test(`get_swap_quote: each null of a quote from ${from} has its reason`, async () => {
    const { answer } = await askQuote(createScene({ source: "live" }), {
      from,
      to: "ETH",
      amount,
      destination: user,
    });
    expect(answer.expected_amount_out).not.toBeNull();
    expect(listUnexplained(answer)).toEqual([]);
    expect(answer.inbound_gas_estimate === null).toBe(from !== "BTC");
    if (from !== "BTC")
      expect(answer.not_known).toMatchObject({ inbound_gas_estimate: "wallet_shows" });
  });

test("get_swap_quote: an amount in dollars says how old its price is, in the answer and in its text", async () => {
  const network = createScene({ source: "live" });
  const { amount: _, ...inDollars } = { ...plainQuestion, amount_usd: "500" };
  const { answer, text } = await askQuote(network, inDollars);
  expect(answer.price_age_seconds).toEqual(expect.any(Number));
  expect(text).toContain(`price_age_seconds ${answer.price_age_seconds}`);
  expect((await askQuote(network, plainQuestion)).answer.price_age_seconds).toBeNull();
});

test("get_swap_quote: a swap between two tokens through a router is told whole, with receiver of refunds and affiliate", async () => {
  for (const source of ["sample", "live"] as const) {
    const { answer, text } = await askQuote(createScene({ source }), everything);
    expect(answer.memo).not.toBeNull();
    expect(text).toMatch(
      /^price_impact_bps .*\nseconds: .*\nstreaming .*\nrecommended_min_amount .*$/m,
    );
    expect(countTokens(text), text).toBeLessThanOrEqual(BUDGET.quote);
  }
});

const HEX = "0123456789abcdef";
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const drawText = (letters: string, length: number) =>
  fc
    .array(fc.constantFrom(...letters), { minLength: length, maxLength: length })
    .map((drawn) => drawn.join(""));
const evm = drawText(HEX, 40).map((hex) => `0x${hex}`);
const thor = drawText(BECH32, 38).map((rest) => `thor1${rest}`);
const taproot = drawText(BECH32, 58).map((rest) => `bc1p${rest}`);
const anyAddress = fc.oneof(evm, thor, taproot, drawText(BASE58, 34), drawText(BASE58, 44));

/** A limit order of which all is warned that can be. */
const worst = quoteAdvice(
  {
    ...quote,
    streaming: { mode: "rapid", interval: 0, quantity: null, isApplied: null },
    totalCostBps: null,
  },
  {
    hasRefundAddress: true,
    hasAffiliate: true,
    sentText: "1 BNB",
    minTotalBps: 1_000,
    sourceChain: "BNB Smart Chain",
    depositShape: depositTables.THORChain.evm_token ?? null,
    viaRouter: true,
    payoutFamily: "evm",
    sourceSigning: "halted",
    payoutEnd: { afterSeconds: "never", isSwappedBack: true },
    payoutChain: "Avalanche",
    payoutSigning: "halted",
    scheduledHalts: [
      "Trading on BNB Smart Chain halts in 39 minutes (03:52 UTC). Trading on Avalanche halts in 39 minutes (03:52 UTC).",
      "9 more are scheduled.",
    ],
    thinPool: warnOf("thin_pool")(
      "The pools are small for this amount: it is worth 20 % of the smaller pool's side.",
    ),
    order: warnOf("limit_order")(
      "This limit order waits. It expires about 3 days after your deposit.",
    ),
    partsPause: ["STREAMINGSWAPPAUSE"],
    onePart: null,
  },
);

test("get_swap_quote: the longest memo that a node takes, all warnings at once and any addresses", async () => {
  expect(worst.warnings.length).toBe(7);
  const drawn = fc.tuple(evm, evm, evm, anyAddress, evm, thor);
  const property = fc.asyncProperty(
    drawn,
    async ([contract, vault, router, receiver, refunds, affiliate]) => {
      const from = `BSC.USDT-${contract.toUpperCase()}`;
      const memo =
        `=<:${from}:${receiver}/${refunds}:341154012345678/43200/600:${affiliate}:1000`.slice(
          0,
          250,
        );
      const asked = {
        ...quote,
        from,
        to: from.replace("BSC", "AVAX"),
        amount: 12_345_678_901_234n,
        gasRate: agreed("12345"),
        gasRateUnits: agreed("gwei"),
        streaming: { mode: "rapid", interval: 0, quantity: 600, isApplied: true },
      } as const;
      const sent = { memo: agreed(memo), inboundAddress: agreed(vault), router: agreed(router) };
      const advice = advisedMembers(worst, "live", ["a", "b"], null);
      const network = createFakeNetwork({
        getQuote: async () => ({ ...asked, ...sent, ...advice }),
      });
      const { answer, text } = await askQuote(network, { from: "BTC", to: "ETH", amount: "1" });
      const tokens = countTokens(text);
      if (missingIn(text, answer).length > 0 || tokens > BUDGET.warnedQuote)
        throw new Error(`${tokens} tokens\n${text}`);
    },
  );
  await fc.assert(property, { numRuns: countRuns(5_000, 200), endOnFailure: true });
});

test("get_swap_quote: a name that ten assets have", async () => {
  const property = fc.asyncProperty(
    fc.array(evm, { minLength: 10, maxLength: 10 }),
    async (contracts) => {
      const named = contracts.map((contract) => `AVAX.USDC-${contract.toUpperCase()}`);
      const known = named.map((asset) => ({ asset, shortCode: null }));
      const getQuote = async () => matchAsset("USDC", known, presets.thorchain) as never;
      const { answer, text } = await askQuote(createFakeNetwork({ getQuote }), {
        from: "USDC",
        to: "ETH",
        amount: "1",
      });
      expect(answer.error?.candidates).toEqual(named);
      expect(countTokens(text), text).toBeLessThanOrEqual(BUDGET.quote);
    },
  );
  await fc.assert(property, { numRuns: 50 });
});

for (const source of ["sample", "live"] as const)
  test(`get_swap_status, ${source}: every sample transaction, and each step of the one that walks`, async () => {
    let nowMs = NOW;
    const network = createScene({ source, now: () => nowMs });
    const idOf = (txid: string) => (source === "live" ? realTxid(txid) : txid);
    const states = new Set<unknown>();
    const long: string[] = [];
    const ask = async (txid: string) => {
      const { structured, text } = await getSwapStatus.run(
        network,
        { txid: idOf(txid) },
        { networkName: "thorchain" },
      );
      states.add(structured.state);
      if (countTokens(text) > BUDGET.status) long.push(`${countTokens(text)}\n${text}`);
    };
    for (const { txid } of sampleTransactions) await ask(txid);
    for (let block = 0; block < 40; block += 1) {
      await ask(sampleWalk.txid);
      nowMs += BLOCK_MS;
    }
    expect(states.size).toBeGreaterThan(9);
    expect(long).toEqual([]);
  });

test("docs/verification.md tells these budgets", () => {
  expect(readSection("docs/verification.md", "## Tokens")).toContain(
    `status has at most ${BUDGET.status} tokens, and the text of a quote at most ${BUDGET.quote}`,
  );
});
