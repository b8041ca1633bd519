// Tool calls over HTTP for the live specs, checks that every answer must pass, and the scripted upstream in another process.
import { type APIRequestContext, expect } from "@playwright/test";
import type { UpstreamCall } from "../support/upstream/server.ts";
import type { Change } from "../support/upstream/view.ts";

interface Row {
  readonly trading: string;
  readonly deposits?: string;
  readonly signing?: string;
  readonly liquidity?: string;
  readonly address?: string | null;
  readonly router?: string | null;
}

/** The members that these specs read, of any tool. */
interface Answer {
  readonly isError?: boolean;
  readonly structuredContent: {
    readonly freshness: string;
    readonly state?: string;
    readonly trading?: string;
    readonly chains?: readonly Row[];
    readonly pools?: readonly Row[];
    readonly inbound_address?: string | null;
  };
}

export type ToolCall = readonly [name: string, args: Readonly<Record<string, unknown>>];
const transaction = "AB000001".repeat(8);
const allCalls: readonly ToolCall[] = [
  ["get_network_status", {}],
  ["list_pools", {}],
  ["get_inbound_addresses", {}],
  ["get_swap_quote", { from: "BTC.BTC", to: "ETH.ETH", amount: "0.1" }],
  ["get_swap_status", { txid: transaction }],
];

/** An answer must not contain an upstream's address or text, a library's error, or a stack. */
const leak =
  /127\.0\.0\.1|localhost|node[01]\b|indexer0|ECONN|UND_ERR|undici|fetch failed|\bat \S+ \(|\.[jt]s:\d/i;

/** Node closes a connection that was idle for 5 s. A request that meets this is sent again. */
const resent = { maxRetries: 1 };

export const callBody = ([name, args]: ToolCall) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: args },
});

/** Calls a tool. Always expects HTTP 200 and an answer without leaks. */
export async function callTool(
  request: APIRequestContext,
  name: string,
  args: ToolCall[1] = {},
): Promise<Answer> {
  const data = callBody([name, args]);
  const response = await request.post("/mcp", { data, timeout: 60_000, ...resent });
  expect(response.status(), name).toBe(200);
  const text = await response.text();
  expect(text, name).not.toMatch(leak);
  return JSON.parse(text).result;
}

/** How many verdicts of an answer are "open". */
export function countOpen({ structuredContent }: Answer): number {
  const { trading, chains = [], pools = [] } = structuredContent;
  const ofRow = (row: Row) => [row.trading, row.deposits, row.signing, row.liquidity];
  return [trading, ...[...chains, ...pools].flatMap(ofRow)].filter((one) => one === "open").length;
}

/** Every place in an answer that can contain an address to send to. */
export function listAddresses({ structuredContent }: Answer): string[] {
  const { chains = [], inbound_address } = structuredContent;
  const rows = chains.flatMap((row) => [row.address, row.router]);
  return [...rows, inbound_address].filter((one) => typeof one === "string");
}

export async function expectUnknown(request: APIRequestContext): Promise<void> {
  for (const [name, args] of allCalls) {
    const answer = await callTool(request, name, args);
    const { freshness } = answer.structuredContent;
    const told = [answer.isError, freshness, countOpen(answer), listAddresses(answer)];
    expect(told, name).toEqual([true, "unknown", 0, []]);
  }
}

/** The scripted upstream in another process. */
export const createRemote = (request: APIRequestContext, url: string) => ({
  /** Without what earlier specs changed, then with these changes. */
  script: async (...changes: readonly Change[]) => {
    await request.post(`${url}/__reset`, resent);
    const response = await request.post(`${url}/__control`, { data: changes, ...resent });
    expect(response.status()).toBe(200);
  },
  forgetCalls: () => request.delete(`${url}/__calls`, resent),
  calls: async (): Promise<UpstreamCall[]> => (await request.get(`${url}/__calls`, resent)).json(),
});
