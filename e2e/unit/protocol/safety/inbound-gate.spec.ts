// An inbound address is shown where deposits are open, and withheld with its reason everywhere else.
import { expect, test } from "@playwright/test";
import type { ChainJudgement, Reason } from "../../../../lib/protocol/model/verdicts.ts";
import { judge } from "../../../../lib/protocol/safety/halts.ts";
import { gateInbound, judgeDeposits } from "../../../../lib/protocol/safety/inbound-gate.ts";
import {
  chainReasons,
  clockReasons,
  haltReasons,
  nodeReasons,
} from "../../../../lib/protocol/safety/reasons.ts";
import { chainHalt, tradingHalt } from "../../../support/halt-key.ts";
import { type Facts, H, NOW, row, toEvidence } from "./halt-evidence.ts";

test("an address is shown only where deposits are open", () => {
  const gate = (facts: Facts, chain: string) => {
    const evidence = toEvidence(facts);
    return gateInbound(evidence, judge(evidence), chain);
  };
  const rows = [
    row("BTC"),
    row("ETH", { router: "0xrouter" }),
    row("LTC", { address: "" }),
    row("DOGE", { address: "a b" }),
  ];
  expect(gate({ rows }, "BTC")).toMatchObject({
    address: "btc-vault",
    router: null,
    sourcesAgreeing: 1,
    reason: null,
  });
  expect(gate({ rows }, "ETH")).toMatchObject({
    address: "eth-vault",
    router: "0xrouter",
    reason: null,
  });
  const none = { address: null, router: null, sourcesAgreeing: null, sendBeforeMs: null };
  const withheld = (reason: Reason) => ({ ...none, reason });
  expect(gate({ rows, mimir: { [tradingHalt("ETH")]: 1, [chainHalt("ETH")]: 1 } }, "ETH")).toEqual(
    withheld(haltReasons.inForce()),
  );
  expect(gate({ rows, ageMs: 31_000, mimir: { [chainHalt("ETH")]: 1 } }, "ETH")).toEqual(
    withheld(haltReasons.inForce(clockReasons.late(31))),
  );
  expect(gate({ rows, ageMs: 31_000 }, "BTC")).toEqual(withheld(clockReasons.late(31)));
  expect(gate({ rows, second: { rows: [row("BTC", { address: "elsewhere" })] } }, "BTC")).toEqual(
    withheld(chainReasons.differs("address")),
  );
  for (const first of [{ rows: null }, { mimir: null }, { height: null }]) {
    expect(gate({ ...first, second: { rows } }, "BTC"), "the word of one whole node").toEqual(
      withheld(nodeReasons.oneSource),
    );
  }
  expect(gate({ rows }, "LTC")).toEqual(withheld(chainReasons.noAddress));
  expect(gate({ rows }, "DOGE")).toEqual(withheld(chainReasons.badAddress));
  expect(gate({ rows: [row("ETH", { router: "<b>" })] }, "ETH")).toEqual(
    withheld(chainReasons.badRouter),
  );
  expect(gate({ rows }, "THOR")).toEqual(withheld(chainReasons.native));
  expect(gate({ rows, mimir: { [chainHalt("THOR")]: 1 } }, "THOR").reason?.code).toBe(
    "native_chain",
  );
  expect(gate({ rows }, "ZZZ9")).toEqual(withheld(chainReasons.notListed));
  expect(
    gate({ rows, mimir: { HALTSIGNING: 1, PAUSELP: 1 } }, "BTC").address,
    "neither stops deposits",
  ).toBe("btc-vault");
});

test("of a chain whose deposits nobody checked, no address is given", () => {
  const evidence = toEvidence({ network: "mayachain" });
  const of = (chain: string) => gateInbound(evidence, judge(evidence), chain);
  for (const [chain, name] of [
    ["XRD", "Radix"],
    ["ADA", "Cardano"],
  ] as const) {
    const reason = chainReasons.depositNotKnown(name);
    expect(of(chain)).toMatchObject({ address: null, sendBeforeMs: null, reason });
  }
  expect(of("ETH").address).toBe("eth-vault");
  const unknown = toEvidence({ rows: [row("ZZZ9")] });
  expect(gateInbound(unknown, judge(unknown), "ZZZ9").reason).toEqual(
    chainReasons.depositNotKnown("ZZZ9"),
  );
});

test("where one node states no size of a transaction, its rate is a stand-in, and no address is given", () => {
  const isKnown = row("BTC", { gas_rate: "12", outbound_tx_size: "1000" });
  const standIn = row("BTC", { gas_rate: "2000000000", outbound_tx_size: "0" });
  for (const [first, second, reason] of [
    [isKnown, isKnown, null],
    [standIn, standIn, chainReasons.gasNotKnown("Bitcoin")],
    [standIn, { ...standIn, outbound_tx_size: "" }, chainReasons.gasNotKnown("Bitcoin")],
    [isKnown, standIn, chainReasons.gasApart("Bitcoin")],
    [standIn, row("BTC"), chainReasons.gasApart("Bitcoin")],
  ] as const) {
    const evidence = toEvidence({ rows: [first], second: { rows: [second] } });
    const address = reason === null ? "btc-vault" : null;
    expect(gateInbound(evidence, judge(evidence), "BTC")).toMatchObject({ address, reason });
  }
});

test("before a scheduled halt there is time for a slow confirmation and the longest swap in parts", () => {
  // Ten blocks a minute. Bitcoin's block takes ten minutes, and a slow one six times as long.
  const DAY = 24 * 60;
  const rows: [chain: string, minutes: number, leftSeconds: number | null][] = [
    ["BTC", DAY + 75, 900],
    ["BTC", DAY + 61, 60],
    ["BTC", DAY + 60, null],
    ["ETH", DAY + 16.2, 900],
    ["ETH", DAY + 2.2, 60],
    ["ETH", DAY, null],
  ];
  for (const [chain, minutes, leftSeconds] of rows) {
    const mimir = { [`HALT${chain}TRADING`]: H + minutes * 10 };
    const evidence = toEvidence({ rows: [row(chain)], mimir, ageMs: 0 });
    const { sendBeforeMs, reason } = gateInbound(evidence, judge(evidence), chain);
    const what = `${chain} ${minutes}`;
    expect(sendBeforeMs, what).toBe(leftSeconds === null ? null : NOW + leftSeconds * 1_000);
    expect(reason?.code, what).toBe(leftSeconds === null ? "halts_soon" : undefined);
  }
});

test("only nodes that told everything count as sources of an address", () => {
  const rows = [row("BTC")];
  const node = { height: H, mimir: { OTHER: 1 }, rows };
  const evidence = toEvidence({ nodes: [node, { ...node, mimir: null }, node], quorum: 2 });
  expect(gateInbound(evidence, judge(evidence), "BTC")).toMatchObject({
    address: "btc-vault",
    sourcesAgreeing: 2,
  });
  const ofOneOperator = toEvidence({ nodes: [node, node], quorum: 1 });
  expect(gateInbound(ofOneOperator, judge(ofOneOperator), "BTC").sourcesAgreeing).toBe(1);
});

test("the gate compares address and router itself, whatever verdict it is given", () => {
  const verdicts = judge(toEvidence({ second: {} }));
  const rows = [row("BTC", { router: "0xrouter" })];
  const gate = (other: Parameters<typeof row>[1]) =>
    gateInbound(
      toEvidence({ rows, second: { rows: [row("BTC", { router: "0xrouter", ...other })] } }),
      verdicts,
      "BTC",
    );
  expect(gate({})).toMatchObject({ address: "btc-vault", router: "0xrouter", sourcesAgreeing: 2 });
  for (const [other, what] of [
    [{ address: "elsewhere" }, "deposit address"],
    [{ router: "0xelsewhere" }, "router"],
  ] as const) {
    const reason = { code: "unreadable", text: `the node named no valid ${what}` };
    expect(gate(other)).toEqual({
      address: null,
      router: null,
      sourcesAgreeing: null,
      sendBeforeMs: null,
      reason,
    });
  }
  const alone = toEvidence({ rows, quorum: 2 });
  expect(gateInbound(alone, verdicts, "BTC").address, "one node's word").toBeNull();
});

test("deposits are open only where what is sent now would be swapped before a scheduled halt", () => {
  const rows = [row("BTC")];
  const judgeAt = (minutes: number, mimir: Record<string, number> = {}) => {
    const evidence = toEvidence({
      rows,
      mimir: { [tradingHalt("BTC")]: H + minutes * 10, ...mimir },
      ageMs: 0,
    });
    return judgeDeposits(evidence, judge(evidence).chains.get("BTC") as ChainJudgement);
  };
  expect(judgeAt(61)).toEqual({ verdict: "open", haltedBy: [], reason: null });
  expect(judgeAt(60)).toMatchObject({
    verdict: "unknown",
    haltedBy: [],
    reason: { code: "halts_soon" },
  });
  expect(judgeAt(60, { HALTTRADING: 1 })).toMatchObject({
    verdict: "halted",
    haltedBy: ["HALTTRADING"],
  });
});
