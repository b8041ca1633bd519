// Live answers: ours beside a bare Next app that makes a dynamic page of as many bytes for each request.
import { type Contender, measure } from "../load.ts";
import { livePages } from "../questions.ts";
import { publicHost, startNextPeer, startSite, startUpstream, withServers } from "../servers.ts";
import { median, ratioOf } from "../statistics.ts";
import type { Comparison, Outcome, Pace } from "./group.ts";

const REQUESTS_PER_SECOND = 5_000;
const P99_LIMIT_MS = 50;
/** Before questions that are never the same: each of them runs all the code, which is compiled in steps over some thousands of them. */
export const WARM_QUESTIONS = 4_000;
/** The 20 connections with which a round begins come all at once. In a shorter round their answers would be its slowest hundredth. */
export const QUESTION_SECONDS = 5;

interface Case {
  readonly title: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly nextPath?: () => string;
  /** The page of the bare app. */
  readonly peer: string;
  /** The least ratio to the bare app; null where the number of requests is judged. */
  readonly target: number | null;
}

const html = { accept: "text/html" };
const [status, quote, track] = livePages;

/** Each call gives another address than all before. */
function createPaths(toPath: (index: number) => string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return toPath(count);
  };
}

const cases: readonly Case[] = [
  { title: "/.well-known/status", path: "/.well-known/status", peer: status.file, target: null },
  { title: "/status.md", path: "/status.md", peer: status.file, target: null },
  {
    title: "the part for an open tab",
    path: "/status/now",
    headers: html,
    peer: status.file,
    target: null,
  },
  { title: "/status as HTML", path: status.path, headers: html, peer: status.file, target: 2 },
  { title: "/quote, one question", path: quote.path, headers: html, peer: quote.file, target: 1 },
  { title: "/track, one question", path: track.path, headers: html, peer: track.file, target: 1 },
  {
    title: "/quote, each time another question",
    path: quote.path,
    headers: html,
    nextPath: createPaths(quote.askPath),
    peer: quote.file,
    target: 0.8,
  },
  {
    title: "/track, each time another question",
    path: track.path,
    headers: html,
    nextPath: createPaths(track.askPath),
    peer: track.file,
    target: 0.8,
  },
];

export function measureLive(pace: Pace, folder: string): Promise<Outcome> {
  return withServers(async (start) => {
    await start(startUpstream());
    const site = await start(startSite());
    const next = await start(startNextPeer(folder));
    const comparisons: Comparison[] = [];
    const checks: { name: string; holds: boolean; seen: string }[] = [];
    for (const { title, path, headers = {}, nextPath, peer, target } of cases) {
      const contenders: Contender[] = [
        {
          name: "Signpost",
          pid: site.pid,
          load: {
            url: `${site.origin}${path}`,
            headers: { host: publicHost, ...headers },
            ...(nextPath && { nextPath }),
          },
          status: 200,
          findFault: (text) => (text.length > 100 ? null : `only ${text}`),
        },
        {
          name: "bare Next app, a page of these bytes",
          pid: next.pid,
          load: { url: `${next.origin}/live/${peer}`, headers: html },
          status: 200,
          findFault: (text) => (text.length > 100 ? null : `only ${text}`),
        },
      ];
      const forQuestions = { warmRequests: WARM_QUESTIONS, seconds: Math.max(pace.seconds, QUESTION_SECONDS) };
      const measured = await measure(contenders, { ...pace, ...(nextPath && forQuestions) });
      const [ours, theirs] = measured;
      if (!ours || !theirs) throw new Error("a contender was not measured");
      const name = `Signpost / ${theirs.name}`;
      comparisons.push({
        title,
        measured,
        ratios: [{ name, value: ratioOf(ours.requestsPerSecond, theirs.requestsPerSecond), target }],
      });
      if (target === null) {
        const perSecond = median(ours.requestsPerSecond);
        checks.push({
          name: `${title}: ${REQUESTS_PER_SECOND} requests a second at least`,
          holds: perSecond >= REQUESTS_PER_SECOND,
          seen: perSecond.toFixed(0),
        });
      }
      const p99Ms = median(ours.p99Ms);
      checks.push({
        name: `${title}: p99 below ${P99_LIMIT_MS} ms at 20 connections`,
        holds: p99Ms < P99_LIMIT_MS,
        seen: `${p99Ms} ms; the bare app ${median(theirs.p99Ms)} ms`,
      });
    }
    return { comparisons, checks };
  });
}
