// MCP with warm caches: ours with its guard, compared with a bare
// route handler of the same bytes and with servers without a guard.
import { type Contender, measure } from "../load.ts";
import { isMcpResult, mcpQuestionNames, mcpRequest } from "../questions.ts";
import type { Running } from "../running.ts";
import { publicHost, startNextPeer, startPeer, startSite, startUpstream, withServers } from "../servers.ts";
import { ratioOf } from "../statistics.ts";
import type { Comparison, Outcome, Pace } from "./group.ts";

/** The target of our requests a second, divided by theirs. */
const targets = {
  "bare Next route handler": 0.8,
  "adapter in a bare Next app": null,
  "SDK 2 on node:http": 0.6,
  "SDK 1 on node:http": 0.6,
  FastMCP: 1,
} as const;
const P99_LIMIT_MS = 100;

export async function measureMcp(pace: Pace, folder: string): Promise<Outcome> {
  return withServers(async (start) => {
    await start(startUpstream());
    const site = await start(startSite());
    const next = await start(startNextPeer(folder));
    const [sdk2, sdk1, fastmcp] = [
      await start(startPeer("sdk2", folder)),
      await start(startPeer("sdk1", folder)),
      await start(startPeer("fastmcp", folder)),
    ];
    const comparisons: Comparison[] = [];
    for (const question of mcpQuestionNames) {
      const createContender = (name: string, { origin, pid }: Running, path = "/mcp", host?: string): Contender => ({
        name,
        pid,
        load: { url: `${origin}${path}`, ...mcpRequest(question, host) },
        status: 200,
        findFault: (answer) => (isMcpResult(answer) ? null : answer.slice(0, 200)),
      });
      const measured = await measure(
        [
          createContender("Signpost", site, "/mcp", publicHost),
          createContender("bare Next route handler", next, `/answer/${question}.json`),
          createContender("adapter in a bare Next app", next),
          createContender("SDK 2 on node:http", sdk2),
          createContender("SDK 1 on node:http", sdk1),
          createContender("FastMCP", fastmcp),
        ],
        pace,
      );
      const [ours, ...others] = measured;
      const ratios = others.map(({ name, requestsPerSecond }) => ({
        name: `Signpost / ${name}`,
        value: ratioOf(ours?.requestsPerSecond ?? [], requestsPerSecond),
        target: targets[name as keyof typeof targets],
      }));
      comparisons.push({ title: question, measured, ratios });
    }
    const checks = comparisons.map(({ title, measured }) => {
      const worst = Math.max(...(measured[0]?.p99Ms ?? []));
      return {
        name: `${title}: p99 below ${P99_LIMIT_MS} ms at 20 connections`,
        holds: worst < P99_LIMIT_MS,
        seen: `${worst} ms in the worst round`,
      };
    });
    return { comparisons, checks };
  });
}
