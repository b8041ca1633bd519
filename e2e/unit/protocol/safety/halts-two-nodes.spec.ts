// Verdicts by two nodes: halted where both say so or the other says nothing, unknown where they disagree or are too far apart.
import { expect, test } from "@playwright/test";
import { judge } from "../../../../lib/protocol/safety/halts.ts";
import { chainReasons, nodeReasons } from "../../../../lib/protocol/safety/reasons.ts";
import {
  chainOf,
  type Facts,
  H,
  halted,
  open,
  row,
  rowsOf,
  toEvidence,
  unknown,
} from "./halt-evidence.ts";

const disputed = unknown(nodeReasons.haltDisputed);

test("two nodes: one that says halted opens nothing and halts nothing, on keys and on flags", () => {
  const key = { mimir: { HALTETHTRADING: 1 } };
  const flag = { rows: [row("BTC"), row("ETH", { chain_trading_paused: true })] };
  const disagreeing: Facts[] = [
    { ...key, second: {} },
    { second: key },
    { second: flag },
    { second: { mimir: { HALTETHTRADING: H + 1 }, height: H + 1 } },
  ];
  for (const facts of disagreeing) expect(chainOf(facts, "ETH").trading).toEqual(disputed);
  expect(chainOf({ ...key, second: flag }, "ETH").trading).toEqual(
    halted("HALTETHTRADING", "chain_trading_paused"),
  );
  expect(chainOf({ ...key, second: { ...key, height: H + 1 } }, "ETH").trading).toEqual(
    halted("HALTETHTRADING"),
  );
});

test("a node that has passed the last block of a pause contradicts no node that is still at that block", () => {
  const mimir = { NODEPAUSECHAINGLOBAL: H };
  const apart = { mimir, second: { mimir, height: H + 1 } };
  const paused = halted("NODEPAUSECHAINGLOBAL");
  for (const clockHeight of [H, H + 1])
    expect(chainOf({ ...apart, clockHeight }, "ETH").trading).toEqual(paused);
  expect(
    chainOf({ ...apart, second: { height: H + 1 } }, "ETH").trading,
    "another vote is denied",
  ).toEqual(disputed);
});

test("two nodes of one operator are one source of a halt, and one that has not answered contradicts none", () => {
  const node = (operator: string, mimir: Record<string, number>) => {
    return { operator, height: H, mimir: { OTHER: 1, ...mimir }, rows: rowsOf("thorchain") };
  };
  const [gateway, other] = [node("gateway", { HALTETHTRADING: 1 }), node("other", {})];
  const tradingOf = (...nodes: ReturnType<typeof node>[]) =>
    chainOf({ nodes, quorum: 2 }, "ETH").trading;
  expect(tradingOf(gateway, gateway, other)).toEqual(disputed);
  expect(tradingOf(gateway, { ...gateway, operator: "third" }, other)).toEqual(
    halted("HALTETHTRADING"),
  );
  expect(tradingOf(gateway)).toEqual(halted("HALTETHTRADING"));
  expect(
    tradingOf(gateway, { ...gateway, height: H - 7 }, other),
    "its older word is no second one",
  ).toEqual(disputed);
  const ended = node("gateway", { "RAGNAROK-ETH-ETH": 1 });
  expect(tradingOf(ended), "what is final takes two").toEqual(oneSource);
  expect(tradingOf(ended, other)).toEqual(unknown(nodeReasons.endDisputed));
});

test("two nodes whose rows differ in address or router: unknown for that chain alone", () => {
  for (const field of ["address", "router"] as const) {
    const other = rowsOf("thorchain").map((one) =>
      one.chain === "ETH" ? { ...one, [field]: "elsewhere" } : one,
    );
    for (const facts of [{ second: { rows: other } }, { rows: other, second: {} }]) {
      expect(chainOf(facts, "ETH").trading).toEqual(unknown(chainReasons.differs(field)));
      expect(chainOf(facts, "BTC").trading).toEqual(open);
      expect(chainOf(facts, "ETH").signing).toEqual(open);
      expect(judge(toEvidence(facts)).network).toEqual(open);
    }
  }
  const blank = rowsOf("thorchain").map((one) => ({ ...one, router: "" }));
  expect(
    chainOf({ second: { rows: blank } }, "ETH").trading,
    "no router and an empty one are the same",
  ).toEqual(open);
});

test("two nodes: a row or a flag that only one of them has is no agreement", () => {
  expect(chainOf({ second: { rows: [row("BTC")] } }, "ETH").trading).toEqual(
    unknown(chainReasons.noRow),
  );
  const second = { rows: [row("BTC"), row("ETH", { halted: undefined })] };
  expect(chainOf({ second }, "ETH").trading).toEqual(unknown(chainReasons.flagMissing));
});

test("two nodes more than 5 blocks apart: unknown, and halted where both say so", () => {
  for (const [a, b, verdict] of [
    [H, H - 5, "open"],
    [H - 5, H, "open"],
    [H, H - 1, "open"],
    [H + 2, H - 4, "unknown"],
  ] as const) {
    expect(chainOf({ height: a, second: { height: b } }, "ETH").trading.verdict).toBe(verdict);
  }
  const apart = { height: H + 2, second: { height: H - 4 } };
  expect(judge(toEvidence(apart)).network).toEqual(unknown(nodeReasons.apart(6)));
  const mimir = { HALTETHCHAIN: 1 };
  expect(chainOf({ ...apart, mimir }, "ETH").signing).toEqual(disputed);
  const both = { mimir, height: H + 2, second: { mimir, height: H - 4 } };
  expect(chainOf(both, "ETH").signing).toEqual(halted("HALTETHCHAIN"));
});

test("where one whole node is enough, a list that another did not give contradicts nothing", () => {
  for (const rows of [null, []])
    expect(chainOf({ quorum: 1, second: { rows } }, "ETH").trading).toEqual(open);
});

const oneSource = unknown(nodeReasons.oneSource);

test("two nodes of which one is partly read: nothing is open, and what the partly read one says still counts", () => {
  for (const second of [{ mimir: null }, { rows: null }, { rows: [] }, { height: null }]) {
    expect(chainOf({ second }, "ETH").trading, JSON.stringify(second)).toEqual(oneSource);
  }
  expect(chainOf({ second: { rows: null } }, "ETH").signing, "signing needs no rows").toEqual(open);
  expect(chainOf({ second: { rows: null, mimir: { HALTETHCHAIN: 1 } } }, "ETH").trading).toEqual(
    disputed,
  );
  const part = { rows: null, second: { rows: null, mimir: { HALTETHCHAIN: 1 } } };
  expect(chainOf(part, "ETH").trading, "what is not whole contradicts nothing").toEqual(
    halted("HALTETHCHAIN"),
  );
  expect(chainOf({ second: { height: null, mimir: { HALTETHCHAIN: 1 } } }, "ETH").trading).toEqual(
    oneSource,
  );
});

test("two nodes are configured and one answers: nothing is open, a halt is told", () => {
  expect(chainOf({ quorum: 2 }, "ETH").trading).toEqual(oneSource);
  expect(judge(toEvidence({ quorum: 2 })).network).toEqual(oneSource);
  expect(chainOf({ quorum: 2, mimir: { HALTETHCHAIN: 1 } }, "ETH").trading).toEqual(
    halted("HALTETHCHAIN"),
  );
});
