// What an answer is chosen and guarded by: negotiation, validators, and the headers of safety.
import { expect, test } from "@playwright/test";
import { negotiate } from "../../../lib/http/negotiate.ts";
import { plainPage } from "../../../lib/http/problem.ts";
import * as security from "../../../lib/http/security-headers.ts";
import { formatHttpDate, isUnchanged } from "../../../lib/http/validators.ts";
import { inlineSource } from "../../../lib/site/serve/page-policy.ts";
import { realClients, rules } from "../../support/accept-cases.ts";

for (const [accept, choice] of rules)
  test(`Accept ${JSON.stringify(accept?.slice(0, 70))} gets ${choice}`, () =>
    expect(negotiate(accept)).toBe(choice));
for (const [client, accept, choice] of realClients)
  test(`${client}: ${choice}`, () => expect(negotiate(accept)).toBe(choice));

const quoted = 'text/markdown;q=0.5;a="';
for (const [what, accept, choice] of [
  ["at the longest", "text/markdown".padEnd(1024), "markdown"],
  ["too long", "text/markdown".padEnd(1025), "html"],
  ["of 32 ranges", `${"a/b,".repeat(31)}text/markdown`, "markdown"],
  ["of 33 ranges", `${"a/b,".repeat(32)}text/markdown`, "html"],
  ["of spaces", "  ", "html"],
  ["with a comma in quotes", `${quoted},text/html,"`, "markdown"],
  ["with an escaped quote", `${quoted}\\",text/html,"`, "markdown"],
  ["with a quote that ends", `${quoted}",text/html`, "html"],
  ["with a bare backslash", "text/markdown;q=0.5;a=\\,text/html", "html"],
  ["with spaces around a weight", "text/html; q = 0.2 ,text/markdown;q=0.5", "markdown"],
  ["of half a wildcard", "*/html", "html"],
  ["of all texts but HTML", "text/html;q=0,text/*", "markdown"],
] as const)
  test(`an Accept ${what} gets ${choice}`, () => expect(negotiate(accept)).toBe(choice));

const date = "Fri, 20 Nov 2026 07:15:00 GMT";
const later = "Sat, 21 Nov 2026 00:00:00 GMT";
const earlier = "Fri, 20 Nov 2026 07:14:59 GMT";
const dated = { etag: '"a"', lastModified: date };
const live = { etag: null, lastModified: null };
for (const [what, tag, since, validators, isSame] of [
  ["no condition", null, null, dated, false],
  ["the tag", '"a"', null, dated, true],
  ["a weak form of the tag", 'W/"a"', null, dated, true],
  ["one of a list", '"b" , W/"a"', null, dated, true],
  ["any", "*", null, dated, true],
  ["another tag", '"b"', null, dated, false],
  ["a tag with W/ inside", '"aW/"', null, dated, false],
  ["the tag without quotes", "a", null, dated, false],
  ["an empty field", "", null, dated, false],
  ["the date", null, date, dated, true],
  ["a later date", null, later, dated, true],
  ["an earlier date", null, earlier, dated, false],
  ["another tag and a later date: the tag decides", '"b"', later, dated, false],
  ["the tag and an earlier date: the tag decides", '"a"', earlier, dated, true],
  ["an ISO instant", null, "2027-01-01T00:00:00Z", dated, false],
  ["a number", null, "99999999999999", dated, false],
  ["words", null, "tomorrow", dated, false],
  ["a date that does not exist", null, "Fri, 99 Foo 2026 07:15:00 GMT", dated, false],
  ["a date with more before it", null, `x ${later}`, dated, false],
  ["a date with more behind it", null, `${later} x`, dated, false],
  ["any tag, of a live answer", "*", null, live, false],
  ["a date, of a live answer", null, later, live, false],
] as const)
  test(`condition: ${what}: ${isSame ? "304" : "200"}`, () =>
    expect(isUnchanged({ ifNoneMatch: tag, ifModifiedSince: since }, validators)).toBe(isSame));

test("an instant is written in the HTTP date format", () => {
  expect(formatHttpDate("2026-11-20T07:15:00Z")).toBe(date);
});

/** By directive. */
function policyOf(headers: object): Readonly<Record<string, string>> {
  const policy = (headers as Record<string, string>)["Content-Security-Policy"] ?? "";
  return Object.fromEntries(policy.split("; ").map((part) => part.split(/ (.*)/s).slice(0, 2)));
}
const none = "'none'";
const self = "'self'";
const origins = ["https://site.example", "https://swap.example"] as const;
const nothing = { "default-src": none, "base-uri": none, "form-action": none };
const both = `'self' ${origins.join(" ")}`;
const page = {
  "default-src": none,
  "script-src": "'self' 'sha256-x'",
  "style-src": self,
  "img-src": both,
  "font-src": self,
  "connect-src": both,
  "manifest-src": self,
  "require-trusted-types-for": "'script'",
  "trusted-types": "signpost",
  "form-action": both,
  "base-uri": none,
  "frame-ancestors": none,
};
const own = { "img-src": self, "connect-src": self, "form-action": self };
const [, style = ""] =
  /<style>(.+?)<\/style>/.exec(plainPage({ status: 404, title: "", detail: "", hint: "" })) ?? [];
const scripts = ["'sha256-x'"];
for (const [what, headers, policy] of [
  ["a page", security.pageHeaders({ scripts, origins }), page],
  [
    "a page of one site",
    security.pageHeaders({ scripts, origins: [origins[0], origins[0]] }),
    { ...page, ...own },
  ],
  [
    "a page with a part, which parses its own markup",
    security.pageHeaders({ scripts, origins, hasFrame: true, markupPolicies: ["own"] }),
    { ...page, "frame-src": self, "trusted-types": "signpost own" },
  ],
  [
    "a page in development",
    security.pageHeaders({ scripts: null, origins: [origins[0], origins[0]] }),
    { "form-action": self, "base-uri": none, "frame-ancestors": none },
  ],
  [
    "a framed part",
    security.partHeaders("'sha256-x'"),
    { ...nothing, "style-src": "'sha256-x'", "font-src": self, "frame-ancestors": self },
  ],
  ["another part", security.partHeaders(null), { ...nothing, "frame-ancestors": none }],
  [
    "a document, with the style of a problem for people alone",
    security.documentHeaders,
    { ...nothing, "style-src": inlineSource(style), "frame-ancestors": none },
  ],
] as const)
  test(`the policy of ${what}`, () => {
    expect(policyOf(headers)).toEqual(policy);
    const readers = what.startsWith("a document") ? "cross-origin" : "same-origin";
    expect(headers).toMatchObject({ "Cross-Origin-Resource-Policy": readers });
  });

test("HSTS is sent only if https is configured, all else always", () => {
  const common = security.commonHeaders("http://localhost:3000");
  const secure = { ...common, "Strict-Transport-Security": "max-age=63072000" };
  expect(security.commonHeaders("https://site.example")).toEqual(secure);
  expect(common).toEqual({
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": expect.stringMatching(/^(?:[a-z-]+=\(\)(?:, |$)){8}$/),
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
  });
  expect(common["Permissions-Policy"]).toMatch(/camera=.*geolocation=.*microphone=.*payment=/);
  const framed = { "X-Frame-Options": "SAMEORIGIN", "X-Robots-Tag": "noindex" };
  expect(security.partPathHeaders(true)).toEqual(framed);
  expect(security.partPathHeaders(false)).toEqual({ "X-Robots-Tag": "noindex" });
});
