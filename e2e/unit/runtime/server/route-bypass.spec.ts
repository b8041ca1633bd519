// A registered route's listener answers POST before Next. Here a server stands for Next and records its requests.
import { createServer, type RequestListener, type Server } from "node:http";
import { expect, test } from "@playwright/test";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { createRouteBypass, registerBypass } from "../../../../lib/runtime/server/route-bypass.ts";
import { close, listen } from "../../../support/loopback.ts";
import { ask, requestText, sendBytes } from "../../../support/raw-request.ts";

const HOST = "signpost.example";
const answerOk: RequestListener = (_request, response) => response.end("direct");

let server: Server;
let origin: string;
/** Paths are kept for the whole process, so each test has its own. */
let path = "";
let count = 0;

test.beforeEach(async () => {
  count += 1;
  path = `/route-${count}`;
  const answerWithoutNext = createRouteBypass([HOST]);
  server = createServer((request, response) => {
    if (!answerWithoutNext(request, response)) response.end("next");
  });
  origin = await listen(server);
});

test.afterEach(() => close(server));

test("Next answers until the route is registered, whatever its query", async () => {
  const askBoth = () =>
    Promise.all([path, `${path}?a=1?b`].map(async (one) => (await ask(origin, "POST", one, { host: HOST })).body));
  expect(await askBoth()).toEqual([expect.stringContaining("next"), expect.stringContaining("next")]);
  registerBypass(path, answerOk);
  expect(await askBoth()).toEqual([expect.stringContaining("direct"), expect.stringContaining("direct")]);
});

const others: readonly (readonly [what: string, method: string, suffix: string, host: string])[] = [
  ["another method", "GET", "", HOST],
  ["a longer path", "POST", "/", HOST],
  ["another host", "POST", "", "swap.signpost.example"],
  ["a port that is not the site's", "POST", "", `${HOST}:8080`],
];
for (const [what, method, suffix, host] of others) {
  test(`${what} is left to Next`, async () => {
    registerBypass(path, answerOk);
    expect((await ask(origin, method, `${path}${suffix}`, { host })).body).toContain("next");
  });
}

test("the unread body of a refused request does not block the next request", async () => {
  const refuse = async (_request: Request) => new Response(null, { status: 413 });
  registerBypass(path, createRequestListener(refuse));
  const body = "x".repeat(1_000_000);
  const first = requestText("POST", path, { host: HOST }, body).replace("connection: close", "connection: keep-alive");
  const second = requestText("GET", "/second", { host: HOST });
  const answers = await sendBytes(origin, first + second);
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
});
