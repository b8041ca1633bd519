// get_network_status: the members of the answer and of a chain, and which halt is read first.
import { expect, test } from "@playwright/test";
import { createWorld } from "../../../support/world.ts";
import { runTool } from "../run-tool.ts";
import { bodyKeys, envelopeKeys } from "./answer-members.ts";

test("get_network_status: has exactly the documented shape", async () => {
  const { structured, isError } = await runTool("get_network_status");
  expect(isError).toBe(false);
  const { chains, ...rest } = structured as { chains: Record<string, unknown>[] };
  expect(chains.find((chain) => chain.chain === "BTC")).toEqual({
    chain: "BTC",
    trading: "open",
    deposits: "open",
    signing: "open",
    liquidity: "halted",
    halted_by: ["PAUSELPBTC"],
    scheduled: [
      {
        parameter: "HALTBTCTRADING",
        value: 28140000,
        height: 28140000,
        estimated_time: "2026-11-20T11:08:00Z",
      },
    ],
    reason: null,
    outbound_fee: { amount: "0.0000112", asset: "BTC.BTC", usd: "0.95" },
    dust_threshold: "0.00002",
    gas_rate: "11",
    gas_rate_units: "sat",
    gas_rate_per: "byte",
    block_time_seconds: 600,
    last_observed_height: 922016,
  });
  expect(chains.find((chain) => chain.chain === "GAIA")?.halted_by).toEqual([
    "HALTGAIATRADING",
    "HALTGAIACHAIN",
  ]);
  expect(chains[0]).toMatchObject({
    chain: "THOR",
    dust_threshold: null,
    gas_rate: null,
    reason: "native_chain: send a MsgDeposit",
  });
  expect(rest).toMatchObject({
    network: "thorchain",
    source: "live",
    as_of: { height: 28135243, block_time: "2026-11-20T03:12:30Z", age_seconds: 5 },
    freshness: "fresh",
    trading: "open",
    halted_by: [],
    fees: {
      native_transaction: { amount: "0.02", asset: "THOR.RUNE", usd: "0.03" },
      native_outbound: { amount: "0.02", asset: "THOR.RUNE", usd: "0.03" },
      outbound_multiplier_bps: 100,
      minimum_slip_bps: { l1: 10, synth: 10, trade: 0, secured: 5, derived: null, stable: 3 },
    },
    halt_parameters: {
      PAUSELPBTC: { value: 1, in_force: true },
      HALTBTCTRADING: { value: 28140000, in_force: false },
    },
    queue: { swap: 0, outbound: 12, internal: 3, scheduled_outbound_value: "1204.5" },
    providers: [
      { kind: "node", ok: true, height: 28135243, lag_blocks: 0 },
      { kind: "indexer", ok: false, height: 28135242, lag_blocks: 1 },
    ],
  });
  expect(Object.keys((rest as { outbound_fees: object }).outbound_fees)).toEqual(
    chains.map((chain) => chain.chain),
  );
});

test("get_network_status: who asks about a halted chain reads its halt first, and not that the network is open", async () => {
  const world = createWorld();
  world.mimir.HALTBTCTRADING = 1;
  const { structured, text } = await runTool("get_network_status", { chain: "btc" }, world.network);
  expect(structured).toMatchObject({
    state: "halted",
    trading: "open",
    chains: [{ chain: "BTC", trading: "halted" }],
  });
  const lines = text.split("\n");
  const lineOf = (start: string) => lines.findIndex((line) => line.startsWith(start));
  expect(lines[0]).toContain("Do not swap from or to Bitcoin. Trading there is halted.");
  expect(lines[1]).toBe("state halted");
  expect(lineOf("chains")).toBe(2);
  expect(lineOf("network: trading open, halted_by none")).toBeGreaterThan(2);
  const whole = await runTool("get_network_status", {}, world.network);
  expect(whole.text.split("\n").slice(1, 3)).toEqual([
    "state partly_halted",
    "network: trading open, halted_by none",
  ]);
});

test("get_network_status: with fields, only the envelope and the named keys remain, in the text too", async () => {
  for (const field of bodyKeys.get_network_status as string[]) {
    const { structured, text } = await runTool("get_network_status", { fields: [field] });
    expect(Object.keys(structured)).toEqual([...envelopeKeys, field]);
    expect(text.split("\n")[1]).toMatch(new RegExp(`^(network: )?${field}\\b`));
  }
  const fees = await runTool("get_network_status", { fields: ["outbound_fees"] });
  expect(fees.text).toContain("BTC 0.0000112 BTC.BTC (usd 0.95)");
});
