// How many calls the nodes and the indexer get for calls of ours: one an endpoint and block, however many clients ask.
import { importAutocannon } from "../load.ts";
import { toMcpRequest } from "../questions.ts";
import { getAnswer, publicHost, startSite, startUpstream, withServers } from "../servers.ts";
import type { Outcome } from "./group.ts";

const BLOCK_SECONDS = 6;

interface UpstreamCall {
  readonly provider: string;
  readonly path: string;
}

export async function countUpstreamCalls(amounts: readonly number[]): Promise<Outcome> {
  const autocannon = await importAutocannon();
  const rows: (string | number)[][] = [];
  const checks: { name: string; holds: boolean; seen: string }[] = [];
  for (const amount of amounts) {
    // Of a server that has read nothing yet.
    await withServers(async (start) => {
      const upstream = await start(startUpstream());
      const site = await start(startSite());
      const load = { url: `${site.origin}/mcp`, ...toMcpRequest("get_network_status", publicHost) };
      const { duration } = await autocannon({ ...load, amount, connections: Math.min(amount, 20) });
      const calls = (await (await getAnswer(`${upstream.origin}/__calls`)).json()) as UpstreamCall[];
      const perEndpoint = new Map<string, number>();
      for (const { provider, path } of calls) {
        const endpoint = `${provider}${path}`;
        perEndpoint.set(endpoint, (perEndpoint.get(endpoint) ?? 0) + 1);
      }
      const most = Math.max(...perEndpoint.values());
      const blocks = Math.floor(duration / BLOCK_SECONDS) + 1;
      rows.push([
        amount,
        duration.toFixed(1),
        perEndpoint.size,
        calls.length,
        most,
        blocks,
        (calls.length / amount).toFixed(4),
      ]);
      checks.push({
        name: `${amount} calls: one upstream call an endpoint and block`,
        holds: most <= blocks,
        seen: `${most} in ${blocks} spans of a block`,
      });
    });
  }
  const head = [
    "Calls",
    "Seconds",
    "Endpoints",
    "Upstream calls",
    "Most of one endpoint",
    "Spans of a block begun",
    "Upstream calls a call",
  ];
  const note =
    "get_network_status on a server that has read nothing yet, 20 connections; two nodes and an indexer. A span of a block is 6 s from the first call.";
  return { tables: [{ title: "Upstream calls", head, rows, note }], checks };
}
