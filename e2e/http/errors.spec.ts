// The errors that a lost or mistaken caller gets.

import { findResource, isLivePage, resourcePaths } from "../../lib/site/registry/resources.ts";
import { expect, test } from "../support/answering-test.ts";
import { ask } from "../support/ask.ts";
import { otherForms, ownFields, skipOn } from "../support/forms.ts";

test("what is missing has no validator, and never counts as unchanged", async ({ request }) => {
  skipOn(otherForms, "Next gives its page for a missing one a tag, which nobody's condition reaches.");
  for (const tag of ["*", '"x"']) {
    const again = await request.get("/no-such-page", { headers: { accept: "text/html", "if-none-match": tag } });
    expect([again.status(), again.headers().etag], tag).toEqual([404, undefined]);
  }
});

test("an unknown data resource has its code and its address, however deep it lies", async ({ request }) => {
  for (const path of ["/a/b.xml", "/.well-known/deep/no-such"])
    expect(await (await request.get(path)).json()).toMatchObject({ status: 404, code: "not_found", instance: path });
});

const encoded = ["/%6dcp", "/%70ricing", "/pricing%2emd", "/%2ewell-known/status", "/.well-known%2fstatus"];
for (const [how, paths] of [
  ["an unusual spelling", [...encoded, "/404", "/500", "/_not-found", "/mcp/no-such"]],
  ["another case", ["/MCP", "/PRICING", "/Developers/API", "/LLMS.txt"]],
] as const)
  test(`${how} of an address is 404 and never cached`, async ({ baseURL }) => {
    skipOn(
      how === "another case" ? otherForms : [],
      "Next and the platform compare paths with rules without their case.",
    );
    for (const path of paths)
      for (const accept of ["text/html", "text/markdown", "application/json"]) {
        const { status, headers } = await ask(`${baseURL}${path}`, { headers: { accept } });
        expect(status, path).toBe(404);
        expect(ownFields(headers as Record<string, string>)["cache-control"], `${path} as ${accept}`).toBe("no-store");
      }
  });

test("Next's internal pages are missing like any other address, in each form", async ({ baseURL }) => {
  skipOn(otherForms, "Our server hides these before Next reads them.");
  for (const own of ["/_global-error", "/_global-error/", "/_global-error?_rsc", "/_not-found", "/_error", "/404"]) {
    for (const accept of ["text/html", "text/markdown", "application/json"]) {
      for (const more of [{}, { rsc: "1" }]) {
        const { status, headers } = await ask(`${baseURL}${own}`, { headers: { accept, ...more } });
        const expected = await ask(`${baseURL}${own.replace(/[\w-]+/, "nope")}`, { headers: { accept, ...more } });
        const shown = `${own} ${accept} ${JSON.stringify(more)}`;
        expect(status, shown).toBe("rsc" in more ? expected.status : 404);
        for (const name of ["content-type", "content-security-policy", "vary", "cache-control"])
          expect(headers[name], `${name} of ${shown}`).toBe(expected.headers[name]);
        expect(JSON.stringify(headers), shown).not.toContain("/not-found");
      }
    }
  }
});

test("below /_next only its files are published", async ({ baseURL, request }) => {
  skipOn(otherForms, "Our server shortens a path below /_next that is no file, before Next reads it.");
  const build = /\\"b\\":\\"([\w-]+)/.exec(await (await request.get("/pricing")).text())?.[1];
  expect(build).toHaveLength(40);
  const data = ["pricing.json", "index.json", "llms.txt.json", "quote.json?from=BTC&to=ETH&amount=1", "nope.json"];
  const others = ["", "nope", "image?url=%2Flogo.svg&w=64&q=75", "static/nope.woff2", "static/chunks/nope.js", "data"];
  for (const name of [...data.map((file) => `data/${build}/${file}`), ...others]) {
    for (const accept of ["text/html", "text/markdown"]) {
      const { status, headers } = await ask(`${baseURL}/_next/${name}`, { headers: { accept } });
      const shown = `${accept} of /_next/${name}`;
      expect([status, headers["content-type"]], shown).toEqual([404, "application/problem+json"]);
      expect(headers["cache-control"], shown).toBe("no-store");
      expect(Number(headers["content-length"]), shown).toBeGreaterThan(100);
      expect(Object.keys(headers).join(), shown).not.toMatch(/vary|x-middleware|x-signpost/);
    }
  }
});

test("a page's address with a trailing slash redirects to the page", async ({ request }) => {
  const response = await request.get("/pricing/", { maxRedirects: 0 });
  expect([response.status(), response.headers().location]).toEqual([308, "/pricing"]);
  expect((await request.get("/no-such-page/")).status()).toBe(404);
});

for (const page of resourcePaths.filter((path) => isLivePage(path) && findResource(path).kind === "page")) {
  test(`a query of ${page} that is too long is 414 in each form, with the allowed length`, async ({ request }) => {
    const twin = findResource(page).twin as string;
    const longQuery = (characters: number) => `?utm_x=${"y".repeat(characters - 7)}`;
    for (const path of [page, twin]) {
      const html = path === page;
      for (const [accept, type] of [
        ["text/html", html ? "text/html; charset=utf-8" : "application/problem+json"],
        ["text/markdown", "application/problem+json"],
        ["*/*", "application/problem+json"],
      ] as const) {
        const get = (query: string) => request.get(`${path}${query}`, { headers: { accept }, maxRedirects: 0 });
        expect((await get(longQuery(600))).status(), `${path} as ${accept}`).toBe(200);
        const refused = await get(longQuery(601));
        expect([refused.status(), refused.headers()["content-type"]], `${path} as ${accept}`).toEqual([414, type]);
        expect(refused.headers()["cache-control"]).toBe("no-store");
        const text = await refused.text();
        expect(text).toContain("at most 600 characters");
        expect(text).not.toContain("yyy");
        if (type === "application/problem+json")
          expect(JSON.parse(text)).toMatchObject({ status: 414, code: "query_too_long", instance: path });
      }
      const head = await request.head(`${path}${longQuery(9_000)}`);
      expect([head.status(), (await head.body()).byteLength]).toEqual([414, 0]);
    }
  });
}

test("a long query does not change a page that ignores it", async ({ request }) => {
  for (const path of ["/pricing", "/pricing.md", "/.well-known/status", "/api/v2/status.json"])
    expect((await request.get(`${path}?x=${"y".repeat(2_000)}`)).status(), path).toBe(200);
});

test("an unknown method is 405 with Allow, never a fault", async ({ baseURL }) => {
  skipOn(otherForms, "The platform refuses these methods itself. Next alone fails.");
  for (const path of ["/", "/pricing.md", "/mcp", "/.well-known/status"]) {
    for (const method of ["TRACE", "PROPFIND", "PURGE"]) {
      const { status, headers } = await ask(`${baseURL}${path}`, { method });
      expect(status, `${method} ${path}`).toBe(405);
      expect(headers.allow, `${method} ${path}`).toMatch(path === "/mcp" ? /^POST$/ : /GET/);
    }
  }
});

test("the internal header between middleware and handlers has no effect from outside", async ({ request }) => {
  const [plain, forged] = [
    await request.get("/pricing.md"),
    await request.get("/pricing.md", { headers: { "x-signpost-negotiated": "1" } }),
  ];
  for (const name of ["cache-control", "vary", "content-location", "link"]) {
    expect(forged.headers()[name], name).toBe(plain.headers()[name]);
  }
});

test("no cookie is ever set", async ({ baseURL }) => {
  skipOn(otherForms, "Next ends a preview that nobody began.");
  const cookie = "__prerender_bypass=1; __next_preview_data=x; NEXT_LOCALE=en";
  for (const path of ["/", "/quote", "/status.md", "/nope", "/mcp", "/.well-known/status", "/_next/static/nope"]) {
    const { headers } = await ask(`${baseURL}${path}`, { headers: { cookie } });
    expect(headers, path).not.toHaveProperty("set-cookie");
  }
});
