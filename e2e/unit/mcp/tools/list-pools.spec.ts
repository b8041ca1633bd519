// list_pools: the members of a pool, its filters, and what a limit leaves.
import { expect, test } from "@playwright/test";
import { failedNetwork, pools } from "../fake-network.ts";
import { runTool } from "../run-tool.ts";
import { envelopeKeys, poolKeys } from "./answer-members.ts";

test("list_pools: a pool has exactly the documented keys, with exact amounts", async () => {
  const { structured } = await runTool("list_pools");
  expect(structured.total).toBe(40);
  const rows = structured.pools as Record<string, unknown>[];
  expect(rows).toHaveLength(10);
  for (const row of rows) expect(Object.keys(row)).toEqual(poolKeys);
  expect(rows[0]).toEqual({
    asset: "BTC.BTC",
    chain: "BTC",
    status: "available",
    trading: "open",
    halted_by: [],
    price_usd: "85164.12",
    asset_depth: "812.13456789",
    native_depth: "48211004.12345678",
    native_asset: "THOR.RUNE",
    depth_usd: "138328010.11",
    outbound_fee: { amount: "0.00001103", asset: "BTC.BTC", usd: "0.94" },
    reason: null,
  });
  expect(rows[5]).toMatchObject({ price_usd: null, depth_usd: null, outbound_fee: { usd: null } });
  expect(rows[6]).toMatchObject({ outbound_fee: null });
});

for (const [input, expected] of [
  [{ asset: "BTC" }, ["BTC.BTC"]],
  [{ asset: "eth.usdc" }, ["ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48"]],
  [{ chain: "gaia" }, ["GAIA.ATOM"]],
  [{ asset: "BTC", chain: "ETH" }, []],
  [{ status: "staged" }, [pools[40]?.asset]],
  [{ status: "suspended" }, []],
] as const) {
  test(`list_pools ${JSON.stringify(input)} returns ${expected.length}`, async () => {
    const { structured, isError } = await runTool("list_pools", input);
    expect(isError).toBe(false);
    expect(structured.total).toBe(expected.length);
    expect((structured.pools as { asset: string }[]).map((pool) => pool.asset)).toEqual(expected);
  });
}

test("list_pools: total counts before limit, and is null if nothing was read", async () => {
  const all = (await runTool("list_pools", { status: "all", limit: 200 })).structured;
  expect([all.total, (all.pools as unknown[]).length]).toEqual([41, 41]);
  const few = (await runTool("list_pools", { limit: 2 })).structured;
  expect([few.total, (few.pools as unknown[]).length]).toEqual([40, 2]);
  expect((await runTool("list_pools", {}, failedNetwork)).structured.total).toBeNull();
});

test("list_pools: with fields, only asset and the named keys remain, in the text too", async () => {
  const { structured, text } = await runTool("list_pools", { limit: 3, fields: ["price_usd"] });
  for (const pool of structured.pools as object[])
    expect(Object.keys(pool)).toEqual(["asset", "price_usd"]);
  expect(Object.keys(structured)).toEqual([...envelopeKeys, "total", "pools"]);
  expect(text).not.toContain("depth");
});
