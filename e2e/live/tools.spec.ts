// NETWORK=thorchain on a scripted upstream over HTTP: the tools
// state exactly the upstream's data, and invent nothing without it.
import type { APIRequestContext } from "@playwright/test";
import { formatUnits } from "../../lib/protocol/values/amounts.ts";
import { liquidityPause, signingHalt, tradingHalt } from "../support/halt-key.ts";
import type { Change } from "../support/upstream/view.ts";
import { expect, test } from "./live-test.ts";

interface Verdicts {
  chain: string;
  trading: string;
  deposits: string;
  signing: string;
  liquidity: string;
  halted_by: string[];
  outbound_fee: { amount: string; asset: string } | null;
}
interface Answer {
  isError?: boolean;
  content: { text: string }[];
  structuredContent: {
    network: string;
    source: string;
    freshness: string;
    as_of: { height: number | null; age_seconds: number | null };
    trading: string;
    halted_by: string[];
    chains: Verdicts[];
    total: number;
    pools: { asset: string; asset_depth: string; native_depth: string; trading: string }[];
    error?: { code: string; hint: string };
  };
}

let upstream: string;
test.beforeEach(async ({ request, upstream: url }) => {
  upstream = url;
  await request.post(`${upstream}/__reset`);
});
test.afterEach(({ request }) => request.post(`${upstream}/__reset`));

async function call(request: APIRequestContext, name: string, args: object = {}): Promise<Answer> {
  const response = await request.post("/mcp", {
    data: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
  });
  expect(response.status()).toBe(200);
  return (await response.json()).result;
}

const change = (request: APIRequestContext, ...changes: Change[]) =>
  request.post(`${upstream}/__control`, { data: changes });

/** Resolves when everything cached for 5 s has expired. */
async function untilStatus(request: APIRequestContext, isReached: (answer: Answer) => boolean): Promise<Answer> {
  let last: Answer | undefined;
  await expect
    .poll(
      async () => {
        last = await call(request, "get_network_status");
        return isReached(last);
      },
      { timeout: 20_000, intervals: [500] },
    )
    .toBe(true);
  return last as Answer;
}
const isFresh = (answer: Answer) => answer.structuredContent.freshness === "fresh";
const chainOf = (answer: Answer, chain: string) =>
  answer.structuredContent.chains.find((row) => row.chain === chain) as Verdicts;

test("both tools answer with the upstream's own data", async ({ request }) => {
  // Data of an earlier script may still be cached for 5 s.
  await expect(async () => {
    const status = await untilStatus(request, isFresh);
    const rows: { chain: string; outbound_fee?: string }[] = await (
      await request.get(`${upstream}/node0/thorchain/inbound_addresses`)
    ).json();
    const mimir: Record<string, number> = await (await request.get(`${upstream}/node0/thorchain/mimir`)).json();
    const { structuredContent } = status;
    expect(status.isError).toBeFalsy();
    expect(structuredContent).toMatchObject({ network: "thorchain", source: "live", trading: "open", halted_by: [] });
    expect(structuredContent.as_of.age_seconds).toBeLessThanOrEqual(30);
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) {
      const chain = chainOf(status, row.chain);
      // A ragnarok of the gas asset ends the chain's trading, although no flag of its row says so.
      const verdict = Number(mimir[`RAGNAROK-${row.chain}-${row.chain}`] ?? 0) > 0 ? "halted" : "open";
      expect(chain, row.chain).toMatchObject({ trading: verdict, deposits: verdict, signing: "open" });
      if (row.outbound_fee && chain.outbound_fee) {
        expect(chain.outbound_fee.amount, row.chain).toBe(formatUnits(BigInt(row.outbound_fee), 8));
      }
    }
    expect(chainOf(status, "THOR").trading).toBe("open");
  }).toPass({ timeout: 20_000 });

  const bodies: { asset: string; balance_asset: string; balance_rune: string; status: string }[] = await (
    await request.get(`${upstream}/node0/thorchain/pools`)
  ).json();
  const deepest = bodies
    .filter((pool) => pool.status === "Available")
    .sort((a, b) => (BigInt(b.balance_rune) > BigInt(a.balance_rune) ? 1 : -1));
  const pools = await call(request, "list_pools", { limit: 3 });
  expect(pools.structuredContent.total).toBe(deepest.length);
  expect(
    pools.structuredContent.pools.map(({ asset, asset_depth, native_depth }) => [asset, asset_depth, native_depth]),
  ).toEqual(
    deepest
      .slice(0, 3)
      .map((pool) => [
        pool.asset,
        formatUnits(BigInt(pool.balance_asset), 8),
        formatUnits(BigInt(pool.balance_rune), 8),
      ]),
  );
});

test("a halt is shown with its parameter, on its chain only", async ({ request }) => {
  await change(request, {
    mimir: {
      [tradingHalt("BTC")]: 1,
      [signingHalt("ETH")]: 1,
      [liquidityPause("LTC")]: 1,
      HALTRADING: 1,
      NODEPAUSECHAINGLOBAL: "-10",
    },
  });
  const status = await untilStatus(request, (answer) => isFresh(answer) && chainOf(answer, "BTC").trading === "halted");
  expect(chainOf(status, "BTC")).toMatchObject({ deposits: "halted", signing: "open" });
  expect(chainOf(status, "BTC").halted_by).toContain(tradingHalt("BTC"));
  expect(chainOf(status, "ETH")).toMatchObject({ trading: "open", signing: "halted" });
  expect(chainOf(status, "LTC")).toMatchObject({ trading: "open", signing: "open", liquidity: "halted" });
  expect(status.structuredContent.trading).toBe("open");
});

test("nodes that disagree make the chain unknown", async ({ request }) => {
  await change(request, {
    provider: "node1",
    inbound: { ETH: { router: "0x0000000000000000000000000000000000000001" } },
  });
  // After the scene before, the two nodes may still differ about BTC for a moment. Only this chain stays unknown.
  await untilStatus(
    request,
    (answer) =>
      isFresh(answer) && chainOf(answer, "ETH").trading === "unknown" && chainOf(answer, "BTC").trading === "open",
  );
});

test("without usable upstream data tools say so, documents still answer, nothing is invented", async ({ request }) => {
  for (const fault of [{ kind: "html" }, { kind: "status", status: 500 }, { kind: "reset" }] as const) {
    await change(request, { fault } as Change);
    const status = await untilStatus(request, (answer) => answer.isError === true);
    const text = status.content.map((part) => part.text).join("\n");
    expect(status.structuredContent.trading).not.toBe("open");
    expect(status.structuredContent.chains.filter((chain) => chain.trading === "open")).toEqual([]);
    expect(status.structuredContent.error?.hint).toMatch(/do not send/i);
    expect(text).toMatch(/do not send/i);
    expect(text).not.toMatch(/127\.0\.0\.1|localhost|node0|ECONN|at \w+ \(|\.ts:/);
    const pools = await call(request, "list_pools");
    expect(pools.isError, `${fault.kind}: pools`).toBe(true);
    for (const path of ["/", "/pricing.md", "/llms.txt", "/openapi.json", "/.well-known/mcp/server-card.json"]) {
      expect((await request.get(path)).status(), path).toBe(200);
    }
    const health = await request.get("/.well-known/status");
    expect(health.status()).toBe(200);
    expect(await health.json()).toMatchObject({ status: "fail", network: { verdict: "unknown" } });
    await request.post(`${upstream}/__reset`);
  }
});

test("nothing on this network says sample", async ({ request }) => {
  for (const path of ["/", "/index.md", "/pricing", "/.well-known/status"]) {
    const response = await request.get(path);
    expect(response.headers()["x-robots-tag"], path).toBeUndefined();
    expect(await response.text(), path).not.toMatch(/sample network|\*\*sample\*\*/);
  }
});
