// Tool calls over HTTP for the live specs, and checks that every answer must pass.
import { type APIRequestContext, expect } from "@playwright/test";
import type { UpstreamCall } from "../support/upstream/server.ts";
import type { Change } from "../support/upstream/view.ts";

interface ChainRow {
  readonly chain: string;
  readonly trading: string;
  readonly deposits: string;
  readonly signing: string;
  readonly liquidity: string;
  readonly halted_by: readonly string[];
  readonly address?: string | null;
  readonly router?: string | null;
}

/** The members that these specs read, of any tool. */
interface Structured {
  readonly freshness: string;
  readonly trading?: string;
  readonly chains?: readonly ChainRow[];
  readonly pools?: readonly {
    readonly asset: string;
    readonly asset_depth: string;
    readonly trading: string;
  }[];
  readonly providers?: readonly { readonly kind: string; readonly ok: boolean }[];
  readonly expected_amount_out?: string | null;
  readonly memo?: string | null;
  readonly inbound_address?: string | null;
  readonly state?: string;
}

export interface Answer {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: Structured;
}

export type ToolCall = readonly [name: string, args: Readonly<Record<string, unknown>>];

/** An answer must not contain an upstream's address or text, a library's error, or a stack. */
const leak =
  /127\.0\.0\.1|localhost|node[01]\b|indexer0|ECONN|UND_ERR|undici|fetch failed|\bat \S+ \(|\.[jt]s:\d|Just a moment|Checking your browser|doctype|redirected/i;

export function callBody([name, args]: ToolCall): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args },
  });
}

/** Node closes a connection that was idle for 5 s. A request that meets this is sent again. */
const resent = { maxRetries: 1 };

/** Calls a tool. Always expects HTTP 200 and an answer without leaks. */
export async function callTool(
  request: APIRequestContext,
  name: string,
  args: object = {},
): Promise<Answer> {
  const response = await request.post("/mcp", {
    data: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
    timeout: 60_000,
    ...resent,
  });
  expect(response.status(), name).toBe(200);
  const text = await response.text();
  expect(text, name).not.toMatch(leak);
  return JSON.parse(text).result;
}

/** Every verdict of an answer by its subject: "BTC.signing" → "open". */
export function listVerdicts({
  trading,
  chains = [],
  pools = [],
}: Structured): Map<string, string> {
  const rows = chains.flatMap((row) =>
    (["trading", "deposits", "signing", "liquidity"] as const).map((question): [string, string] => [
      `${row.chain}.${question}`,
      row[question],
    ]),
  );
  const found: [string, string | undefined][] = [
    ["trading", trading],
    ...rows,
    ...pools.map((pool): [string, string] => [`pool ${pool.asset}`, pool.trading]),
  ];
  return new Map(found.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

export const listOpen = (answer: Answer) =>
  [...listVerdicts(answer.structuredContent)]
    .filter(([, verdict]) => verdict === "open")
    .map(([name]) => name);

/** Every place in an answer that can contain an address to send to. */
export function listAddresses({
  structuredContent: { chains = [], inbound_address },
}: Answer): string[] {
  const rows = chains.flatMap((row) => [row.address, row.router]);
  return [...rows, inbound_address].filter((one): one is string => typeof one === "string");
}

/** The scripted upstream in another process. */
export function createRemote(request: APIRequestContext, url: string) {
  return {
    change: async (...changes: Change[]) => {
      const response = await request.post(`${url}/__control`, { data: changes, ...resent });
      expect(response.status()).toBe(200);
    },
    reset: async () => {
      await request.post(`${url}/__reset`, resent);
    },
    forgetCalls: async () => {
      await request.delete(`${url}/__calls`, resent);
    },
    calls: async (provider = ""): Promise<UpstreamCall[]> =>
      (await request.get(`${url}/__calls?provider=${provider}`, resent)).json(),
    read: async (path: string) => (await request.get(`${url}${path}`, resent)).json(),
  };
}
export type Remote = ReturnType<typeof createRemote>;

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Breakers and caches keep a fault for a while. Repeats until every provider is healthy again. */
export async function untilWell(request: APIRequestContext): Promise<Answer> {
  let last: Answer | undefined;
  const isWell = async () => {
    last = await callTool(request, "get_network_status");
    const { freshness, providers = [] } = last.structuredContent;
    return freshness === "fresh" && providers.length === 3 && providers.every(({ ok }) => ok);
  };
  await expect.poll(isWell, { timeout: 40_000, intervals: [400] }).toBe(true);
  return last as Answer;
}

/** The upstream without what earlier specs changed, then with these changes. Nothing that was read before is kept or repeated. */
export async function resetRemote(
  request: APIRequestContext,
  url: string,
  ...changes: Change[]
): Promise<Remote> {
  const remote = createRemote(request, url);
  await remote.reset();
  if (changes.length > 0) await remote.change(...changes);
  const mimir: Record<string, number> = await remote.read("/node0/thorchain/mimir");
  await remote.forgetCalls();
  // The parameters are what a halt is told by: both nodes must have been asked for them since the reset.
  const isRenewed = async () => {
    const { chains = [] } = (await untilWell(request)).structuredContent;
    const asked = (await remote.calls()).filter(({ path }) => path.endsWith("/mimir"));
    const halts = chains.flatMap(({ halted_by }) => halted_by).filter((key) => /^[A-Z]/.test(key));
    return (
      new Set(asked.map(({ provider }) => provider)).size === 2 &&
      halts.every((key) => (mimir[key] ?? 0) > 0)
    );
  };
  await expect.poll(isRenewed, { timeout: 60_000, intervals: [400] }).toBe(true);
  return remote;
}

/** Safety facts are cached for 5 s, pools and similar for 6 s. After this time nothing that was read before is told. */
export const COLD_MS = 6_100;
