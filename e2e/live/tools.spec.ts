// NETWORK=thorchain on a scripted upstream over HTTP: the tools state exactly the upstream's data.
import { formatUnits } from "../../lib/protocol/values/amounts.ts";
import { expect, test } from "./live-test.ts";
import { callTool, resetRemote } from "./tool-calls.ts";

test("both tools answer with the upstream's own data", async ({ request, upstream }) => {
  const remote = await resetRemote(request, upstream);
  const rows: { chain: string; outbound_fee?: string }[] = await remote.read("/node0/thorchain/inbound_addresses");
  const mimir: Record<string, number> = await remote.read("/node0/thorchain/mimir");
  const status = await callTool(request, "get_network_status");
  const { structuredContent } = status;
  expect(status.isError).toBeFalsy();
  expect(structuredContent).toMatchObject({ network: "thorchain", source: "live", trading: "open", halted_by: [] });
  expect(structuredContent.as_of.age_seconds).toBeLessThanOrEqual(30);
  expect(rows.length).toBeGreaterThan(3);
  const chainOf = (code: string) => structuredContent.chains?.find(({ chain }) => chain === code);
  for (const row of rows) {
    const chain = chainOf(row.chain);
    // A ragnarok of the gas asset ends the chain's trading, although no flag of its row says so.
    const verdict = Number(mimir[`RAGNAROK-${row.chain}-${row.chain}`] ?? 0) > 0 ? "halted" : "open";
    expect(chain, row.chain).toMatchObject({ trading: verdict, deposits: verdict, signing: "open" });
    if (row.outbound_fee && chain?.outbound_fee) {
      expect(chain.outbound_fee.amount, row.chain).toBe(formatUnits(BigInt(row.outbound_fee), 8));
    }
  }
  expect(chainOf("THOR")?.trading).toBe("open");

  const bodies: { asset: string; balance_asset: string; balance_rune: string; status: string }[] =
    await remote.read("/node0/thorchain/pools");
  const deepest = bodies
    .filter((pool) => pool.status === "Available")
    .sort((a, b) => (BigInt(b.balance_rune) > BigInt(a.balance_rune) ? 1 : -1));
  const pools = (await callTool(request, "list_pools", { limit: 3 })).structuredContent;
  expect(pools.total).toBe(deepest.length);
  expect(pools.pools?.map(({ asset, asset_depth, native_depth }) => [asset, asset_depth, native_depth])).toEqual(
    deepest
      .slice(0, 3)
      .map((pool) => [
        pool.asset,
        formatUnits(BigInt(pool.balance_asset), 8),
        formatUnits(BigInt(pool.balance_rune), 8),
      ]),
  );
});

test("nothing on this network says sample", async ({ request }) => {
  for (const path of ["/", "/index.md", "/pricing", "/.well-known/status"]) {
    const response = await request.get(path);
    expect(response.headers()["x-robots-tag"], path).toBeUndefined();
    expect(await response.text(), path).not.toMatch(/sample network|\*\*sample\*\*/);
  }
});
