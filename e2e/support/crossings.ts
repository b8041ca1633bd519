// Checks a shared cache: which clients request what, in which order, and who gets a response of another client.
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { countRuns } from "./runs.ts";
import type { Answer, SharedCache } from "./shared-cache.ts";

export const pages = resourcePaths.filter(
  (path) =>
    findResource(path).kind === "page" &&
    findResource(path).site === "website" &&
    findResource(path).cache !== "live",
);
export const clients = {
  chrome:
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
  firefox: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  curl: "*/*",
  claudeCode: "text/markdown, text/html, */*",
  cursor: "text/markdown, text/plain;q=0.9, */*;q=0.8",
  markdown: "text/markdown",
  json: "application/json",
} as const;
export const people = [clients.chrome, clients.firefox, clients.curl];
export const agents = [clients.claudeCode, clients.cursor, clients.markdown];

/** The correct response for each client, from the origin itself. */
export type Expected = ReadonlyMap<
  string,
  { readonly status: number; readonly type: string; readonly body: string }
>;

export const cacheKey = (path: string, accept: string) => `${path} ${accept}`;

export async function readExpected(
  ask: (path: string, accept: string) => Promise<Answer>,
): Promise<Expected> {
  const expected = new Map();
  for (const path of pages) {
    for (const accept of Object.values(clients))
      expected.set(cacheKey(path, accept), await ask(path, accept));
  }
  return expected;
}

/** Responses that differ from the origin's response to the same client, each in a line. */
export async function countCrossings(
  cache: Pick<SharedCache, "get">,
  expected: Expected,
  asked: readonly [string, string][],
) {
  const crossed: string[] = [];
  let hits = 0;
  let next = 0;
  const work = async () => {
    for (let one = asked[next++]; one; one = asked[next++]) {
      const answer = await cache.get(...one);
      const right = expected.get(cacheKey(...one));
      if (
        answer.status !== right?.status ||
        answer.type !== right.type ||
        answer.body !== right.body
      )
        crossed.push(`${cacheKey(...one)}: ${answer.status} ${answer.type} ${answer.body.length}`);
      if (answer.cache === "HIT") hits++;
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return { crossed, hits };
}

/** In `npm test` enough for every page by every client in every coding, several times. */
export const countRequests = () => countRuns(10_000, 1_000);

/** Every page by each client of `first`, then of `second`, then by all clients in a fixed mix. */
export function listRequests(
  first: readonly string[],
  second: readonly string[],
  count: number,
): [string, string][] {
  const opening = [first, second].flatMap((group) =>
    group.flatMap((accept) => pages.map((path): [string, string] => [path, accept])),
  );
  const all = [...people, ...agents, clients.json];
  const mixed = Array.from({ length: count - opening.length }, (_, index): [string, string] => [
    pages[(index * 7) % pages.length] as string,
    all[(index * 5 + Math.floor(index / all.length)) % all.length] as string,
  ]);
  return [...opening, ...mixed];
}
