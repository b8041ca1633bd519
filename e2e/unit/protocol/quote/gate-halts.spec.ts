// Halts before and after a deposit, asked of the whole reader: what is told, until when to send, and what is withheld.

import { expect, test } from "@playwright/test";
import { adviceText } from "../../../../lib/protocol/model/envelope.ts";
import { haltReasons } from "../../../../lib/protocol/safety/reasons.ts";
import { payoutsHalted } from "../../../../lib/protocol/safety/sentences.ts";
import { createWorld, toBlock } from "../../../support/world.ts";
import { ask, BECH32, ethDeposit, limited, memo, withLimit } from "./gate-world.ts";

test("a signing halt on either chain stands before what to do", async () => {
  const advise = async (key: string) => {
    const world = createWorld();
    world.mimir[key] = 1;
    const { advice, seconds } = await ask(world, { memo: limited }, withLimit);
    return [adviceText(advice), seconds.total];
  };
  const waits = (chain: string, what: string) =>
    expect.stringMatching(`^${payoutsHalted(chain)} A ${what} would wait.*Only if you accept`);
  // A payout that nobody signs has no time.
  expect(await advise("HALTSIGNINGETH")).toEqual([waits("Ethereum", "payout"), null]);
  expect(await advise("HALTSIGNINGBTC")).toEqual([waits("Bitcoin", "refund"), 1_200]);
  expect(await advise("HALTSIGNINGLTC")).toEqual([
    expect.stringMatching(/^Before .*: send the amount/),
    1_200,
  ]);
});

/** A source with short blocks, whose deposits take 120 s of confirmations, 720 s where they are slow. */
const fromEth = {
  request: { from: "ETH", to: "BTC", destination: BECH32, ...withLimit },
  reply: { ...ethDeposit(), memo: `=:BTC.BTC:${BECH32}:990000`, inbound_confirmation_seconds: 120 },
};

test("a halt of either side within a day is told with its time", async () => {
  const rows: [key: string, seconds: number, isTold: boolean][] = [
    ["HALTBTCTRADING", 1_806, true],
    ["HALTETHCHAIN", 3_600, true],
    ["HALTTRADING", 86_400, true],
    ["HALTTRADING", 86_406, false],
    ["HALTLTCTRADING", 12, false],
    // Of a refund, however soon, and of the payout.
    ["HALTSIGNINGETH", 12, true],
    ["HALTSIGNINGBTC", 1_806, true],
    ["HALTSIGNING", 1_806, true],
    ["PAUSELPBTC", 12, false],
    ["HALTBTCTRADING", 6e15, false],
  ];
  for (const [key, seconds, isTold] of rows) {
    const world = createWorld();
    const height = toBlock(world).height + seconds / 6;
    world.mimir[key] = height;
    const advice = adviceText((await ask(world, fromEth.reply, fromEth.request)).advice);
    expect(
      /^(Trading|Payouts|Ethereum) .*\bhalts? in \d+ \w+ \((\d{4}-\d\d-\d\d )?\d\d:\d\d UTC\)\./.test(
        advice,
      ),
      `${key} ${advice}`,
    ).toBe(isTold);
    expect(advice).not.toContain("HALT");
    expect(advice.startsWith("Before"), advice).toBe(!isTold);
  }
});

const times = [
  "inbound_confirmation_seconds",
  "streaming_swap_seconds",
  "outbound_delay_seconds",
] as const;

test("the deadline is 15 minutes, the quote's expiry or what a scheduled halt leaves, whichever is first", async () => {
  type Reply = Partial<Record<"expiry" | (typeof times)[number], number>>;
  type Row = readonly [
    what: string,
    halt: { key: string; seconds: number } | null,
    reply: Reply,
    leftSeconds: number | null,
  ];
  const rows: readonly Row[] = [
    ["no halt", null, {}, 900],
    ["a quote that ends sooner", null, { expiry: 300 }, 300],
    ["a halt far ahead", { key: "HALTBTCTRADING", seconds: 6_000 }, {}, 900],
    ["a halt of the source", { key: "HALTETHTRADING", seconds: 2_100 }, {}, 300],
    ["a halt of the target", { key: "HALTBTCCHAIN", seconds: 2_100 }, {}, 300],
    ["a halt of payouts on the target", { key: "HALTSIGNINGBTC", seconds: 2_100 }, {}, 300],
    ["a halt of payouts on the source", { key: "HALTSIGNINGETH", seconds: 60 }, {}, 900],
    [
      "a halt, and a quote that ends sooner",
      { key: "HALTTRADING", seconds: 2_100 },
      { expiry: 60 },
      60,
    ],
    ["the last block in time", { key: "HALTTRADING", seconds: 1_806 }, {}, 6],
    ["too late", { key: "HALTTRADING", seconds: 1_800 }, {}, null],
    ["payouts are too late", { key: "HALTSIGNINGBTC", seconds: 1_140 }, {}, null],
    [
      "confirmations",
      { key: "HALTTRADING", seconds: 3_000 },
      { inbound_confirmation_seconds: 480 },
      120,
    ],
    [
      "long confirmations",
      { key: "HALTTRADING", seconds: 2_880 },
      { inbound_confirmation_seconds: 480 },
      null,
    ],
    [
      "a swap in parts",
      { key: "HALTTRADING", seconds: 2_700 },
      { streaming_swap_seconds: 1_800 },
      180,
    ],
    [
      "parts that are too late",
      { key: "HALTTRADING", seconds: 1_920 },
      { streaming_swap_seconds: 1_800 },
      null,
    ],
    [
      "a payout that is delayed",
      { key: "HALTTRADING", seconds: 2_700 },
      { outbound_delay_seconds: 1_800 },
      180,
    ],
  ];
  for (const [what, halt, reply, leftSeconds] of rows) {
    const world = createWorld();
    if (halt) world.mimir[halt.key] = toBlock(world).height + halt.seconds / 6;
    const expiry = reply.expiry && { expiry: world.nowMs / 1000 + reply.expiry };
    const stated = { ...fromEth.reply, outbound_delay_seconds: 0, ...reply, ...expiry };
    const quote = await ask(world, stated, fromEth.request);
    const estimate = await ask(world, stated, {
      ...fromEth.request,
      destination: undefined,
    } as object);
    const sendBeforeMs = leftSeconds === null ? null : world.nowMs + leftSeconds * 1000;
    expect([quote.sendBeforeMs, estimate.sendBeforeMs], what).toEqual([sendBeforeMs, sendBeforeMs]);
    expect(quote.memo === null, what).toBe(leftSeconds === null);
    if (leftSeconds === null) expect(quote.withheld, what).toMatchObject({ code: "halts_soon" });
  }
});

test("an address knows neither amount nor target: it is withheld where any swap sent now may meet a halt", async () => {
  for (const [chain, key, seconds, leftSeconds] of [
    // A swap in parts may run for a day, and six of Bitcoin's blocks come before it.
    ["BTC", "HALTBTCTRADING", 86_400 + 3_600 + 900, 900],
    ["BTC", "HALTBTCTRADING", 86_400 + 3_600 + 300, 300],
    ["BTC", "HALTBTCTRADING", 86_400 + 3_600, null],
    ["BTC", "HALTSIGNING", 6_000, null],
    ["ETH", "HALTSIGNINGETH", 1_800, null],
    // Of other chains the shortest swap counts.
    ["BTC", "HALTSIGNINGETH", 3_900, 300],
    ["BTC", "HALTSIGNINGETH", 3_600, null],
    ["BTC", "HALTETHCHAIN", 3_600, null],
    ["ETH", "HALTBTCTRADING", 1_800, null],
    // It stops no swap.
    ["BTC", "PAUSELPBTC", 6_000, 900],
  ] as const) {
    const world = createWorld();
    world.mimir[key] = toBlock(world).height + seconds / 6;
    const { advice, chains } = await world.network.getInbounds({ chain });
    const [row] = chains;
    const sendBeforeMs = leftSeconds === null ? null : world.nowMs + leftSeconds * 1000;
    const what = `${key} ${seconds}`;
    expect([row?.sendBeforeMs, row?.address === null], what).toEqual([
      sendBeforeMs,
      leftSeconds === null,
    ]);
    if (leftSeconds !== null) continue;
    expect(row?.reason?.code, what).toBe("halts_soon");
    if (row?.deposits.verdict === "open")
      expect(adviceText(advice), what).toContain("Ask for a quote with a destination");
  }
});

test("an address stands in no answer beside a quote whose memo is withheld for a halt", async () => {
  for (const [key, seconds] of [
    ["HALTBTCTRADING", 4_500],
    ["HALTSIGNINGETH", 1_200],
  ] as const) {
    const world = createWorld();
    world.mimir[key] = toBlock(world).height + seconds / 6;
    const quote = await ask(world, { memo, streaming_swap_seconds: 3_600 });
    expect(quote, key).toMatchObject({ memo: null, withheld: { code: "halts_soon" } });
    const [row] = (await world.network.getInbounds({ chain: "BTC" })).chains;
    expect(row, key).toMatchObject({ address: null, deposits: { verdict: "open" } });
  }
});

test("where a scheduled halt should have come by now, memo and address are withheld, whichever side it is on", async () => {
  for (const key of ["HALTBTCTRADING", "HALTETHCHAIN", "HALTTRADING"]) {
    const world = createWorld();
    world.nowMs += 60_000;
    const next = toBlock(world).height + 2;
    world.mimir[key] = next;
    // The next block is late: the halt should have been there long ago.
    world.frozenAtMs = world.nowMs;
    world.nowMs += 25_000;
    const reason = haltReasons.soon;
    expect(await ask(world, { memo }), key).toMatchObject({
      memo: null,
      inboundAddress: null,
      reason,
    });
    const late = await world.network.getInbounds({ chain: "BTC" });
    expect(late.chains[0]).toMatchObject({
      address: null,
      sendBeforeMs: null,
      reason: { code: "halts_soon" },
    });
  }
});

test("a synth or secured asset is sold on the native chain, which takes no deposit while it is halted", async () => {
  for (const [from, to] of [
    ["ETH/ETH", "BTC"],
    ["ETH-ETH", "BTC"],
  ] as const) {
    const world = createWorld();
    const destination = to === "BTC" ? BECH32 : `thor1${"q".repeat(38)}`;
    const open = await ask(world, {}, { from, to, destination });
    expect(open.trading.verdict, `${from} ${to}`).toBe("open");
    world.mimir.HALTTHORCHAIN = 1;
    world.nowMs += 6_000;
    const halted = await ask(world, {}, { from, to, destination });
    expect(halted.trading, `${from} ${to}`).toMatchObject({
      verdict: "halted",
      haltedBy: ["HALTTHORCHAIN"],
    });
    expect(halted).toMatchObject({ memo: null, inboundAddress: null });
  }
});

test("a vault that may be compromised is named, and no quote has a memo", async () => {
  const world = createWorld();
  world.mimir["COMPROMISEDVAULT-KEY"] = 1;
  const quote = await ask(world, { memo });
  const text =
    "Do not send: COMPROMISEDVAULT-KEY is set, so nobody knows what becomes of a deposit sent now.";
  expect(quote).toMatchObject({
    memo: null,
    inboundAddress: null,
    trading: { verdict: "unknown" },
  });
  expect(quote.withheld).toMatchObject({ code: "vault_alarm", text, retryAfterSeconds: null });
  expect(quote.warnings[0]).toMatchObject({ code: "not_checked", text, isForbidding: true });
});
