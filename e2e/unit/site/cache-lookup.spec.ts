// Which answers the server of `npm start` may give to more than one client.
import { expect, test } from "@playwright/test";
import { readCacheLookup } from "../../../lib/site/serve/cache-lookup.ts";

const host = "swap.example";
const lookup = (url: string, accept?: string, method = "GET") =>
  readCacheLookup({ method, url, host, accept }, [host]);

const rows: readonly [url: string, accept: string | undefined, key: string | null][] = [
  ["/llms.txt", undefined, `${host} only /llms.txt`],
  ["/llms.txt?visit=1", "text/html", `${host} only /llms.txt`],
  ["/pricing", "text/html", `${host} html /pricing`],
  ["/pricing?visit=1", "text/markdown", `${host} markdown /pricing`],
  ["/.well-known/status?visit=1", undefined, `${host} only /.well-known/status`],
  ["/quote.md?amount=1", undefined, `${host} only /quote.md?amount=1`],
  ["/quote?amount=1", "text/markdown", `${host} markdown /quote?amount=1`],
  // A live page has a nonce of its own.
  ["/quote?amount=1", "text/html", null],
  ["/status", "text/html", null],
  ["/pricing", "image/png", null],
  ["/no-such-page", undefined, null],
];

for (const [url, accept, key] of rows) {
  test(`${url} for ${accept ?? "any form"}: ${key ?? "for one client"}`, () => {
    expect(lookup(url, accept)?.key).toBe(key);
  });
}

test("nothing is kept for a host that is not ours", () => {
  const client = { method: "GET", url: "/llms.txt", host: "other.example", accept: undefined };
  expect(readCacheLookup(client, [host])?.key).toBeNull();
});

test("Next answers files, endpoints and other methods itself", () => {
  expect(lookup("/_next/static/chunk.js")).toBeNull();
  expect(lookup("/mcp")).toBeNull();
  expect(lookup("/llms.txt", undefined, "POST")).toBeNull();
});
