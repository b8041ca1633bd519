// The verify command on the built sample server: nothing fails, and each way of breaking it fails the expected rows.

import type { Connect } from "../../verify/fetcher.ts";
import { type Report, reportLines } from "../../verify/report.ts";
import { verify } from "../../verify/run.ts";
import { expect, test } from "../support/answering-test.ts";
import { skipOnDeployment } from "../support/forms.ts";
import { readDoc } from "../support/project-docs.ts";
import { type BreakingProxy, type Exchange, startBreakingProxy } from "../support/verify/breaking-proxy.ts";

type Change = (exchange: Exchange) => void;
/** Its name, the ids of the rows that fail, and what is changed in an answer or hidden from the server. */
type Breakage = readonly [name: string, rows: string, change: Change | { readonly hide: string }];

const cards = /^\/(mcp\/server-card|\.well-known\/mcp(\.json|\/server-card\.json|-server-card(\.json)?))$/;

/** Changes the body of an address in each of its representations. */
function rewrite(paths: readonly string[] | RegExp, change: (body: string, exchange: Exchange) => string): Change {
  const isMeant = (path: string) => (paths instanceof RegExp ? paths.test(path) : paths.includes(path));
  return (exchange) => {
    if (exchange.status !== 200 || !isMeant(exchange.path)) return;
    const changed = change(exchange.body, exchange);
    if (changed === exchange.body) throw new Error(`nothing to change at ${exchange.path}`);
    exchange.body = changed;
  };
}

function rewriteJson(paths: readonly string[] | RegExp, change: (body: Record<string, never>) => void): Change {
  return rewrite(paths, (body) => {
    const value = JSON.parse(body);
    change(value);
    return `${JSON.stringify(value)}\n`;
  });
}

const isHtmlHalf = ({ path, asked }: Exchange) =>
  !/\.\w+$|\.well-known|^\/mcp/.test(path) && /^(text\/html|\*\/\*)$/.test(asked.accept ?? "*/*");
const isMarkdown = ({ headers }: Exchange) => (headers["content-type"] ?? "").startsWith("text/markdown");
const allowStoring = (exchange: Exchange) => {
  exchange.headers["cache-control"] = "public, max-age=60";
};
/** A change of the answers at a path, as Markdown or as anything else where one of them is meant. */
const at =
  (path: string | RegExp, change: Change, form?: "markdown" | "other"): Change =>
  (exchange) => {
    if (typeof path === "string" ? exchange.path !== path : !path.test(exchange.path)) return;
    if (form === undefined || isMarkdown(exchange) === (form === "markdown")) change(exchange);
  };
const replace =
  (found: string | RegExp, by: string): Change =>
  (exchange) => {
    exchange.body = exchange.body.replace(found, by);
  };
const agentRules = ["/AGENTS.md", "/.well-known/agent-rules"];
const legalTwin = /^\/legal(\.md)?$/;

const breakages: readonly Breakage[] = [
  [
    "a stale skill digest",
    "skills.digest",
    rewrite(["/.well-known/agent-skills/index.json"], (body) => body.replace(/sha256:[0-9a-f]{4}/, "sha256:0000")),
  ],
  [
    "a dead link in llms.txt",
    "links.llms-txt",
    rewrite(["/llms.txt"], (body, { asked }) => `${body}- [Gone](http://${asked.host}/gone.md): It was here.\n`),
  ],
  [
    "no Vary: Accept on the HTML half",
    "vary.html vary.head vary.304 ora.vary",
    (exchange) => {
      const kept = (exchange.headers.vary ?? "").split(", ").filter((name) => name.toLowerCase() !== "accept");
      if (isHtmlHalf(exchange)) exchange.headers.vary = kept.join(", ");
    },
  ],
  [
    "status 200 for a missing page",
    "negotiation.missing errors.page-html ora.missing",
    (exchange) => {
      const isHtml = (exchange.headers["content-type"] ?? "").startsWith("text/html");
      if (exchange.status === 404 && isHtml) exchange.status = 200;
    },
  ],
  [
    "a wrong media type of the server card",
    "text.types openapi.contract",
    at(cards, ({ status, headers }) => {
      if (status === 200) headers["content-type"] = "application/json";
    }),
  ],
  [
    "a tool that is missing from the server card",
    "card.tools",
    rewriteJson(cards, (card: { tools?: unknown[] }) => card.tools?.pop()),
  ],
  [
    "an ETag that never gets 304",
    // Without If-None-Match the date decides. The second row checks that order.
    "validators.if-none-match validators.if-modified-since vary.304",
    { hide: "if-none-match" },
  ],
  [
    "a twin with a changed number",
    "twins.numbers",
    at(/^\/pricing(\.md)?$/, replace(/^- .*?\b\d+\.\d+/m, "$&7"), "markdown"),
  ],
  [
    "a group of crawlers that is told of search alone",
    "robots.content-signal",
    rewrite(["/robots.txt"], (body) => body.replace(/Content-Signal: .*/, "Content-Signal: search=yes")),
  ],
  [
    "a sitemap that lists sitemaps",
    "sitemap.form llms.in-sitemap agentsfirst.sitemap cloudflare.sitemap ora.lastmod",
    rewrite(["/sitemap.xml"], (body) =>
      body.replace(/(<\/?)urlset\b/g, "$1sitemapindex").replace(/(<\/?)url\b/g, "$1sitemap"),
    ),
  ],
  [
    "a bridge that the home page does not load",
    "mcp.in-page cloudflare.webMcp",
    at("/", replace(/\/webmcp\.js/g, "/logo.svg")),
  ],
  [
    "a sitemap with a foreign host",
    "sitemap.origin",
    rewrite(["/sitemap.xml"], (body) =>
      body.replace(/<loc>http:\/\/[^/]+\/legal</, "<loc>https://foreign.example/legal<"),
    ),
  ],
  [
    "a problem without a code",
    "errors.data ora.problem",
    (exchange) => {
      if (exchange.status === 404) replace(/"code":"[^"]+",/, "")(exchange);
    },
  ],
  [
    "a canonical address of another page in front matter",
    "twins.canonical",
    at(legalTwin, replace(/^(canonical: ".*)legal"/m, '$1pricing"'), "markdown"),
  ],
  [
    "HEAD with another Cache-Control than GET",
    "headers.head",
    at("/llms.txt", (exchange) => {
      if (exchange.method === "HEAD") allowStoring(exchange);
    }),
  ],
  [
    "OAuth metadata that appears",
    "absent.oauth",
    at("/.well-known/oauth-authorization-server", (exchange) => {
      exchange.status = 200;
      exchange.body = '{"issuer":"https://login.example"}\n';
    }),
  ],
  ["a live status that caches may keep", "headers.live", at("/.well-known/status", allowStoring)],
  ["documents without a final newline", "text.lines", rewrite(agentRules, (body) => body.replace(/\n$/, ""))],
  [
    "a 406 that caches may keep",
    "negotiation.not-acceptable errors.no-store ora.not-acceptable",
    (exchange) => {
      if (exchange.status === 406) allowStoring(exchange);
    },
  ],
  ["a local endpoint that serves a foreign Origin", "mcp.origin", { hide: "origin" }],
  [
    "a local endpoint that serves any Host",
    "mcp.host",
    at("/mcp", (exchange) => {
      if (exchange.asked.host === "rebound.example") exchange.status = 200;
    }),
  ],
  [
    "a server card of another version",
    "card.identity identity.version aso.version",
    rewriteJson(cards, (card: { version?: string }) => {
      card.version = "0.9.0";
    }),
  ],
  [
    "a sitemap that is dated in the future",
    "sitemap.lastmod",
    rewrite(["/sitemap.xml"], (body) => body.replace(/<lastmod>[^<]+/, "<lastmod>2999-01-01")),
  ],
  [
    "a heading that only the page has",
    "twins.headings",
    at("/legal", replace("</article>", '<h2 id="more">More</h2></article>'), "other"),
  ],
  [
    "a document that scripts of other sites cannot read",
    "headers.cors",
    at("/openapi.json", ({ status, headers }) => {
      if (status === 200) delete headers["access-control-allow-origin"];
    }),
  ],
  [
    "a path that crawlers may not read",
    "robots.allow",
    rewrite(["/robots.txt"], (body) => body.replace("Allow: /", "Disallow: /pricing\nAllow: /")),
  ],
  [
    "computed answers that any crawler may follow to further ones",
    "crawl.ends",
    (exchange) => {
      at("/robots.txt", replace(/^Disallow: .*\n/gm, ""))(exchange);
      const [page, turn = "0"] = /^\/quote(?:\?turn=(\d+))?$/.exec(exchange.path) ?? [];
      if (page && exchange.status === 200 && !isMarkdown(exchange))
        replace("</main>", `<a href="/quote?turn=${Number(turn) + 1}">Next</a></main>`)(exchange);
    },
  ],
  [
    "a member of the AI catalog that its schema forbids",
    "ai-catalog.shape cloudflare.ard",
    rewriteJson(/^\/\.well-known\/(ai-catalog|ard)\.json$/, (catalog: { extensions?: object }) => {
      catalog.extensions = {};
    }),
  ],
  [
    "a described path that nobody serves",
    "links.openapi openapi.contract",
    rewriteJson(["/openapi.json"], (api: { paths?: Record<string, { get?: { operationId: string } }> }) => {
      const { get } = api.paths?.["/llms.txt"] ?? {};
      if (api.paths && get) api.paths["/gone.txt"] = { get: { ...get, operationId: "getGone" } };
    }),
  ],
  [
    "a link to a part of a page that is not there",
    "links.fragments",
    at("/legal", replace("<footer", '<nav><a href="#gone">Gone</a></nav><footer'), "other"),
  ],
  ["a tool that is not said to be read-only", "mcp.read-only", replace('"readOnlyHint":true', '"readOnlyHint":false')],
  [
    "a tool that only one protocol version has",
    "mcp.tools",
    (exchange) => {
      if (exchange.asked["mcp-method"] === "tools/list") replace('"list_pools"', '"list_wells"')(exchange);
    },
  ],
  [
    "agent rules that name a tool of yesterday",
    "mcp.agents-md",
    rewrite(agentRules, (body) => body.replaceAll("list_pools", "list_wells")),
  ],
  [
    "a skill that was edited after its digest was taken",
    "skills.digest skills.front-matter",
    rewrite(/watch-a-swap\/SKILL\.md$/, (body) => body.replace("description: ", "description: Edited. ")),
  ],
  [
    "JSON-LD that is not JSON",
    "pages.json-ld ora.json-ld aso.json-ld",
    at(/^/, replace('{"@context"', '{@context"'), "other"),
  ],
  [
    "a 304 without Cache-Control",
    "validators.304-headers",
    at("/llms.txt", ({ status, headers }) => {
      if (status === 304) delete headers["cache-control"];
    }),
  ],
  [
    "front matter without a version",
    "twins.front-matter ora.front-matter",
    at(legalTwin, replace(/^doc_version: .*\n/m, ""), "markdown"),
  ],
  [
    "a date of the content that is not past",
    "validators.last-modified validators.if-modified-since",
    at("/llms.txt", ({ headers }) => {
      headers["last-modified"] = "Tue, 01 Jan 2999 00:00:00 GMT";
    }),
  ],
  [
    "an endpoint that answers DELETE",
    "mcp.methods",
    at("/mcp", (exchange) => {
      if (exchange.method === "DELETE") exchange.status = 200;
    }),
  ],
];

// One file and one worker, because the proxy caches answers for all runs.
test.describe.configure({ mode: "default", timeout: 180_000 });

let proxy: BreakingProxy;
let connect: Connect;
test.beforeAll(async ({ baseURL }) => {
  const { hostname, port } = new URL(baseURL as string);
  proxy = await startBreakingProxy({ hostname, port: Number(port) });
  connect = () => ({ hostname: "127.0.0.1", port: proxy.port });
});
test.afterAll(() => proxy.stop());

const failed = ({ rows }: Report) =>
  rows.filter(({ status }) => status === "fail").map(({ id, evidence }) => `${id}: ${evidence}`);

/** The hosts beside the site's own that a run asks, which are none that answers. */
function watchOthers(baseURL: string) {
  const others: string[] = [];
  const elsewhere: Connect = (url) => {
    if (url.host === new URL(baseURL).host) return connect(url);
    others.push(url.href);
    return { hostname: "127.0.0.1", port: 9 };
  };
  return { others, elsewhere };
}

test("the proxy without a change passes the whole site as docs/verification.md shows, and no foreign address is requested", async ({
  baseURL,
}) => {
  proxy.alteration = null;
  const { others, elsewhere } = watchOthers(baseURL as string);
  const report = await verify({ url: baseURL as string, connect: elsewhere });
  expect(failed(report)).toEqual([]);
  expect(report.counts.pass).toBeGreaterThan(180);
  expect(report.counts["not-claimed"]).toBeGreaterThan(15);
  expect(report.rows.every(({ id }, index) => report.rows.findIndex((row) => row.id === id) === index)).toBe(true);
  expect([others, report.rows.find(({ id }) => id === "links.external")?.status]).toEqual([[], "skip"]);
  expect(report.external.length).toBeGreaterThan(0);
  const example = /^\$ npm run -s verify -- .* grep -E '(.*)'\n([\s\S]*?)\n```$/m.exec(readDoc("docs/verification.md"));
  const printed = reportLines(report).filter((line) => new RegExp(String(example?.[1])).test(line));
  const shapeOf = (text: string) => text.replace(/\d+(\.\d+)?/g, "<n>");
  expect(shapeOf(printed.join("\n"))).toBe(shapeOf(String(example?.[2])));
});

test("behind a front that limits clients and refuses foreign hosts only foreign addresses fail, which --external requests", async ({
  baseURL,
}) => {
  // The client limit of deploy/nginx-conf.ts: 100 at once, and 20 more for each second.
  let left = 100;
  let refused = 0;
  proxy.alteration = {
    alter(exchange) {
      if (left-- <= 0) {
        refused++;
        exchange.status = 429;
        exchange.headers = { "retry-after": "1" };
      } else if (exchange.asked.host !== new URL(baseURL as string).host) exchange.status = 421;
    },
  };
  const sleep = async (ms: number) => {
    left = Math.min(100, Math.max(left, 0) + (20 * ms) / 1000);
  };
  const { others, elsewhere } = watchOthers(baseURL as string);
  const report = await verify({ url: baseURL as string, connect: elsewhere, sleep, external: true });
  expect(failed(report).map((line) => line.split(":")[0])).toEqual(["links.external"]);
  expect(refused).toBeGreaterThan(10);
  expect(report.external.length).toBeGreaterThan(0);
  expect(new Set(others)).toEqual(new Set(report.external.map(({ url }) => url)));
  expect(report.external.map(({ status }) => status)).toEqual(report.external.map(() => null));
});

/** A run costs more than a breakage, so some are made at once: each of other rows, and of other answers. */
const RUNS = 5;
for (let run = 0; run < RUNS; run++) {
  const group = breakages.filter((_, at) => at % RUNS === run);
  test(`each is caught by its rows: ${group.map(([name]) => name).join(", ")}`, async ({ baseURL }) => {
    skipOnDeployment("It is about the command.");
    const changes = group.map(([, , change]) => change);
    proxy.alteration = {
      hide: changes.flatMap((change) => (typeof change === "function" ? [] : change.hide)),
      alter(exchange) {
        for (const change of changes) if (typeof change === "function") change(exchange);
      },
    };
    const report = await verify({ url: baseURL as string, connect });
    expect(
      failed(report)
        .map((line) => line.split(":")[0])
        .sort(),
      failed(report).join("\n"),
    ).toEqual(group.flatMap(([, rows]) => rows.split(" ")).sort());
    for (const row of report.rows) if (row.status === "fail") expect(row.todo, row.id).toMatch(/\w+ .*\.$/s);
  });
}
