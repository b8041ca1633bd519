// Stable answers are made once, before Next, and what is no answer for all, never. Here a counting server that answers like Next stands behind.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { expect, test } from "@playwright/test";
import { negotiate } from "../../../../lib/http/negotiate.ts";
import { createAnswerCache } from "../../../../lib/runtime/server/answer-cache.ts";
import { close, listen } from "../../../support/loopback.ts";
import { askServer, type HeardRequest, HOST, heardRequest } from "./cached-server.ts";

const TAG = '"tag"';
const DATE = "Fri, 20 Nov 2026 07:15:00 GMT";

type Next = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
/** The requests that reached Next, newest last. */
let heard: HeardRequest[];

async function start(next: Next = answerDocument): Promise<void> {
  const setup = { hosts: [HOST], redirected: new Set<string>(), renderQuestion: null, now: Date.now };
  const answerOnce = createAnswerCache(setup);
  heard = [];
  server = createServer((incoming, response) => {
    const pass = () => {
      heard.push(heardRequest(incoming));
      next(incoming, response);
    };
    if (!answerOnce(incoming, response, negotiate(incoming.headers.accept ?? null), pass)) pass();
  });
  await listen(server);
}

test.afterEach(() => close(server));

function answerDocument({ headers }: IncomingMessage, response: ServerResponse): void {
  const body = `for ${headers.accept}`;
  response.setHeader("ETag", TAG);
  response.setHeader("Last-Modified", DATE);
  response.setHeader("Link", ["<a>", "<b>"]);
  response.setHeader("Content-Type", "text/plain");
  response.setHeader("Content-Length", Buffer.byteLength(body));
  response.writeHead(200);
  response.write(body.slice(0, 3));
  response.end(body.slice(3));
}

const ask = (path: string, headers?: Record<string, string>, method?: string) =>
  askServer(server, path, headers, method);

test("the second response equals the first, and Next does not get the request", async () => {
  await start();
  const first = await ask("/llms.txt");
  expect(first.body).toBe("for */*");
  expect(await ask("/llms.txt")).toEqual(first);
  expect(heard).toHaveLength(1);
});

test("Next gets a plain so no header of the first client affects others", async () => {
  await start((incoming, response) => {
    response.setHeader("X-Echo", Object.keys(incoming.headers).sort().join());
    answerDocument(incoming, response);
  });
  const poison = { "x-forwarded-host": "evil.example", cookie: "__prerender_bypass=1", accept: "text/html;q=0.9" };
  expect((await ask("/pricing", poison)).headers["x-echo"]).toBe("accept,host");
  expect(await ask("/pricing")).toMatchObject({ body: "for text/html", headers: { "x-echo": "accept,host" } });
  expect(heard).toHaveLength(1);
});

test("HTML and Markdown of a page are cached separately", async () => {
  await start();
  for (let round = 0; round < 2; round++) {
    expect((await ask("/", { accept: "text/markdown" })).body).toBe("for text/markdown");
    expect((await ask("/", { accept: "text/html" })).body).toBe("for text/html");
  }
  expect(heard).toHaveLength(2);
});

test("validators and HEAD are answered from the cache", async () => {
  await start();
  const { headers } = await ask("/llms.txt");
  expect(await ask("/llms.txt", {}, "HEAD")).toEqual({ status: 200, headers, body: "" });
  const { "content-type": _type, "content-length": _length, ...unchanged } = headers;
  for (const condition of [{ "if-none-match": TAG }, { "if-modified-since": DATE }]) {
    expect(await ask("/llms.txt", condition)).toEqual({ status: 304, headers: unchanged, body: "" });
  }
  expect((await ask("/llms.txt", { "if-none-match": '"other"', "if-modified-since": DATE })).status).toBe(200);
  expect(heard).toHaveLength(1);
});

test("a first HEAD and a first question with a tag make Next answer whole, for all", async () => {
  for (const [headers, method, status] of [
    [{}, "HEAD", 200],
    [{ "if-none-match": TAG }, "GET", 304],
  ] as const) {
    await start();
    expect((await ask("/llms.txt", headers, method)).status).toBe(status);
    expect((await ask("/llms.txt")).body).toBe("for */*");
    expect(heard.map((one) => one.headers["if-none-match"])).toEqual([undefined]);
    await close(server);
  }
  await start();
});

const neverKept: readonly [what: string, path: string, headers?: Record<string, string>, method?: string][] = [
  ["an address that is not registered", "/missing"],
  ["another host", "/llms.txt", { host: "elsewhere.example" }],
  ["a part of a page, for Next's router", "/pricing", { rsc: "1" }],
  ["an Accept that excludes both halves", "/pricing", { accept: "image/png" }],
  ["another method", "/llms.txt", {}, "OPTIONS"],
  ["another host of a live page", "/status", { host: "elsewhere.example" }],
  ["a part of a live page, for Next's router", "/status", { rsc: "1" }],
  ["an Accept that excludes both halves of a live page", "/status", { accept: "image/png" }],
  ["another method of a live page", "/status", {}, "OPTIONS"],
  ["the endpoint", "/mcp"],
  ["a query that is too long", `/quote?${"x".repeat(601)}`],
];
for (const [what, path, headers, method] of neverKept) {
  test(`Next answers ${what} each time`, async () => {
    await start();
    for (let round = 0; round < 2; round++) await ask(path, headers, method);
    expect(heard).toHaveLength(2);
    expect(heard[0]?.headers).toMatchObject(headers ?? {});
  });
}

const notWhole: readonly [what: string, next: Next][] = [
  ["an error", (_, response) => void response.writeHead(500, { ETag: TAG, "Content-Length": 2 }).end("no")],
  ["an answer without a tag", (_, response) => void response.setHeader("Content-Length", 2).end("ok")],
  [
    "an answer with a cookie",
    (incoming, response) => {
      response.setHeader("Set-Cookie", "a=b");
      answerDocument(incoming, response);
    },
  ],
];
for (const [what, next] of notWhole) {
  test(`${what} is not cached`, async () => {
    await start(next);
    const first = await ask("/llms.txt");
    expect(await ask("/llms.txt")).toEqual(first);
    expect(heard).toHaveLength(2);
  });
}
