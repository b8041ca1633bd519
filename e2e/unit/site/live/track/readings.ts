// Readings of swaps for the specs of /track: one for each state and each of its variants, as lib/protocol makes them.
import { expect } from "@playwright/test";
import type { Envelope } from "../../../../../lib/protocol/model/envelope.ts";
import type { SwapReading, SwapState } from "../../../../../lib/protocol/model/swap.ts";
import { clockReasons } from "../../../../../lib/protocol/safety/reasons.ts";
import type { QueueFacts, SwapInput } from "../../../../../lib/protocol/swap/status.ts";
import * as bodies from "../../../../fixtures/swap-bodies.ts";
import { agreed } from "../../../../support/agreed.ts";

const {
  action,
  actions,
  at,
  body,
  legs,
  MEMO,
  memo,
  noQueue,
  NOW_MS,
  out,
  plan,
  queuedOrder,
  read,
  recorded,
} = bodies;
const {
  refunded,
  scheduled,
  sentBody,
  signed,
  signing,
  streamingBody,
  swapping,
  unseenBody,
  USER,
} = bodies;

const envelope: Envelope = {
  network: "thorchain",
  source: "live",
  clock: {
    freshness: "fresh",
    height: 25_000_000,
    blockTimeMs: NOW_MS - 4_000,
    ageMs: 4_000,
    reason: null,
  },
  warnings: [],
  advice: ["Ask again in 12 s."],
  failure: null,
};

export function createReading(
  input: Partial<SwapInput>,
  more: Partial<SwapReading> = {},
): SwapReading {
  return { ...envelope, ...read(input), ...more };
}

const halted = { signingOf: () => "halted" as const };
const refusal = (reason: string) =>
  recorded("refund", "pending", [], { metadata: { refund: { reason } } });
const planned = (
  stages: typeof signing | typeof scheduled,
  ...plans: Record<string, unknown>[]
) => ({
  node: body(stages, { planned: plans }),
});
const order = memo(`=<:ETH.USDC:${USER}:7000000/100/0`);
const queue = (more: Partial<QueueFacts>): Pick<SwapInput, "queue"> => ({
  queue: { ...noQueue, clock: { height: 1_000, blockTimeMs: NOW_MS }, ...more },
});
const filling = queue({ queued: { ...queuedOrder, count: 3, in: 1_500_000n, out: 2_200_000n } });
const lateSigning = {
  ...signing,
  outbound_signed: { ...signing.outbound_signed, blocks_since_scheduled: 1_800 },
};
const haltedRecord = actions({
  ...refunded,
  metadata: { refund: { reason: "trading is halted, can't process swap" } },
});
const rejectedRecord = recorded("failed", "success", [], {
  metadata: { failed: { reason: "memo can't be empty" } },
});
const dropped = queue({ dropped: agreed("dropped") });
const failure = {
  code: "upstream_unavailable",
  hint: "Do not send funds.",
  retryAfterSeconds: 15,
} as const;
const refused = refusal("emit asset 1 less than price limit 2");
const noSwap = memo(`swap-to:ETH.ETH:${USER}/bc1qrefundexample0`);
const partsRecord = actions(
  action("swap", "success", [legs.user, legs.refund], {
    metadata: {
      swap: {
        memo: MEMO,
        streamingSwapMeta: { count: "5", quantity: "5", failedSwaps: ["4", "5"] },
      },
    },
  }),
  { ...refunded, out: [legs.user, legs.refund] },
);
const lateClock: Envelope["clock"] = {
  ...{ freshness: "stale", height: 25_000_000, blockTimeMs: NOW_MS - 42_000, ageMs: 42_000 },
  reason: clockReasons.late(42),
};
const fee = [{ asset: "ETH.ETH", base: 600_000n, usd: 1_891_000_000n }];

type Row = readonly [
  name: string,
  state: SwapState,
  input: Partial<SwapInput>,
  more?: Partial<SwapReading>,
];
const rows: readonly Row[] = [
  ["not seen", "unknown", { node: unseenBody }],
  ["given up", "unknown", { node: unseenBody, firstAskedMs: 0 }],
  ["not a swap", "unknown", { node: body(at.swapped, { tx: memo("+:BTC.BTC") }) }],
  ["observing", "observing", { node: body(at.observing) }],
  ["confirming", "confirming", { node: body(at.confirming) }],
  ["swapping", "swapping", { node: body(swapping) }],
  ["streaming", "swapping", { node: streamingBody({ quantity: 16, count: 6 }) }],
  [
    "streaming, timed",
    "swapping",
    { node: streamingBody({ interval: 4, quantity: 16, count: 14 }) },
  ],
  [
    "streaming, trading halted",
    "swapping",
    {
      node: streamingBody({ interval: 4, quantity: 16, count: 6 }),
      tradingOf: () => "halted" as const,
    },
  ],
  [
    "limit order resting",
    "swapping",
    { node: body(swapping, { tx: order }), ...queue({ queued: queuedOrder }) },
  ],
  ["limit order partly filled", "swapping", { node: body(swapping, { tx: order }), ...filling }],
  ["without a memo of its own", "confirming", { node: body(at.confirming, { tx: memo("") }) }],
  ["scheduled", "outbound_scheduled", planned(scheduled, plan.user, plan.affiliate)],
  ["refund scheduled", "outbound_scheduled", planned(scheduled, plan.refund)],
  ["signing", "outbound_signing", planned(signing, plan.user)],
  ["payout late", "outbound_signing", planned(lateSigning, plan.user)],
  ["signing halted", "outbound_signing", { ...planned(signing, plan.user), ...halted }],
  [
    "refund being signed",
    "outbound_signing",
    { ...planned(signing, plan.refund), indexer: refused },
  ],
  [
    "refund of what is no swap",
    "outbound_signing",
    { node: body(signing, { tx: noSwap, planned: [plan.refund] }) },
  ],
  ["payout and refund being signed", "outbound_signing", planned(signing, plan.user, plan.refund)],
  ["payout of nobody known", "outbound_signing", { node: sentBody(out.affiliate) }],
  [
    "done",
    "done",
    { node: sentBody(out.user, out.affiliate) },
    { outboundFees: fee, liquidityFee: { asset: "THOR.RUNE", base: 4_000_000n, usd: null } },
  ],
  ["done, no payout shown", "done", { indexer: recorded("swap", "success") }],
  [
    "paid out by one source",
    "outbound_signing",
    { node: sentBody(out.user), second: planned(signing, plan.user).node },
  ],
  ["refunded", "refunded", { node: sentBody(out.refund, out.affiliate), indexer: haltedRecord }],
  ["refunded, no reason read", "refunded", { node: sentBody(out.refund) }],
  [
    "limit order expired",
    "refunded",
    {
      node: body(signed, { tx: order, outs: [out.refund] }),
      ...queue({ heights: { consensus: 800, finalised: 900 } }),
    },
  ],
  ["partly refunded", "partially_refunded", { node: sentBody(out.user, out.refund) }],
  [
    "partly refunded, parts known",
    "partially_refunded",
    { node: sentBody(out.user, out.refund), indexer: partsRecord, secondIndexer: partsRecord },
  ],
  ["failed", "failed", { node: unseenBody, indexer: rejectedRecord }],
  ["payout given up", "dropped", { ...planned(signing, plan.user), ...dropped }],
  ["refund given up", "dropped", { ...planned(signing, plan.refund), ...dropped }],
  ["no output yet", "no_output", { node: body(at.swapped) }],
  ["no output", "no_output", { node: body(at.swapped), indexer: actions(), finalisedSinceMs: 0 }],
  ["unavailable", "unavailable", {}, { failure }],
  ["stale", "swapping", { node: body(swapping) }, { clock: lateClock }],
];
export const readings = rows.map(
  ([name, state, input, more]) => [name, state, createReading(input, more)] as const,
);

/** The reading of that name. @throws for an unknown name. */
export function findReading(name: string): SwapReading {
  const found = readings.find(([one]) => one === name)?.[2];
  expect(found, name).toBeDefined();
  return found as SwapReading;
}
