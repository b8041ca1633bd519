// A client above its limit is answered before Next. Here a server that answers 200 stands for all that comes behind.
import { createServer, type Server } from "node:http";
import { expect, test } from "@playwright/test";
import { negotiate } from "../../../../lib/http/negotiate.ts";
import { ownHeader } from "../../../../lib/runtime/internals/own-headers.ts";
import { createQuestionLimit } from "../../../../lib/runtime/server/serve.ts";
import { close, listen } from "../../../support/loopback.ts";
import { askServer, HOST } from "./cached-server.ts";

let server: Server;
/** The requests that were let on, and whether they were marked as counted. */
let heard: (readonly [url: string | undefined, isCounted: boolean])[];
/** The forms that were counted. */
let counted: string[];
let isRefused: boolean;

test.beforeEach(async () => {
  heard = [];
  counted = [];
  isRefused = false;
  const limit = createQuestionLimit({
    redirected: new Set([`${HOST}/track`]),
    refuse: async ({ url }, form) => {
      counted.push(form);
      return isRefused ? new Response(`no ${url}`, { status: 429, headers: { "Retry-After": "3" } }) : null;
    },
    amend: (_, response) => void response.setHeader("x-amended", "1"),
  });
  server = createServer((request, response) => {
    limit(request, response, negotiate(request.headers.accept ?? null), () => {
      heard.push([request.url, request.headers[ownHeader("counted")] !== undefined]);
      response.end("on");
    });
  });
  await listen(server);
});
test.afterEach(() => close(server));

const limited: readonly (readonly [path: string, accept: string, form: string, method?: string])[] = [
  ["/quote?from=BTC", "text/html", "/quote"],
  ["/quote?from=BTC", "*/*", "/quote"],
  ["/quote?from=BTC", "text/markdown", "/quote.md"],
  ["/quote.md", "*/*", "/quote.md"],
  ["/quote.json?from=BTC", "image/png", "/quote.json"],
  ["/status", "text/html", "/status", "HEAD"],
  ["/pricing/now", "text/html", "/pricing/now"],
];
for (const [path, accept, form, method = "GET"] of limited) {
  test(`${method} ${path} as ${accept} is counted once, and refused before Next`, async () => {
    for (const more of [{}, { rsc: "1" }, { host: "elsewhere.example" }]) {
      const headers = { accept, ...more };
      isRefused = false;
      expect((await askServer(server, path, headers, method)).status).toBe(200);
      isRefused = true;
      expect(await askServer(server, path, headers, method)).toMatchObject({
        status: 429,
        headers: { "retry-after": "3", "x-amended": "1" },
        body: method === "HEAD" ? "" : `no ${path}`,
      });
    }
    expect(heard).toEqual(Array(3).fill([path, true]));
    expect(counted).toEqual(Array(6).fill(form));
  });
}

const uncounted: readonly (readonly [what: string, path: string, headers?: Record<string, string>, method?: string])[] =
  [
    ["a stable page", "/pricing"],
    ["a document that is no answer to a question", "/.well-known/status"],
    ["an address that is not registered", "/missing"],
    ["a redirect to the other host", "/track?txid=1"],
    ["an Accept that excludes both halves", "/quote", { accept: "image/png" }],
    ["a query that is too long", `/quote?${"x".repeat(600)}`],
    ["another method", "/quote", {}, "OPTIONS"],
  ];
for (const [what, path, headers, method] of uncounted) {
  test(`${what} is not counted`, async () => {
    isRefused = true;
    expect((await askServer(server, path, headers, method)).status).toBe(200);
    expect([heard, counted]).toEqual([[[path, false]], []]);
  });
}
