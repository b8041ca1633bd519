// An inbound address is shown where deposits are open, and withheld with its reason everywhere else.
import { expect, test } from "@playwright/test";
import { judge } from "../../lib/protocol/halts.ts";
import { toInboundGate } from "../../lib/protocol/inbound-gate.ts";
import { type Facts, row, toEvidence } from "./halt-evidence.ts";

test("an address is shown only where deposits are open", () => {
  const gate = (facts: Facts, chain: string) => {
    const evidence = toEvidence(facts);
    return toInboundGate(evidence, judge(evidence), chain);
  };
  const rows = [
    row("BTC"),
    row("ETH", { router: "0xrouter" }),
    row("LTC", { address: "" }),
    row("DOGE", { address: "a b" }),
  ];
  expect(gate({ rows }, "BTC")).toEqual({ address: "btc-vault", router: null, reason: null });
  expect(gate({ rows }, "ETH")).toEqual({ address: "eth-vault", router: "0xrouter", reason: null });
  const withheld = (reason: string) => ({ address: null, router: null, reason });
  expect(gate({ rows, mimir: { HALTETHTRADING: 1, HALTETHCHAIN: 1 } }, "ETH")).toEqual(
    withheld("halted: HALTETHTRADING, HALTETHCHAIN"),
  );
  expect(gate({ rows, ageMs: 31_000, mimir: { HALTETHCHAIN: 1 } }, "ETH")).toEqual(
    withheld("halted: HALTETHCHAIN; stale: block is 31 s old"),
  );
  expect(gate({ rows, ageMs: 31_000 }, "BTC")).toEqual(withheld("stale: block is 31 s old"));
  expect(gate({ rows, second: { rows: [row("BTC", { address: "elsewhere" })] } }, "BTC")).toEqual(
    withheld("providers_disagree: address"),
  );
  for (const first of [{ rows: null }, { mimir: null }, { height: null }]) {
    expect(gate({ ...first, second: { rows } }, "BTC").address, "the whole node's row").toBe("btc-vault");
  }
  expect(gate({ rows }, "LTC")).toEqual(withheld("unreadable: the address is not an address"));
  expect(gate({ rows }, "DOGE")).toEqual(withheld("unreadable: the address is not an address"));
  expect(gate({ rows: [row("ETH", { router: "<b>" })] }, "ETH")).toEqual(
    withheld("unreadable: the router is not an address"),
  );
  expect(gate({ rows }, "THOR")).toEqual(withheld("native_chain: send a MsgDeposit on the protocol's own chain"));
  expect(gate({ rows, mimir: { HALTTHORCHAIN: 1 } }, "THOR").reason).toMatch(/^native_chain/);
  expect(gate({ rows }, "SUI")).toEqual(withheld("unreadable: the chain is not listed"));
  expect(gate({ rows, mimir: { HALTSIGNING: 1, PAUSELP: 1 } }, "BTC").address, "neither stops deposits").toBe(
    "btc-vault",
  );
});
