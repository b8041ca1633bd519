// The verify command's parsers of line and header formats, as tables of cases.
import { expect, test } from "@playwright/test";
import { parseCacheControl, parseNames } from "../../../verify/parse/cache-control.ts";
import { parseFrontMatter } from "../../../verify/parse/front-matter.ts";
import { parseLinkHeader } from "../../../verify/parse/link-header.ts";
import { mayCrawl, parseRobots } from "../../../verify/parse/robots.ts";
import { parseSitemap } from "../../../verify/parse/sitemap.ts";
import { normalizeType } from "../../../verify/rows/text.ts";

test("robots.txt is read by groups, with comments, shared rules and unknown lines", () => {
  const robots = parseRobots(
    "# all\nUser-agent: GPTBot\nuser-agent: CCBot # two\nAllow: /\nContent-Signal: search=yes\n\nUser-agent: *\r\nDisallow: /x\nAgentmap: /y\nnonsense\n\nSitemap: https://a.example/s.xml\n",
  );
  expect(robots.groups).toEqual([
    {
      agents: ["GPTBot", "CCBot"],
      rules: [
        { name: "allow", value: "/" },
        { name: "content-signal", value: "search=yes" },
      ],
    },
    { agents: ["*"], rules: [{ name: "disallow", value: "/x" }] },
  ]);
  expect(robots.sitemaps).toEqual(["https://a.example/s.xml"]);
  expect(robots.unknown).toEqual(["Agentmap: /y", "nonsense"]);
});

test("a rule before any group belongs to no group", () => {
  expect(parseRobots("Allow: /\n")).toEqual({ groups: [], sitemaps: [], unknown: ["Allow: /"] });
});

const ruled = (rules: string) => parseRobots(`User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\n${rules}`);
for (const [rules, open, closed] of [
  ["Allow: /\nDisallow: /quote?", ["/quote", "/quote.md?a=1", "/"], ["/quote?a=1", "/quote?"]],
  ["Disallow: /a\nAllow: /a/b", ["/a/b/c", "/"], ["/a", "/ab", "/a/c"]],
  ["Disallow: /a\nAllow: /a", ["/a"], []],
  ["Disallow: /*.pdf$\nDisallow: /*?*x=", ["/a.pdf?", "/x="], ["/a.pdf", "/.pdf.pdf", "/b?y&x=1"]],
  ["Disallow:", ["/", "/a?b"], []],
  ["Disallow: /", [], ["/", "/a"]],
] as const) {
  test(`robots.txt with ${JSON.stringify(rules)} allows ${open.join(", ")} and not ${closed.join(", ")}`, () => {
    for (const target of open) expect(mayCrawl(ruled(rules), target), target).toBe(true);
    for (const target of closed) expect(mayCrawl(ruled(rules), target), target).toBe(false);
  });
}

const sitemap = (body: string) => `<?xml version="1.0"?>\n<urlset xmlns="ns">${body}</urlset>\n`;
const sitemaps: [xml: string, entries: unknown][] = [
  [sitemap("<url><loc>a</loc></url>"), [{ loc: "a", lastmod: null }]],
  [
    sitemap("<url>\n<loc> a?b&amp;c </loc><lastmod>2026-01-02</lastmod></url><!-- <url></url> -->"),
    [{ loc: "a?b&c", lastmod: "2026-01-02" }],
  ],
  [sitemap(""), []],
  ["<sitemapindex><sitemap><loc>b</loc></sitemap></sitemapindex>", [{ loc: "b", lastmod: null }]],
];
for (const [xml, entries] of sitemaps) {
  test(`the sitemap ${xml.slice(22, 90)} is read`, () => expect(parseSitemap(xml).entries).toEqual(entries));
}

const long = [
  sitemap("<!--".repeat(500_000)),
  sitemap("<url>".repeat(500_000)),
  sitemap(`<url>${"<loc>".repeat(500_000)}</url>`),
];
for (const xml of ["", "<html></html>", "<urlset>", sitemap("<url><lastmod>2026</lastmod></url>"), ...long]) {
  test(`${JSON.stringify(xml.slice(0, 60))} is not a sitemap`, () =>
    expect(() => parseSitemap(xml)).toThrow("not a sitemap"));
}

const links: [field: string, links: unknown][] = [
  ["", []],
  ['<a>; rel="x"', [{ href: "a", rel: "x", type: null }]],
  ["<a>; rel=x; type=text/html", [{ href: "a", rel: "x", type: "text/html" }]],
  [
    '<a,b>; title="c, <d>; rel=no"; rel="X y" , </e>;rel=z;type="text/markdown"',
    [
      { href: "a,b", rel: "x", type: null },
      { href: "a,b", rel: "y", type: null },
      { href: "/e", rel: "z", type: "text/markdown" },
    ],
  ],
  ["<a>; rel=first; rel=second", [{ href: "a", rel: "first", type: null }]],
  ['<a>; rel="q\\"uote"', [{ href: "a", rel: 'q"uote', type: null }]],
  ["<a>", []],
  ["a; rel=x", []],
];
for (const [field, expected] of links) {
  test(`Link ${JSON.stringify(field)} is read`, () => expect(parseLinkHeader(field)).toEqual(expected));
}

const blocks: [text: string, entries: [string, string][] | null, unreadable: string[]][] = [
  ["# No block\n", null, []],
  ['---\na: "b: \\"c\\""\n---\n\n# T\n', [["a", 'b: "c"']], []],
  [
    "---\na: plain text\nb: 'it''s'\n---\n",
    [
      ["a", "plain text"],
      ["b", "it's"],
    ],
    [],
  ],
  ['---\na: [1, 2]\nb:\n  - c\na2: "x\n---\n', [], ["a: [1, 2]", "b:", "  - c", 'a2: "x']],
  ["---\na: x\na: y\n---\n", [["a", "x"]], ["a: y"]],
];
for (const [text, entries, unreadable] of blocks) {
  test(`front matter of ${JSON.stringify(text)}`, () => {
    const block = parseFrontMatter(text);
    expect(block && [...block.entries]).toEqual(entries);
    expect(block?.unreadable ?? []).toEqual(unreadable);
  });
}

test("the text after the front matter is the body", () => {
  expect(parseFrontMatter("---\na: b\n---\n\n# T\n---\n")?.body).toBe("\n# T\n---\n");
});

test("Cache-Control is read as directives", () => {
  expect([...parseCacheControl('public, Max-Age=300 ,no-cache="a"')]).toEqual([
    ["public", ""],
    ["max-age", "300"],
    ["no-cache", "a"],
  ]);
  expect([...parseCacheControl(undefined)]).toEqual([]);
  expect(parseNames("Accept , RSC,")).toEqual(["accept", "rsc"]);
});

test("media types are compared regardless of parameter order and spelling", () => {
  expect(normalizeType('Text/HTML; Charset="UTF-8"')).toBe(normalizeType("text/html;charset=utf-8"));
  expect(normalizeType("text/html")).not.toBe(normalizeType("text/html; charset=utf-8"));
  expect(normalizeType('a/b; profile="https://X"')).not.toBe(normalizeType('a/b; profile="https://x"'));
});
