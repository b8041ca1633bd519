// How many calls reach the nodes and the indexer. The goal is one per endpoint and block, however many clients ask.
import { RENEW_AHEAD_MS, SAFETY_KEEP_MS } from "../../../lib/protocol/safety/node-reading.ts";
import { importAutocannon } from "../load.ts";
import { mcpRequest } from "../questions.ts";
import { getAnswer, publicHost, startSite, startUpstream, withServers } from "../servers.ts";
import type { Outcome } from "./group.ts";

const BLOCK_SECONDS = 6;
const KEPT_SECONDS = (SAFETY_KEEP_MS - RENEW_AHEAD_MS) / 1000;

/** Either this many calls as fast as possible, or this many a second for a time. */
export type UpstreamLoad = { readonly amount: number } | { readonly perSecond: number; readonly seconds: number };

interface UpstreamCall {
  readonly provider: string;
  readonly path: string;
}

export async function countUpstreamCalls(loads: readonly UpstreamLoad[]): Promise<Outcome> {
  const autocannon = await importAutocannon();
  const rows: (string | number)[][] = [];
  const checks: { name: string; holds: boolean; seen: string }[] = [];
  for (const load of loads) {
    // Calls to a server that has read nothing yet.
    await withServers(async (start) => {
      const upstream = await start(startUpstream());
      const site = await start(startSite());
      const { requests, duration } = await autocannon({
        url: `${site.origin}/mcp`,
        ...mcpRequest("get_network_status", publicHost),
        ...("amount" in load
          ? { amount: load.amount, connections: Math.min(load.amount, 20) }
          : { overallRate: load.perSecond, duration: load.seconds, connections: 20 }),
      });
      const calls = (await (await getAnswer(`${upstream.origin}/__calls`)).json()) as UpstreamCall[];
      const perEndpoint = new Map<string, number>();
      for (const { provider, path } of calls) {
        const endpoint = `${provider}${path}`;
        perEndpoint.set(endpoint, (perEndpoint.get(endpoint) ?? 0) + 1);
      }
      const most = Math.max(...perEndpoint.values());
      const countSpans = (seconds: number) => Math.floor(duration / seconds) + 1;
      const blocks = countSpans(BLOCK_SECONDS);
      const name = "amount" in load ? `${load.amount} of ours` : `${load.perSecond} of ours a second`;
      const facts = [duration.toFixed(1), requests.total, perEndpoint.size, calls.length, most];
      rows.push([name, ...facts, countSpans(KEPT_SECONDS), blocks, (calls.length / requests.total).toFixed(4)]);
      checks.push({
        name: `${name}: one upstream call an endpoint and block`,
        holds: most <= blocks,
        seen: `${most} in ${duration.toFixed(1)} s, ${blocks} blocks begun`,
      });
    });
  }
  const head = [
    "Load",
    "Seconds",
    "Calls",
    "Endpoints",
    "Upstream calls",
    "Most of one endpoint",
    `Spans of ${KEPT_SECONDS} s begun`,
    `Blocks of ${BLOCK_SECONDS} s begun`,
    "Upstream calls a call",
  ];
  const note = `get_network_status on a server that has read nothing yet, 20 connections; two nodes and an indexer. Spans and blocks are counted from the first call. What a verdict rests on is read again after ${KEPT_SECONDS} s, before it is older than the protocol's rule of safety allows; one reading a block of ${BLOCK_SECONDS} s, the target, asks less often. The code keeps the rule: in the long run four readings in three blocks, which a short load cannot show.`;
  return { tables: [{ title: "Upstream calls", head, rows, note }], checks };
}
