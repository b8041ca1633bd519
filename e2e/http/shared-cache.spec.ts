// Through a real cache, no client gets the wrong form of a page, whoever asks first.

import { negotiate } from "../../lib/http/negotiate.ts";
import { choiceTypes } from "../support/accept-cases.ts";
import { expect, test } from "../support/answering-test.ts";
import {
  agents,
  cacheKey,
  clients,
  countCrossings,
  countRequests,
  type Expected,
  listRequests,
  pages,
  people,
  readExpected,
} from "../support/crossings.ts";
import { site, skipOnDeployment, swap, urlOf } from "../support/forms.ts";
import { skipWithout } from "../support/programs.ts";
import { type Answer, type SharedCache, startSharedCache } from "../support/shared-cache.ts";

skipOnDeployment("It sends thousands of requests.");
skipWithout("nginx");
test.describe.configure({ mode: "serial" });

async function withCache<T>(
  origin: string,
  rules: object,
  work: (cache: SharedCache) => Promise<T>,
): Promise<T> {
  const cache = await startSharedCache(origin, rules);
  try {
    return await work(cache);
  } finally {
    await cache.stop();
  }
}

let expected: Expected;
test.beforeAll(async () => {
  // From the origin: for a new path the cache has a MISS, which a second, empty cache shows.
  const ask = async (path: string, accept: string): Promise<Answer> => {
    const response = await fetch(urlOf(path), { headers: { accept } });
    const type = response.headers.get("content-type") ?? "";
    return { status: response.status, type, body: await response.text(), cache: "" };
  };
  expected = await readExpected(ask);
});

test("the origin answers each of these clients by the rule", () => {
  for (const path of pages) {
    for (const accept of Object.values(clients)) {
      expect(expected.get(cacheKey(path, accept))?.type, `${path} ${accept}`).toBe(
        choiceTypes[negotiate(accept)],
      );
    }
  }
});

for (const [order, first, second] of [
  ["people before agents", people, agents],
  ["agents before people", agents, people],
] as const) {
  test(`thousands of requests, ${order}: each gets the right form`, { tag: "@long" }, async () => {
    const asked = listRequests(first, second, countRequests());
    const { crossed, hits } = await withCache(site, { greedy: true }, (cache) =>
      countCrossings(cache, expected, asked),
    );
    expect(crossed).toEqual([]);
    // Refusals (406) are never stored. Nearly everything else must have come from the cache.
    expect(hits).toBeGreaterThan(
      asked.filter(([, accept]) => accept !== clients.json).length * 0.95,
    );
  });
}

test("without Vary the same cache mixes the forms, so the tests above can fail", async () => {
  const asked = listRequests(people, agents, 500);
  const { crossed } = await withCache(site, { greedy: true, ignoreVary: true }, (cache) =>
    countCrossings(cache, expected, asked),
  );
  expect(crossed.length).toBeGreaterThan(100);
});

test("a compliant cache stores documents, and never a live answer, a problem or a page", async () => {
  const twice = (cache: SharedCache) => async (path: string, accept: string) => {
    await cache.get(path, accept);
    return (await cache.get(path, accept)).cache;
  };
  await withCache(site, {}, async (cache) => {
    const ask = twice(cache);
    for (const path of ["/pricing.md", "/llms.txt", "/openapi.json", "/robots.txt"])
      expect(await ask(path, "*/*"), path).toBe("HIT");
    for (const path of ["/", "/pricing/now", "/no-such-page", "/no-such.json"])
      expect(await ask(path, "*/*"), path).toBe("MISS");
    expect(await ask("/pricing", "application/json")).toBe("MISS");
  });
  await withCache(swap, {}, async (cache) => {
    const ask = twice(cache);
    expect(await ask("/developers.md", "*/*")).toBe("HIT");
    for (const path of ["/status", "/status.md", "/.well-known/status"])
      expect(await ask(path, "*/*"), path).toBe("MISS");
  });
});
