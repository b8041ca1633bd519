// How `tools/platform` follows the routes of a build. Each test quotes its source: Vercel's "Build Output Configuration"
// (vercel.com/docs/build-output-api/configuration), or the order in which Vercel's own development server walks the phases.
import { expect, test } from "@playwright/test";
import type { Route } from "../../../tools/platform/output.ts";
import type { Answer, Asked } from "../../../tools/platform/processes.ts";
import { findRoute } from "../../../tools/platform/routes.ts";

interface World {
  readonly routes: readonly Route[];
  readonly paths?: readonly string[];
  /** What the middleware answers. */
  readonly told?: Partial<Answer>;
}

const body = Buffer.alloc(0);

async function follow({ routes, paths = [], told }: World, asked: Partial<Asked> = {}) {
  const request = { method: "GET", path: "/a", search: "", headers: { host: "one.example:8080" }, body, ...asked };
  const entry = { built: null, isFinal: false, bundle: "bundle" };
  const { headers, shown, path, ...routed } = await findRoute(request, {
    routes,
    find: (path) => ([...paths, "/_middleware"].includes(path) ? entry : null),
    call: async () => ({ status: 200, headers: {}, body, ...told }),
  });
  return { ...routed, path: routed.entry || routed.answer ? path : null, requestHeaders: headers, headers: shown };
}

const isThere = ["/a", "/b", "/404"];

test("src: a regular expression that matches the whole pathname, without the query, in any case of letters", async () => {
  const routes = [{ src: "/b", dest: "/a" }];
  for (const path of ["/b", "/B"]) expect((await follow({ routes, paths: ["/a"] }, { path })).path).toBe("/a");
  for (const path of ["/bc", "/x/b"]) expect((await follow({ routes, paths: ["/a"] }, { path })).path).toBeNull();
  const exact = [{ src: "/b", dest: "/a", caseSensitive: true }];
  expect((await follow({ routes: exact, paths: ["/a"] }, { path: "/B" })).path).toBeNull();
});

test("dest: a destination with its query, with the ability to embed capture groups as $1, or named as $name", async () => {
  const routes = [{ src: "^/(x)/(?<name>[^/]+)$", dest: "/a?from=$1&what=$name&none=$3" }];
  const { path, search } = await follow({ routes, paths: isThere }, { path: "/x/y", search: "?q=1" });
  expect([path, search]).toEqual(["/a", "?q=1&from=x&what=y"]);
});

test("headers: a set of headers to apply for responses. continue: routing will continue even when the src is matched", async () => {
  const routes = [
    { src: "/(.*)", headers: { "X-A": "1", "X-B": "$1" }, continue: true },
    { src: "/a", headers: { "x-a": "2" }, continue: true },
    { src: "/c", headers: { "x-c": "3" }, continue: true },
  ];
  expect((await follow({ routes, paths: isThere })).headers).toEqual({ "x-a": "2", "x-b": "a" });
});

test("methods: if no method is provided, requests with any method are a candidate for the route", async () => {
  const routes = [{ src: "/a", dest: "/b", methods: ["POST"] }];
  expect((await follow({ routes, paths: isThere })).path).toBe("/a");
  expect((await follow({ routes, paths: isThere }, { method: "POST" })).path).toBe("/b");
});

test("has, missing: conditions of the request that must exist, and that must not exist", async () => {
  const has = [
    { type: "host", value: "one\\.example" } as const,
    { type: "header", key: "X-Who", value: "(?<who>b|c)" } as const,
  ];
  const missing = [{ type: "header", key: "x-not" } as const];
  const routes = [{ src: "/a", dest: "/$who", has, missing }];
  const ask = (headers: Record<string, string>) => follow({ routes, paths: isThere }, { headers });
  expect((await ask({ host: "one.example:1", "x-who": "b" })).path).toBe("/b");
  for (const headers of [
    { host: "two.example", "x-who": "b" },
    { host: "one.example", "x-who": "bb" },
    { host: "one.example" },
    { host: "one.example", "x-who": "b", "x-not": "" },
  ])
    expect((await ask(headers)).path).toBe("/a");
});

test("status: can be used in tandem with the Location header to implement redirects", async () => {
  const routes = [{ src: "/(a)", headers: { Location: "/b?was=$1" }, status: 308 }];
  const { answer, path } = await follow({ routes });
  expect([answer?.status, answer?.headers.location, path]).toEqual([308, "/b?was=a", "/a"]);
});

test("when a redirect is applied, any query values of the request are passed through to the destination", async () => {
  for (const [location, expected] of [
    ["/b", "/b?q=1"],
    ["/b?was=a", "/b?q=1&was=a"],
  ] as const) {
    const routes = [{ src: "/a", headers: { Location: location }, status: 308 }];
    expect((await follow({ routes }, { search: "?q=1" })).answer?.headers.location).toBe(expected);
  }
});

test("handle filesystem: what exists answers before the routes of a later phase", async () => {
  const routes = [{ handle: "filesystem" }, { src: "/.*", dest: "/b", check: true }];
  expect((await follow({ routes, paths: isThere })).path).toBe("/a");
  expect((await follow({ routes, paths: isThere }, { path: "/c" })).path).toBe("/b");
});

test("check: the route triggers another look at the filesystem, and without a file the next routes go on", async () => {
  const routes = [
    { handle: "filesystem" },
    { src: "/c", dest: "/no", check: true },
    { src: "/no", dest: "/b", check: true },
  ];
  expect((await follow({ routes, paths: isThere }, { path: "/c" })).path).toBe("/b");
});

test("handle miss: entered whenever nothing matched, before the next phase", async () => {
  const routes = [
    { handle: "resource" },
    { src: "/.*", dest: "/a", check: true },
    { handle: "miss" },
    { src: "/files/.*", dest: "/b", status: 404, check: true },
  ];
  const { path, status } = await follow({ routes, paths: isThere }, { path: "/files/x" });
  expect([path, status]).toEqual(["/b", 404]);
});

test("handle hit: entered once something matched. important: its headers win over those of the answer", async () => {
  const routes = [
    { handle: "hit" },
    { src: "/(.*)", headers: { "x-matched-path": "/$1" }, continue: true, important: true },
  ];
  expect((await follow({ routes, paths: isThere })).important).toEqual({ "x-matched-path": "/a" });
});

test("handle error: entered with the status where nothing answers", async () => {
  const routes = [
    { handle: "resource" },
    { src: "/.*", status: 404 },
    { handle: "error" },
    { src: "/.*", dest: "/500", status: 500 },
    { src: "/.*", dest: "/404", status: 404 },
  ];
  const { path, status } = await follow({ routes, paths: isThere }, { path: "/c" });
  expect([path, status]).toEqual(["/404", 404]);
  expect((await follow({ routes, paths: [] })).path).toBeNull();
});

test("middlewarePath: the middleware runs before the request goes on to what is at its path", async () => {
  const routes = [{ src: "/a", middlewarePath: "/_middleware", continue: true }, { handle: "filesystem" }];
  const requestHeaders = { host: "one.example", "x-new": "1" };
  const headers = {
    "x-middleware-rewrite": "/b?x=1",
    "x-middleware-override-headers": "host,x-new",
    "x-middleware-request-host": "one.example",
    "x-middleware-request-x-new": "1",
    link: "<l>",
  };
  const changed = await follow({ routes, paths: isThere, told: { headers } });
  expect(changed).toMatchObject({ path: "/b", search: "?x=1", requestHeaders, headers: { link: "<l>" } });
  const answer = { status: 406, headers: {}, body: Buffer.from("no") };
  expect((await follow({ routes, paths: isThere, told: answer })).answer).toEqual(answer);
  expect((await follow({ routes, paths: isThere, told: { headers } }, { path: "/b" })).headers).toEqual({});
});
