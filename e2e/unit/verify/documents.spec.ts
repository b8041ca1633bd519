// How the verify command reads HTML and Markdown, and compares what both state.
import { expect, test } from "@playwright/test";
import { listAdverts } from "../../../verify/parse/adverts.ts";
import { findMissing, listNumbers } from "../../../verify/parse/facts.ts";
import { parseHtml } from "../../../verify/parse/html.ts";
import { parseMarkdown } from "../../../verify/parse/markdown.ts";

const base = "https://a.example/docs/";

test("a page is read as its head, its main part and as a whole", () => {
  const page = parseHtml(
    `<!doctype html><html lang="en"><head><title> A  page </title>
<meta name="description" content="D"><meta property="og:url" content="u">
<link rel="Canonical alternate" href="/docs/" type="text/html"><link rel="stylesheet" href="s.css">
<script src="/x.js"></script></head>
<body><header><a href="/">Home</a></header>
<main><nav><a href="#top">8</a></nav><h1 id="top">One <em>two</em></h1><p>12.5 and 3<br>4</p><script>var n = 99</script>
<table><tr><th>K</th><td>V 7</td></tr></table><img src="i.svg">
<form><p>55</p></form><div aria-live="off"><table><tr><td>66</td></tr></table></div></main>
<footer><h2>Foot</h2></footer>
<script type="application/ld+json">{"@type":"Thing"}</script></body></html>`,
    base,
  );
  expect([page.lang, page.title, page.metas.get("description"), page.metas.get("og:url")]).toEqual([
    "en",
    "A page",
    "D",
    "u",
  ]);
  expect(page.links.map(({ rel, href }) => [rel, href])).toEqual([
    ["canonical", base],
    ["alternate", base],
    ["stylesheet", `${base}s.css`],
  ]);
  expect(page.headings).toEqual([
    { level: 1, text: "One two" },
    { level: 2, text: "Foot" },
  ]);
  const numbers = ["12.5", "3", "4", "7"];
  expect(page.main).toEqual({ headings: ["One two"], cells: ["K", "V 7"], links: [], numbers });
  expect(page.all.headings).toEqual(["One two", "Foot"]);
  expect(page.all.links).toEqual(["https://a.example/", base]);
  expect([...page.assets].sort()).toEqual([
    "https://a.example/docs/i.svg",
    "https://a.example/docs/s.css",
    "https://a.example/x.js",
  ]);
  expect(page.jsonLd).toEqual(['{"@type":"Thing"}']);
  expect([page.ids.has("top"), page.elements.has("footer"), page.elements.has("aside")]).toEqual([true, true, false]);
  expect(page.text).toContain("12.5 and 3 4");
  expect(page.text).not.toContain("99");
});

test("a Markdown document is read as headings, links, cells, lists and code", () => {
  const document = parseMarkdown(
    "# One `two`\n\n> Quote\n\nText 12.5 [link](../x.md#part).\n\n- [A](https://b.example/): note 3\n- plain\n\n| K |\n| --- |\n| V 7 |\n\n```sh\nrun 9\n```\n\n```\nbare\n```\n",
    base,
  );
  expect([document.headings, document.levels, document.firstHeadingAt]).toEqual([["One two"], [1], 0]);
  expect(document.quote).toBe("Quote");
  expect(document.links).toEqual(["https://a.example/x.md", "https://b.example/"]);
  expect(document.items).toEqual([{ href: "https://b.example/", name: "A", rest: ": note 3" }]);
  expect(document.cells).toEqual(["K", "V 7"]);
  expect(document.numbers).toEqual(["12.5", "3", "7", "9"]);
  expect(document.languages).toEqual(["sh", null]);
});

const comparisons: [wanted: string[], found: string[], missing: string[]][] = [
  [[], ["a"], []],
  [["a", "b"], ["b", "a"], []],
  [["a", "a"], ["a"], ["a"]],
  [["a", "c"], ["b"], ["a", "c"]],
];
for (const [wanted, found, missing] of comparisons) {
  test(`of ${wanted.join()}, ${found.join()} lacks ${missing.join() || "nothing"}`, () =>
    expect(findMissing(wanted, found)).toEqual(missing));
}

test("numbers stay as written", () => {
  expect(listNumbers("1,234.50 at v2, 0.006 ETH (12 %)")).toEqual(["1,234.50", "2", "0.006", "12"]);
});

const answer = (path: string, type: string, text: string, link = "") => ({
  url: `https://a.example${path}`,
  method: "GET",
  status: 200,
  headers: { "content-type": type, link },
  bytes: Buffer.from(text),
  text,
});
const adverts: [what: string, answer: Parameters<typeof listAdverts>[0], found: [string, string][]][] = [
  ["a Link field", answer("/x", "image/png", "", "</a>; rel=b"), [["/a", "Link header"]]],
  ["robots.txt", answer("/robots.txt", "text/plain", "Sitemap: /s.xml\n"), [["/s.xml", "robots.txt"]]],
  ["the sitemap", answer("/s.xml", "application/xml", "<urlset><url><loc>b</loc></url></urlset>"), [["b", "sitemap"]]],
  [
    "llms.txt",
    answer("/llms.txt", "text/plain", "# A\n\n[b](c), `https://d.example/`, `e`\n"),
    [
      ["c", "llms.txt"],
      ["https://d.example/", "llms.txt"],
    ],
  ],
  ["Markdown", answer("/m.md", "text/markdown", "[b](c)\n"), [["c", "Markdown"]]],
  [
    "a page",
    answer("/p", "text/html", '<a href="b">c</a><script src="d"></script>'),
    [
      ["b", "page"],
      ["https://a.example/d", "asset"],
    ],
  ],
  [
    "the API catalog",
    answer(
      "/.well-known/api-catalog",
      "application/linkset+json",
      '{"linkset":[{"anchor":"a","item":[{"href":"b","type":"c/d"}]}]}',
    ),
    [
      ["a", "api-catalog"],
      ["b", "api-catalog"],
    ],
  ],
  [
    "OpenAPI",
    answer("/openapi.json", "application/json", '{"paths":{"/a":{"get":{}},"/b":{"post":{}},"/c/{d}":{"get":{}}}}'),
    [["/a", "openapi"]],
  ],
  ["what is malformed", answer("/openapi.json", "application/json", "{"), []],
];
for (const [what, given, found] of adverts) {
  test(`${what} names its addresses`, () =>
    expect(listAdverts(given).map(({ href, by }) => [href, by])).toEqual(found));
}
