// Documents: ours without and with the front, compared with the
// same bytes and headers from a bare Next app, node:http and nginx.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Contender, measure } from "../load.ts";
import type { Running } from "../running.ts";
import {
  publicHost,
  startFiles,
  startNextPeer,
  startPeer,
  startShippedFront,
  startSite,
  startUpstream,
  withServers,
} from "../servers.ts";
import { ratioOf } from "../statistics.ts";
import type { Comparison, Measured, Outcome, Pace, Ratio } from "./group.ts";

interface Case {
  readonly title: string;
  /** Path on our site. */
  readonly path: string;
  readonly accept?: string;
  /** Conditional requests, with the ETag that each server gave. */
  readonly status?: 304;
  /** Path in the bare Next app. */
  readonly next: string;
  readonly file: string;
}

const cases: readonly Case[] = [
  { title: "/llms.txt", path: "/llms.txt", next: "/text", file: "llms.txt" },
  { title: "/pricing as HTML", path: "/pricing", accept: "text/html,*/*;q=0.8", next: "/page", file: "pricing.html" },
  { title: "/ as Markdown", path: "/", accept: "text/markdown, text/html;q=0.9", next: "/markdown", file: "index.md" },
  { title: "304 of /llms.txt", path: "/llms.txt", status: 304, next: "/text", file: "llms.txt" },
];

export function measureDocuments(pace: Pace, folder: string): Promise<Outcome> {
  return withServers(async (start) => {
    await start(startUpstream());
    const site = await start(startSite());
    const next = await start(startNextPeer(folder));
    const nodeHttp = await start(startPeer("nodeHttp", folder));
    const nginx = await start(startFiles(folder));
    const front = await start(startShippedFront());
    const comparisons: Comparison[] = [];
    for (const one of cases) {
      const text = one.status === 304 ? "" : readFileSync(join(folder, one.file), "utf8");
      const createContender = async (name: string, server: Running, path: string): Promise<Contender> => ({
        name,
        pid: server.pid,
        load: await createLoad(`${server.origin}${path}`, one),
        status: one.status ?? 200,
        findFault: (answer) => (answer === text ? null : findFirstDifference(answer, text)),
      });
      const contenders = [
        await createContender("Signpost", site, one.path),
        await createContender("bare Next app", next, one.next),
        await createContender("node:http", nodeHttp, `/${one.file}`),
        ...(nginx ? [await createContender("nginx", nginx, `/${one.file}`)] : []),
        ...(front ? [await createContender("Signpost behind its front", front, one.path)] : []),
      ];
      comparisons.push(createComparison(one.title, await measure(contenders, pace)));
    }
    const skipped = nginx ? [] : [{ name: "nginx and the front", reason: "there is no nginx on this machine" }];
    return { comparisons, skipped };
  });
}

async function createLoad(url: string, { accept, status }: Case): Promise<Contender["load"]> {
  const headers = { host: publicHost, ...(accept && { accept }) };
  if (!status) return { url, headers };
  const tag = (await fetch(url)).headers.get("etag");
  if (tag === null) throw new Error(`${url} has no ETag`);
  return { url, headers: { ...headers, "if-none-match": tag } };
}

function createComparison(title: string, measured: readonly Measured[]): Comparison {
  const of = (name: string) => measured.find((one) => one.name === name)?.requestsPerSecond;
  const listRatios = (name: string, ours: string, theirs: string, target: number | null): Ratio[] => {
    const [mine, other] = [of(ours), of(theirs)];
    return mine && other ? [{ name, value: ratioOf(mine, other), target }] : [];
  };
  const ratios = [
    ...listRatios("origin / bare Next app", "Signpost", "bare Next app", 1),
    ...listRatios("origin / node:http", "Signpost", "node:http", null),
    ...listRatios("front / nginx", "Signpost behind its front", "nginx", 0.9),
  ];
  return { title, measured, ratios };
}

function findFirstDifference(answer: string, expected: string): string {
  let at = 0;
  while (answer[at] === expected[at]) at++;
  return `at ${at}: ${JSON.stringify(answer.slice(at, at + 80))} in place of ${JSON.stringify(expected.slice(at, at + 80))}`;
}
