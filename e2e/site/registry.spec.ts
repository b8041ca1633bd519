// Addresses: which chain one asks for, what may be kept for other clients, what a refusal names, and that every page is found and full.
import { expect, test } from "@playwright/test";
import { importBodies } from "../../bin/site-modules.ts";
import { config } from "../../lib/config.ts";
import { queryTooLong, unanswered } from "../../lib/http/problem.ts";
import { publishMissing } from "../../lib/site/pages/missing.ts";
import { findChain, listChainCodes, parseChainPath } from "../../lib/site/registry/chain-pages.ts";
import { type ChainForm, chainFormEnds, chainPath } from "../../lib/site/registry/chain-paths.ts";
import { absoluteUrl } from "../../lib/site/registry/links.ts";
import * as registry from "../../lib/site/registry/resources.ts";
import { cacheLookup } from "../../lib/site/serve/cache-lookup.ts";
import { readMarkdown } from "../support/markdown-nodes.ts";
import { rowsOf } from "../support/rows.ts";

test("each chain has an address for its page and for each form", () => {
  for (const { code } of config().preset.chains)
    for (const form of [null, ...(Object.keys(chainFormEnds) as ChainForm[])]) {
      const asked = parseChainPath(chainPath(code, form));
      expect([asked?.chain?.code, asked?.form]).toEqual([code, form]);
    }
  for (const code of listChainCodes())
    expect(chainPath(findChain(code)?.code ?? "")).toBe(`/status/${code}`);
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
    /_next/static/chunk.js | | undefined
    /mcp | | undefined`);
  for (const [url = "", accept, key = ""] of rows) {
    const lookup = (own: string, method = "GET") =>
      cacheLookup({ method, url, host: own, accept: accept || undefined }, [host])?.key;
    const isKept = !["null", "undefined"].includes(key);
    expect(String(lookup(host)), url).toBe(isKept ? `${host} ${key}` : key);
    const elsewhere = key === "undefined" ? "undefined" : "null";
    expect(String(lookup("other.example")), "no host of ours").toBe(elsewhere);
    expect(lookup(host, "POST")).toBeUndefined();
  }
});

const SITE = "https://site.example";
for (const [path, instance] of [
  ["/a/no-such.json", "/a/no-such.json"],
  ["/not-found.json?asked=a/no-such.json", "/a/no-such.json"],
  ["/not-found.json?asked=a%252fb.json", "/a%252fb.json"],
  ["/not-found.json", "/not-found.json"],
  ["/not-found.json?asked=/evil.example/x", undefined],
  ["/a.json?asked=b.json", "/a.json"],
])
  test(`what is missing at ${path} names ${instance}, also behind a rewrite`, async () => {
    const answer = publishMissing("problem").GET(new Request(`${SITE}${path}`));
    expect((await answer.json()).instance).toBe(instance);
  });

test("a refused question in Markdown names the page, and points to the hint", async () => {
  const headers = { [registry.NEGOTIATED_HEADER]: "/quote" };
  const long = queryTooLong(new Request(`${SITE}/quote.md?x=1`, { headers }));
  expect((await long.json()).instance).toBe("/quote");
  const refusal = { code: "invalid_txid", hint: "Write 64 hex digits.", waitSeconds: null };
  const problem = unanswered(new Request(`${SITE}/track.json?txid=zz`), refusal);
  expect(await problem.json()).toMatchObject({ status: 400, hint: refusal.hint });
});

/** The same minimum as of a whole page in e2e/http/pages.spec.ts. */
const MIN_CHARACTERS = 500;
test("each page of prose has enough text and a section, and a label or another page leads to it", async () => {
  const { getBody } = await importBodies();
  const isProse = (path: registry.ResourcePath): path is registry.ProsePagePath => {
    const { kind, source } = registry.findResource(path);
    return kind === "page" && source !== undefined;
  };
  const pages = registry.resourcePaths.filter(isProse);
  const texts = new Map<string, ReturnType<typeof readMarkdown>>();
  for (const path of pages) {
    const text = await getBody(registry.resources[path].twin, "all");
    texts.set(
      path,
      readMarkdown(text.replace(/^---\n[\s\S]*?\n---\n|\n## Sitemap\n[\s\S]*$/g, "")),
    );
  }
  for (const [path, { headings, of }] of texts) {
    expect(headings.length, path).toBeGreaterThan(1);
    expect(of("paragraph", "tableCell", "code").join(" ").length, path).toBeGreaterThan(
      MIN_CHARACTERS,
    );
  }
  // The footer has /legal. The table of the API reference names every address, so its links do not count.
  const isLinked = (path: registry.ProsePagePath) =>
    [...texts].some(
      ([from, { links }]) =>
        from !== path && from !== "/developers/api" && links.includes(absoluteUrl(path)),
    );
  const lost = pages.filter(
    (path) =>
      !["/", "/legal"].includes(path) && !registry.findResource(path).label && !isLinked(path),
  );
  expect([lost, pages.length > 5]).toEqual([[], true]);
});
