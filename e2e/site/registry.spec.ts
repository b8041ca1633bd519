// Addresses: which chain one asks for, what may be kept for other clients, and what a refusal names.
import { expect, test } from "@playwright/test";
import { parseConfig } from "../../lib/config.ts";
import { publishMissing } from "../../lib/site/pages/missing.ts";
import { parseChainPath } from "../../lib/site/registry/chain-pages.ts";
import { getServed } from "../../lib/site/registry/published.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { cacheLookup } from "../../lib/site/serve/cache-lookup.ts";
import { rowsOf } from "../support/rows.ts";

test("what needs a setting is not served without it", () => {
  const needing = resourcePaths.filter((path) => findResource(path).needs !== undefined);
  expect(needing.length).toBeGreaterThan(1);
  const { contactEmail, openaiAppsChallenge } = parseConfig({});
  expect([contactEmail, openaiAppsChallenge]).toEqual([null, null]);
  expect(needing.filter((path) => getServed("all").includes(path))).toEqual([]);
});

test("an address asks for a page or a form of one chain, or for none", () => {
  const ends = ["", "/", "/doge/", "/doge.txt", "/doge/md", "/doge/badge.svg/x"];
  for (const [path = "", asked] of [
    ...rowsOf(`
      /status/DOGE | DOGE page
      /status/Dogecoin | DOGE page
      /status/bitcoin%20cash.md | BCH md
      /status/doge/badge.svg | DOGE badge
      /status/nowhere | no page
      /status/%E0%A4%A | no page
      /status/__proto__.json | no json
      /track/doge | null`),
    ...ends.map((end) => [`/status${end}`, "null"]),
  ]) {
    const found = parseChainPath(path);
    const told = found && `${found.chain?.code ?? "no"} ${found.form ?? "page"}`;
    expect(String(told), path).toBe(asked);
  }
});

test("what is kept for other clients is what is no one's own, by host, form and what is asked", () => {
  const host = "swap.example";
  const rows = rowsOf(`
    /llms.txt | | only /llms.txt
    /llms.txt?visit=1 | text/html | only /llms.txt
    /pricing | text/html | html /pricing
    /pricing?visit=1 | text/markdown | markdown /pricing
    /.well-known/status?visit=1 | | only /.well-known/status
    /quote.md?amount=1 | | only /quote.md?amount=1
    /quote?amount=1 | text/markdown | markdown /quote?amount=1
    /quote?amount=1 | text/html | null | a live page has a nonce of its own
    /status | text/html | null
    /pricing | image/png | null
    /no-such-page | | null
    /quote/opengraph-image?visit=1 | | only /quote/opengraph-image
    /_next/static/chunk.js | | undefined
    /mcp | | undefined`);
  for (const [url = "", accept, key = ""] of rows) {
    const lookup = (method = "GET") =>
      cacheLookup({ method, url, host, accept: accept || undefined })?.key;
    const isKept = !["null", "undefined"].includes(key);
    expect(String(lookup()), url).toBe(isKept ? `${host} ${key}` : key);
    expect(lookup("POST")).toBeUndefined();
  }
});

test("what is missing is named in the refusal, also behind a rewrite, and no other site", async () => {
  for (const [path, instance] of [
    ["/a/no-such.json", "/a/no-such.json"],
    ["/not-found.json?asked=a/no-such.json", "/a/no-such.json"],
    ["/not-found.json?asked=a%252fb.json", "/a%252fb.json"],
    ["/not-found.json", "/not-found.json"],
    ["/not-found.json?asked=/evil.example/x", undefined],
    ["/a.json?asked=b.json", "/a.json"],
  ]) {
    const answer = publishMissing("problem").GET(new Request(`https://site.example${path}`));
    expect((await answer.json()).instance, path).toBe(instance);
  }
});
