// What an answer is chosen and guarded by: negotiation, validators, and the headers of safety.
import { expect, test } from "@playwright/test";
import { negotiate } from "../../../lib/http/negotiate.ts";
import * as security from "../../../lib/http/security-headers.ts";
import { formatHttpDate, isUnchanged } from "../../../lib/http/validators.ts";
import { rowsOf } from "../../support/rows.ts";

const quoted = 'text/markdown;q=0.5;a="';
for (const [what, accept, choice] of [
  ["at the longest", "text/markdown".padEnd(1024), "markdown"],
  ["too long", "text/markdown".padEnd(1025), "html"],
  ["of 32 ranges", `${"a/b,".repeat(31)}text/markdown`, "markdown"],
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
test("an answer is unchanged where its tag is named, or without a tag its date is not earlier", () => {
  /** The tag, the date, and what is sent. */
  const rows = rowsOf(`
    - | - | 200
    "a" | - | 304
    W/"a" | - | 304
    "b" , W/"a" | - | 304
    * | - | 304
    "b" | - | 200
    "aW/" | - | 200
    a | - | 200
      | - | 200
    - | ${date} | 304
    - | ${later} | 304
    - | ${earlier} | 200
    "b" | ${later} | 200
    "a" | ${earlier} | 304
    - | 2027-01-01T00:00:00Z | 200
    - | 99999999999999 | 200
    - | tomorrow | 200
    - | Fri, 99 Foo 2026 07:15:00 GMT | 200
    - | x ${later} | 200
    - | ${later} x | 200`);
  const sent = (text: string) => (text === "-" ? null : text);
  for (const [tag = "", since = "", status] of rows) {
    const asked = { ifNoneMatch: sent(tag), ifModifiedSince: sent(since) };
    expect(isUnchanged(asked, dated) ? "304" : "200", `${tag} ${since}`).toBe(status);
    expect(isUnchanged(asked, { etag: null, lastModified: null }), "a live answer").toBe(false);
  }
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
const oneOrigin = [origins[0], origins[0]] as const;
const both = `'self' ${origins.join(" ")}`;
const scripts = ["'sha256-x'"];
const nothing = { "default-src": none, "base-uri": none, "form-action": none };
const page = {
  ...nothing,
  "script-src": "'self' 'sha256-x'",
  "style-src": self,
  "img-src": both,
  "font-src": self,
  "connect-src": both,
  "manifest-src": self,
  "require-trusted-types-for": "'script'",
  "trusted-types": "signpost",
  "form-action": both,
  "frame-ancestors": none,
};
for (const [what, headers, policy] of [
  ["a page", security.pageHeaders({ scripts, origins }), page],
  [
    "a page of one site",
    security.pageHeaders({ scripts, origins: oneOrigin }),
    { ...page, "img-src": self, "connect-src": self, "form-action": self },
  ],
  [
    "a page with a part, which parses its own markup",
    security.pageHeaders({ scripts, origins, hasFrame: true, markupPolicies: ["own"] }),
    { ...page, "frame-src": self, "trusted-types": "signpost own" },
  ],
  [
    "a page without scripts",
    security.pageHeaders({ scripts: [], origins: oneOrigin }),
    {
      ...nothing,
      "style-src": self,
      "img-src": self,
      "font-src": self,
      "manifest-src": self,
      "form-action": self,
      "frame-ancestors": none,
    },
  ],
  [
    "a page in development",
    security.pageHeaders({ scripts: null, origins: oneOrigin }),
    { "form-action": self, "base-uri": none, "frame-ancestors": none },
  ],
  [
    "a framed part",
    security.partHeaders({ framedBy: "site", styleSource: "'sha256-x'" }),
    { ...nothing, "style-src": "'sha256-x'", "font-src": self, "frame-ancestors": self },
  ],
  [
    "a frame for other sites",
    security.partHeaders({ framedBy: "anyone", styleSource: "'sha256-x'" }),
    { ...nothing, "style-src": "'sha256-x'", "font-src": self, "frame-ancestors": "*" },
  ],
  ["another part", security.partHeaders(null), { ...nothing, "frame-ancestors": none }],
  ["a document", security.documentHeaders, { ...nothing, "frame-ancestors": none }],
] as const)
  test(`the policy of ${what}`, () => {
    expect(policyOf(headers)).toEqual(policy);
    const isForAll = what === "a document" || what === "a frame for other sites";
    const readers = isForAll ? "cross-origin" : "same-origin";
    expect(headers).toMatchObject({ "Cross-Origin-Resource-Policy": readers });
  });

test("HSTS is sent only if https is configured, all else always", () => {
  const common = security.commonHeaders("http://localhost:3000");
  const secure = { ...common, "Strict-Transport-Security": "max-age=63072000" };
  expect(security.commonHeaders("https://site.example")).toEqual(secure);
  const unused = "camera display-capture geolocation hid microphone payment serial usb";
  expect(common).toEqual({
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": `${unused.replaceAll(" ", "=(), ")}=()`,
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
  });
  const framed = security.commonHeaders("http://localhost:3000", "site");
  expect(framed).toEqual({ ...common, "X-Frame-Options": "SAMEORIGIN" });
  const { "X-Frame-Options": _, ...open } = common;
  expect(security.commonHeaders("http://localhost:3000", "anyone")).toEqual(open);
});
