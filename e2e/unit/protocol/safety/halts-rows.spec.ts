// Verdicts by inbound rows: their flags, a chain without a row, a chain outside the preset, and what concerns the whole network.
import { expect, test } from "@playwright/test";
import { judge } from "../../../../lib/protocol/safety/halts.ts";
import { chainReasons } from "../../../../lib/protocol/safety/reasons.ts";
import type { InboundAddress } from "../../../../lib/protocol/upstream/network-schemas.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
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

for (const flag of ["halted", "global_trading_paused", "chain_trading_paused"] as const) {
  test(`row flag ${flag}: any true halts; missing or not boolean is not false`, () => {
    const rows = (value: unknown) => [row("ETH", { [flag]: value }), row("BTC")];
    const eth = chainOf({ rows: rows(true) }, "ETH");
    expect(eth).toMatchObject({
      trading: halted(flag),
      deposits: halted(flag),
      liquidity: halted(flag),
      signing: open,
    });
    expect(chainOf({ rows: rows(true) }, "BTC").trading).toEqual(open);
    for (const value of [undefined, null, "false", 0]) {
      expect(chainOf({ rows: rows(value) }, "ETH").trading).toEqual(
        unknown(chainReasons.flagMissing),
      );
      expect(chainOf({ rows: rows(value) }, "ETH").signing).toEqual(open);
      expect(chainOf({ rows: rows(value), mimir: { HALTETHCHAIN: 1 } }, "ETH").trading).toEqual(
        halted("HALTETHCHAIN"),
      );
    }
    expect(chainOf({ rows: rows(false) }, "ETH").trading).toEqual(open);
  });
}

test("the flag that stops the whole network stops the native chain, which has no row of its own", () => {
  const facts = {
    rows: [
      row("ETH", { global_trading_paused: true }),
      row("BTC", { global_trading_paused: true }),
    ],
  };
  expect(chainOf(facts, "THOR")).toMatchObject({
    trading: halted("global_trading_paused"),
    deposits: halted("global_trading_paused"),
    liquidity: halted("global_trading_paused"),
    signing: open,
  });
});

test("chain_lp_actions_paused is a matter of liquidity alone", () => {
  const paused = chainOf({ rows: [row("ETH", { chain_lp_actions_paused: true })] }, "ETH");
  expect(paused).toMatchObject({ trading: open, deposits: open, signing: open });
  expect(paused.liquidity).toEqual(halted("chain_lp_actions_paused"));
  const missing = chainOf({ rows: [row("ETH", { chain_lp_actions_paused: undefined })] }, "ETH");
  expect(missing).toMatchObject({ trading: open, deposits: open, signing: open });
  expect(missing.liquidity).toEqual(unknown(chainReasons.flagMissing));
});

test("names come in a stable order, parameters before flags, each once", () => {
  const eth = { rows: [row("ETH", { halted: true, chain_trading_paused: true })] };
  const mimir = {
    SOLVENCYHALTETHCHAIN: 1,
    HALTETHTRADING: 1,
    HALTTRADING: 1,
    NODEPAUSECHAINGLOBAL: H,
  };
  expect(chainOf({ ...eth, mimir, second: { mimir, ...eth } }, "ETH").trading.haltedBy).toEqual([
    "HALTTRADING",
    "HALTETHTRADING",
    "NODEPAUSECHAINGLOBAL",
    "SOLVENCYHALTETHCHAIN",
    "halted",
    "chain_trading_paused",
  ]);
});

test("a chain of the preset without a row takes no deposits: unknown, or halted where mimir says so", () => {
  const rows = [row("BTC")];
  expect(chainOf({ rows }, "ETH")).toMatchObject({
    trading: unknown(chainReasons.notListed),
    deposits: unknown(chainReasons.notListed),
    signing: open,
  });
  expect(chainOf({ rows, mimir: { HALTETHCHAIN: 1 } }, "ETH").deposits).toEqual(
    halted("HALTETHCHAIN"),
  );
  expect(chainOf({ rows: [row("BTC"), row("BTC")] }, "BTC").trading).toEqual(
    unknown(chainReasons.manyRows),
  );
});

test("a chain that appears live but is not in the preset is judged too, after the preset's own", () => {
  const rows = [...rowsOf("thorchain"), row("ZZZ9"), row("ZZZ8")];
  expect([...judge(toEvidence({ rows })).chains.keys()].slice(-2)).toEqual(["ZZZ8", "ZZZ9"]);
  expect(chainOf({ rows }, "ZZZ9").trading).toEqual(open);
  expect(chainOf({ rows, mimir: { HALTZZZ9TRADING: 1 } }, "ZZZ9").trading).toEqual(
    halted("HALTZZZ9TRADING"),
  );
  expect(chainOf({ rows, mimir: { "RAGNAROK-ZZZ9-ZZZ9": 1 } }, "ZZZ9").trading).toEqual(
    halted("RAGNAROK-ZZZ9-ZZZ9"),
  );
  expect([...judge(toEvidence()).chains.keys()]).toEqual(
    presets.thorchain.chains.map((chain) => chain.code),
  );
});

test("on MAYAChain THOR is an external chain with a row of its own", () => {
  const network = "mayachain";
  expect(chainOf({ network, mimir: { HALTTHORCHAIN: 1 } }, "THOR").trading).toEqual(
    halted("HALTTHORCHAIN"),
  );
  expect(chainOf({ network, mimir: { HALTTHORCHAIN: 1 } }, "MAYA").trading).toEqual(open);
  expect(chainOf({ network, rows: [row("BTC")] }, "THOR").trading.verdict).toBe("unknown");
});

test("the network is open where at least one chain beside its own was verified open", () => {
  const network = (facts: Facts) => judge(toEvidence(facts)).network;
  expect(network({ rows: [row("BTC", { halted: true }), row("ETH", { address: "" })] })).toEqual(
    unknown(chainReasons.noneOpen),
  );
  expect(network({ mimir: { HALTBTCTRADING: 1 }, rows: [row("BTC"), row("ETH")] })).toEqual(open);
  expect(network({ mimir: { HALTTRADING: 1 }, rows: [row("BTC", { halted: true })] })).toEqual(
    halted("HALTTRADING"),
  );
});

test("a row without an address makes its own chain unknown, and no other", () => {
  const { address: _, ...bare } = row("ETH");
  for (const without of [bare as InboundAddress, row("ETH", { address: "" })]) {
    const { chains } = judge(toEvidence({ rows: [row("BTC"), without] }));
    expect(chains.get("ETH")?.trading).toEqual(unknown(chainReasons.noAddress));
    expect(chains.get("BTC")?.trading).toEqual(open);
  }
});

test("the network: global keys, or global_trading_paused on any row; one chain's halt is not the network's", () => {
  const network = (facts: Facts) => judge(toEvidence(facts)).network;
  expect(network({ rows: [row("BTC"), row("ETH", { global_trading_paused: true })] })).toEqual(
    halted("global_trading_paused"),
  );
  expect(
    network({ rows: [row("BTC", { halted: true, chain_trading_paused: true }), row("LTC")] }),
  ).toEqual(open);
  expect(network({ mimir: { HALTBTCTRADING: 1, HALTSIGNING: 1, PAUSELP: 1 } })).toEqual(open);
});
