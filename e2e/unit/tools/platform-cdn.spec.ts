// What the cache of `tools/platform` keeps. Each test quotes its source on vercel.com: "CDN Cache" (docs/caching/cdn-cache),
// "Cache-Control headers" (docs/caching/cache-control-headers), "Response headers" (docs/headers/response-headers), or the changelog.
import { expect, test } from "@playwright/test";
import { createCdn } from "../../../tools/platform/cdn.ts";
import type { Asked, Fields } from "../../../tools/platform/processes.ts";

const asked: Asked = { method: "GET", path: "/a", search: "", headers: { host: "host" }, body: Buffer.alloc(0) };

function world() {
  let nowMs = 0;
  let calls = 0;
  const ask = createCdn(() => nowMs);
  return {
    calls: () => calls,
    wait: (ms: number) => {
      nowMs += ms;
    },
    get: async (headers: Fields, request: Partial<Asked> = {}, status = 200, length = 2) => {
      const { headers: given } = await ask({ ...asked, ...request }, async () => {
        calls += 1;
        return { status, headers, body: Buffer.alloc(length) };
      });
      const { "x-vercel-cache": cache, ...shown } = given;
      return { headers: shown, cache };
    },
  };
}

const kept = { "cache-control": "s-maxage=1" };

async function callsOfTwo(headers: Fields, request?: Partial<Asked>, status?: number, length?: number) {
  const { get, calls } = world();
  await get(headers, request, status, length);
  await get(headers, request, status, length);
  return calls();
}

test("to cache the response of functions, include s-maxage=N; max-age is for the browser alone", async () => {
  expect(await callsOfTwo(kept)).toBe(1);
  for (const rule of ["public, max-age=300", "s-maxage=0", "max-age=300, stale-while-revalidate=86400"])
    expect(await callsOfTwo({ "cache-control": rule }), rule).toBe(2);
  expect(await callsOfTwo({})).toBe(2);
});

test("the priority is Vercel-CDN-Cache-Control, CDN-Cache-Control, Cache-Control", async () => {
  const [keep, drop] = ["max-age=10", "no-store"];
  expect(await callsOfTwo({ "cdn-cache-control": keep, "cache-control": drop })).toBe(1);
  expect(await callsOfTwo({ "vercel-cdn-cache-control": keep, "cdn-cache-control": drop })).toBe(1);
  expect(await callsOfTwo({ "vercel-cdn-cache-control": drop, "cdn-cache-control": keep })).toBe(2);
});

test("the request must use GET or HEAD, and must not contain Range or Authorization", async () => {
  expect(await callsOfTwo(kept, { method: "POST" })).toBe(2);
  expect(await callsOfTwo(kept, { headers: { range: "bytes=0-" } })).toBe(2);
  expect(await callsOfTwo(kept, { headers: { authorization: "Bearer x" } })).toBe(2);
});

test("the response must have a cacheable status, not exceed 10 MB, set no cookie, and not be private, no-store or no-cache", async () => {
  for (const status of [200, 301, 302, 307, 308, 404, 410]) expect(await callsOfTwo(kept, {}, status)).toBe(1);
  for (const status of [206, 400, 429, 500, 503]) expect(await callsOfTwo(kept, {}, status)).toBe(2);
  expect(await callsOfTwo(kept, {}, 200, 10_000_001)).toBe(2);
  expect(await callsOfTwo({ ...kept, "set-cookie": "a=1" })).toBe(2);
  for (const rule of ["private", "no-store", "no-cache"])
    expect(await callsOfTwo({ "cache-control": `${rule}, s-maxage=9` }), rule).toBe(2);
});

test("Vary: each value of the named headers has an answer of its own", async () => {
  const { get, calls } = world();
  const headers = { ...kept, vary: "Accept" };
  for (const accept of ["text/html", "text/markdown", "text/html", "text/markdown"])
    await get(headers, { headers: { accept } });
  expect(calls()).toBe(2);
});

test("Vercel CDN no longer caches responses with Vary: Cookie", async () => {
  for (const vary of ["Cookie", "Accept, cookie", "*"]) expect(await callsOfTwo({ ...kept, vary })).toBe(2);
});

test("after the period the answer is stale: it is sent once more only with stale-while-revalidate", async () => {
  const { get, calls, wait } = world();
  expect((await get(kept)).cache).toBe("MISS");
  wait(999);
  expect((await get(kept)).cache).toBe("HIT");
  wait(1);
  expect([(await get(kept)).cache, calls()]).toEqual(["MISS", 2]);
  const lenient = world();
  const rule = { "cache-control": "s-maxage=1, stale-while-revalidate=5" };
  await lenient.get(rule);
  lenient.wait(1_000);
  expect((await lenient.get(rule)).cache).toBe("STALE");
  await expect.poll(lenient.calls).toBe(2);
  expect((await lenient.get(rule)).cache).toBe("HIT");
});

test("Vercel returns `public, max-age=0, must-revalidate` in place of s-maxage, and uses its own header up", async () => {
  const { get } = world();
  const { headers } = await get({ ...kept, "vercel-cdn-cache-control": "max-age=1" });
  expect(headers).toEqual({ "cache-control": "public, max-age=0, must-revalidate" });
  const never = { "cache-control": "no-store" };
  expect((await get(never, { path: "/b" })).headers).toEqual(never);
});

test("request collapsing: one request regenerates, while others wait and return the cached result", async () => {
  const { get, calls, wait } = world();
  await get(kept);
  wait(1_000);
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(kept)));
  expect([calls(), answers.filter(({ cache }) => cache === "HIT").length]).toEqual([2, 19]);
});

test("collapsing survives failure: a call that fails fails for whoever made it, and another one calls", async () => {
  let nowMs = 0;
  let calls = 0;
  const ask = createCdn(() => nowMs);
  const answer = { status: 200, headers: kept, body: Buffer.alloc(0) };
  const get = () =>
    ask(asked, async () => {
      calls += 1;
      if (calls === 2) throw new Error("down");
      return answer;
    });
  await get();
  nowMs = 2_000;
  const results = await Promise.allSettled([get(), get(), get()]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(calls).toBe(3);
});
