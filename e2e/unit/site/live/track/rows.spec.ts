// The figures, tables and facts of one swap on /track: each with its unit, and what is not known says so.
import { expect, test } from "@playwright/test";
import type { LimitOrder, SwapOut, SwapReading } from "../../../../../lib/protocol/model/swap.ts";
import { orderStatuses } from "../../../../../lib/protocol/model/swap.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import type { Cell } from "../../../../../lib/site/live/blocks.ts";
import {
  detailRows,
  feeRows,
  figureRows,
  paymentRows,
  swapName,
} from "../../../../../lib/site/live/track/swap-summary.ts";
import { HASH, MEMO, NOW_MS, USER } from "../../../../fixtures/swap-bodies.ts";
import { findReading } from "./readings.ts";

const preset = presets.thorchain;
const swapping = findReading("swapping");
const done = findReading("done");
const [payout, share] = done.out as [SwapOut, SwapOut];
const refund: SwapOut = {
  ...payout,
  kind: "refund",
  asset: "BTC.BTC",
  chain: "BTC",
  amount: 4_000_000n,
};

const figures = (reading: SwapReading) =>
  figureRows(reading).map(({ label, value }) => `${label}: ${value}`);

test.describe("payout and refund at a glance", () => {
  const planned = { state: "outbound_signing" } as const;
  const rows: readonly [name: string, changes: Partial<SwapReading>, shown: readonly string[]][] = [
    ["a swap that goes on", {}, ["To the recipient: not known yet"]],
    ["two payouts", { out: [payout, payout] }, ["To the recipient: 0.07 USDC + 0.07 USDC"]],
    [
      "parts failed",
      { refundExpected: true },
      ["To the recipient: not known yet", "Refund: not known yet"],
    ],
    ["a refund is expected", { ...planned, refundExpected: true }, ["Refund: not known yet"]],
    ["a refund is planned", { ...planned, out: [refund] }, ["Refund: 0.04 of 0.05 BTC"]],
    [
      "a refund and a payout",
      { out: [payout, refund] },
      ["To the recipient: 0.07 USDC", "Refund: 0.04 BTC"],
    ],
    ["a refund that no record shows", { state: "refunded", terminal: true }, ["Refund: not shown"]],
    [
      "a payout beside a refund that no record shows",
      { state: "partially_refunded", terminal: true, out: [payout] },
      ["To the recipient: 0.07 USDC", "Refund: not shown"],
    ],
  ];
  for (const [name, changes, shown] of rows)
    test(name, () => {
      const own = figures({ ...swapping, ...changes }).filter((one) =>
        /^(To the recipient|Refund)/.test(one),
      );
      expect(own).toEqual(shown);
    });
});

test("whom a swap under way pays is asked about, by both ends of an address, never by a name", () => {
  const going = (destination: string, changes: Partial<SwapReading> = {}) => {
    const sent = swapping.in && {
      ...swapping.in,
      memo: `=:ETH.ETH:${destination}/${USER}:0/1/0:smpl:30`,
    };
    return figures({ ...swapping, in: sent, ...changes }).filter((one) =>
      one.startsWith("Going to"),
    );
  };
  const address = "0x71c7656ec7ab88b098defb751b7401b5f6d8976f";
  expect(going(address)).toEqual(["Going to: 0x71c7…976f. Is it yours?"]);
  expect(going(address, { terminal: true })).toEqual([]);
  expect(going(address, { refundExpected: true }), "parts failed, others are swapped").toHaveLength(
    1,
  );
  const planned = { state: "outbound_signing" } as const;
  expect(going(address, { ...planned, refundExpected: true })).toEqual([]);
  expect(going(address, { ...planned, out: [refund] })).toEqual([]);
  expect(going(address, { in: null })).toEqual([]);
  for (const other of ["alice", "", `${address} never`]) expect(going(other), other).toEqual([]);
});

test("a whole refund says what came back of what was sent, and what that cost by the price of its fee", () => {
  const sent = { chain: "BTC", asset: "BTC.BTC", amount: 5_000_000n, address: null, memo: null };
  const back = (changes: Partial<SwapReading>) =>
    figures({
      ...done,
      state: "refunded",
      in: sent,
      out: [{ ...refund, amount: 4_998_897n }],
      ...changes,
    }).at(1);
  const fee = { asset: "BTC.BTC", base: 1_103n, usd: 95_000_000n };
  expect(back({ outboundFees: [fee] })).toBe("Refund: 0.04998897 of 0.05 BTC, $0.95 less");
  for (const outboundFees of [
    null,
    [],
    [{ ...fee, usd: null }],
    [{ ...fee, asset: "ETH.ETH" }],
    [{ ...fee, base: 0n }],
  ])
    expect(back({ outboundFees })).toBe("Refund: 0.04998897 of 0.05 BTC");
  expect(back({ out: [{ ...refund, asset: "ETH.ETH" }] })).toBe("Refund: 0.04 ETH");
  expect(back({ out: [refund, refund] })).toBe("Refund: 0.04 BTC + 0.04 BTC");
  expect(back({ in: null })).toBe("Refund: 0.04998897 BTC");
  expect(back({ out: [{ ...refund, amount: 6_000_000n }] })).toBe("Refund: 0.06 BTC");
});

test("a payout has its worth by the price of its fee", () => {
  const fee = { asset: payout.asset, base: 200n, usd: 300n };
  const paid = (changes: Partial<SwapReading>) =>
    figures({ ...done, out: [payout], ...changes }).at(1);
  expect(paid({ outboundFees: [fee] })).toMatch(/^To the recipient: 0\.07 USDC, \$0\.1[01] today$/);
  for (const outboundFees of [
    null,
    [{ ...fee, usd: null }],
    [{ ...fee, asset: "ETH.ETH" }],
    [{ ...fee, base: 0n }],
  ])
    expect(paid({ outboundFees })).toBe("To the recipient: 0.07 USDC");
  expect(paid({ outboundFees: [fee], out: [payout, payout] })).toBe(
    "To the recipient: 0.07 USDC + 0.07 USDC",
  );
});

test.describe("a limit order", () => {
  const order: LimitOrder = {
    status: "resting",
    bought: payout.asset,
    limitPrice: 140_000_000n,
    filledBps: 0,
    expiresAtMs: NOW_MS + 600_000,
  };
  const orderFigures = (changes: Partial<LimitOrder>, more: Partial<SwapReading> = {}) =>
    figures({ ...swapping, ...more, order: { ...order, ...changes } }).filter(
      (one) => !/^(Sent|To the recipient|Going to)/.test(one),
    );
  const [price, filled, left] = [
    "Price asked: 1.4 USDC for 1 BTC",
    "Filled: 0 %",
    "Time left: not known. It is swapped only at its price.",
  ];

  test("its price is told where all of it is known", () => {
    expect(orderFigures({ expiresAtMs: null })).toEqual([price, filled, left]);
    for (const changes of [{ limitPrice: null }, { bought: null }])
      expect(orderFigures({ ...changes, expiresAtMs: null })).toEqual([filled, left]);
    expect(orderFigures({ expiresAtMs: null }, { in: null })).toEqual([filled, left]);
  });
  test("its end counts from the reading, not from the block", () => {
    const clock = { ...swapping.clock, blockTimeMs: NOW_MS - 120_000, ageMs: 120_000 };
    expect(orderFigures({}, { clock }).at(-1)).toMatch(/^Ends about: in 10 minutes /);
    expect(orderFigures({}, { clock: { ...clock, ageMs: null } }).at(-1)).toMatch(
      /^Ends about: in 12 minutes /,
    );
  });
  for (const status of [...orderStatuses, null])
    test(`${status ?? "of an unknown state"}: it is open, or how it ended`, () => {
      const isOpen = status === "resting" || status === "partly_filled";
      const told = orderFigures({ status }).filter((one) => /^(Limit order|Filled)/.test(one));
      expect(told).toEqual([isOpen ? filled : `Limit order: ${status ?? "not known"}`]);
    });
});

const texts = (cells: readonly Cell[] = []) => cells.map(({ text }) => text);

test.describe("payments", () => {
  const rowsOf = (changes: Partial<SwapReading>, chain: string | null = null) =>
    paymentRows({ ...swapping, ...changes }, chain, preset).map(({ id, cells }) => [
      id,
      ...texts(cells),
    ]);
  const [, paid] = rowsOf({ out: [payout] });

  test("each has an id of its own, and the deposit comes first", () => {
    expect(rowsOf({ out: [share, payout] }).map(([id, what]) => [id, what])).toEqual([
      ["sent", "Sent"],
      ["out-0", "Payout to the recipient"],
      ["out-1", "Share of an affiliate, not the recipient's"],
    ]);
    expect(rowsOf({})[0]?.slice(1, 4)).toEqual(["Sent", "0.05 BTC", "Bitcoin"]);
    expect(paid?.slice(2, 4)).toEqual(["0.07 USDC", "Ethereum"]);
  });
  test("the chain that was asked about stands for the deposit's until the deposit is seen", () => {
    expect(rowsOf({ in: null }, "ETH")[0]?.[3]).toBe("Ethereum");
    expect(rowsOf({ in: null })[0]?.[3]).toBe("not known");
    expect(rowsOf({}, "ETH")[0]?.[3]).toBe("Bitcoin");
  });
  test("a chain that we do not know is named by its code, and text that is none is not shown", () => {
    const chainOf = (chain: string) => rowsOf({ out: [{ ...payout, chain }] })[1]?.[3];
    expect([chainOf("NEW"), chainOf("<b>")]).toEqual(["NEW", "not known"]);
  });
  test("an address or an id that no record has", () => {
    const last = (one: Partial<SwapOut>, terminal = false) =>
      rowsOf({ terminal, out: [{ ...payout, ...one }] })[1]?.slice(4);
    expect(last({ address: null })).toEqual(["not known", payout.txid]);
    expect(last({ txid: null })).toEqual([payout.address, "not sent yet"]);
    expect(last({ txid: null }, true)).toEqual([payout.address, "not shown"]);
    expect(last({ txid: null, chain: "THOR" })?.[1]).toBe(
      "none: THORChain pays on its own chain without one",
    );
  });
});

test("fees have rows with ids of their own", () => {
  const [fee] = done.outboundFees ?? [];
  if (!fee) throw new Error("no fee");
  const ids = feeRows({ ...done, outboundFees: [fee, fee] }).map(({ id }) => id);
  expect(ids).toEqual(["liquidity", "outbound-0", "outbound-1"]);
});

test.describe("the details", () => {
  const told = (reading: SwapReading, of = preset) =>
    Object.fromEntries(
      detailRows(reading, of).map(([label, { text, link }]) => [label, [text, link?.name ?? null]]),
    );
  const all = {
    "Transaction id": [HASH, "thorchain.net"],
    "Told by": ["a node of the network", null],
    "On record since": ["2023-11-14 22:13 UTC", null],
    Payouts: ["open on Ethereum", null],
    "Memo, as it was sent": [MEMO, null],
    "Record of a node": ["JSON", new URL(preset.nodeUrls[0] ?? "").host],
    "Record of an indexer": ["JSON", new URL(preset.indexerUrls[0] ?? "").host],
  };
  const whole = { ...done, startedAtMs: 1_700_000_000_000 };

  test("of a swap that is told by a node", () => expect(told(whole)).toEqual(all));
  test("of one that an indexer tells, or nobody", () => {
    expect(told({ ...whole, decidedBy: "indexer" })["Told by"]).toEqual(["the indexer", null]);
    expect(told({ ...whole, decidedBy: null })["Told by"]).toEqual([
      "nobody: no source could be read",
      null,
    ]);
  });
  test("what is not known says so", () => {
    const none = { ...whole, in: null, startedAtMs: null, payoutChain: null, terminal: false };
    expect(told(none)).toEqual({
      ...all,
      "On record since": ["not known", null],
      Payouts: ["not known", null],
      "Memo, as it was sent": ["not known", null],
    });
    const left = ["On record since", "Payouts", "Memo, as it was sent"].filter(
      (name) => name in told({ ...none, state: "unknown" }),
    );
    expect(left, "of a deposit that nobody has seen").toEqual([]);
    expect(told({ ...whole, signing: "unknown" }).Payouts).toEqual([
      "not checked on Ethereum",
      null,
    ]);
    expect(told({ ...whole, signing: "halted" }).Payouts).toEqual(["halted on Ethereum", null]);
  });
  test("an id that nobody has seen has no page at the protocol's explorer", () => {
    for (const state of ["unknown", "unavailable"] as const)
      expect(told({ ...whole, state })["Transaction id"]).toEqual([HASH, null]);
  });
  test("sample data has no records of others", () => {
    const sample = told({ ...whole, source: "sample" }, presets.sample);
    expect(Object.keys(sample).filter((label) => label.startsWith("Record"))).toEqual([]);
  });
  test("addresses and memos are data", () => {
    const codes = detailRows(whole, preset).flatMap(([label, { code }]) => (code ? label : []));
    expect(codes).toEqual(["Transaction id", "Memo, as it was sent"]);
    expect(whole.in?.memo).toContain(USER);
  });
});

test("another form of an asset is named as such", () => {
  const sent = {
    chain: "THOR",
    asset: "BTC-BTC",
    amount: 5_000_000n,
    address: null,
    memo: "=:ETH~ETH:thor1x",
  };
  const reading = { ...swapping, in: sent, out: [] };
  expect(figures(reading)[0]).toBe("Sent: 0.05 BTC-BTC");
  expect(swapName(reading)).toEqual(["0.05 BTC-BTC → ETH~ETH"]);
  expect(swapName({ ...reading, out: [{ ...payout, asset: "ETH/USDC-0XA0B8" }] })).toEqual([
    "0.05 BTC-BTC → ETH/USDC",
  ]);
});
