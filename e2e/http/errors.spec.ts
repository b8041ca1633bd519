// The errors that a lost or mistaken caller gets.

import { expect, test } from "../support/answering-test.ts";
import { ask } from "../support/ask.ts";
import { isOwnServer, ownFields, urlOf } from "../support/forms.ts";

const MISSING = "/no-such/page";
const waysBack = ["/llms.txt", "/sitemap.xml", "/index.md"];
/** What only the inside of a server knows. */
const internals = /\bat .+\(.+:\d+:\d+\)|node_modules|process\.env|ECONNREFUSED|\/home\/|\/Users\//;
type Refusal = readonly [
  status: number,
  path: string,
  accept: string,
  type: string,
  ...method: string[],
];
const problem = "application/problem+json";
const refusals: readonly Refusal[] = [
  [404, MISSING, "text/html", "text/html; charset=utf-8"],
  [404, MISSING, "text/markdown", "text/markdown; charset=utf-8"],
  [404, `${MISSING}.md`, "text/markdown", "text/markdown; charset=utf-8"],
  ...[MISSING, "/no-such.json", "/.well-known/no-such"].map(
    (path): Refusal => [404, path, "application/json", problem],
  ),
  [406, "/", "image/png", problem],
  [405, "/", "*/*", problem, "DELETE"],
];

for (const [status, path, accept, type, method = "GET"] of refusals)
  test(`${method} ${path} as ${accept} is ${status}, is not kept, and tells nothing of the inside`, async () => {
    const { headers, text, ...answer } = await ask(urlOf(path), { method, headers: { accept } });
    expect([answer.status, headers["content-type"]]).toEqual([status, type]);
    expect(ownFields(headers as Record<string, string>)["cache-control"]).toBe("no-store");
    expect(text.replace(/<script[\s\S]*?<\/script>/g, "")).not.toMatch(internals);
    if (type !== problem) {
      for (const way of waysBack)
        expect(text, way).toMatch(new RegExp(`(?:href="|\\]\\()[^")]*${way}[")]`));
      expect(text).toMatch(/^# |<h1/m);
      if (type.startsWith("text/html"))
        for (const relation of ["ai-catalog", "ard"])
          expect(text).toMatch(new RegExp(`<link rel="${relation}" href="https?://[^"]+`));
      return;
    }
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(JSON.parse(text)).toMatchObject({
      type: expect.stringMatching(/^(about:blank|https?:\/\/.+)$/),
      title: expect.stringMatching(/./),
      status,
      detail: expect.stringMatching(/./),
      code: { 404: "not_found", 405: "method_not_allowed", 406: "not_acceptable" }[status],
      hint: expect.stringMatching(/./),
      instance: path,
    });
  });

test("a method that nobody has is refused, and no fault", async () => {
  for (const method of ["PROPFIND", "PURGE"])
    expect([400, 405, 501], method).toContain((await ask(urlOf("/"), { method })).status);
});

const unusual =
  "/%71uote.md /%6dcp /%70ricing /pricing%2emd /%2ewell-known/status /.well-known%2fstatus".split(
    " ",
  );
test("an unusual spelling of an address is 404 and never cached", async () => {
  // Vercel answers /500 with its own page.
  const internal = ["/404", "/_not-found", ...(isOwnServer ? ["/500"] : [])];
  for (const path of [...unusual, ...internal, "/mcp/no-such"])
    for (const accept of ["text/html", "text/markdown", "application/json"]) {
      const { status, headers } = await ask(urlOf(path), { headers: { accept } });
      const { "cache-control": kept } = ownFields(headers as Record<string, string>);
      expect([path, accept, status, kept]).toEqual([path, accept, 404, "no-store"]);
    }
});

test("a page's address with a trailing slash redirects to the page", async ({ request }) => {
  for (const [address, target] of [
    ["/pricing/", "/pricing"],
    ["/status/btc/", "/status/btc"],
    ["/track/0006/", "/track?txid=0006"],
  ]) {
    const response = await request.get(address as string, { maxRedirects: 0 });
    const { pathname, search } = new URL(response.headers().location ?? "", urlOf("/pricing"));
    expect([response.status(), pathname + search]).toEqual([308, target]);
  }
  expect((await request.get("/no-such-page/")).status()).toBe(404);
});

test("a query of a live page that is too long is 414 in each form, with the allowed length", async ({
  request,
}) => {
  const longQuery = (characters: number) => `?utm_x=${"y".repeat(characters - 7)}`;
  for (const [path, accept, type] of [
    ["/quote", "text/html", "text/html; charset=utf-8"],
    ["/quote", "*/*", problem],
    ["/quote", "text/markdown", problem],
    ["/track.md", "*/*", problem],
  ] as const) {
    const get = (query: string) => request.get(`${path}${query}`, { headers: { accept } });
    expect((await get(longQuery(600))).status(), `${path} as ${accept}`).toBe(200);
    const refused = await get(longQuery(601));
    const { "content-type": sent, "cache-control": kept } = refused.headers();
    expect([path, refused.status(), sent, kept]).toEqual([path, 414, type, "no-store"]);
    const text = await refused.text();
    if (sent === problem) expect(JSON.parse(text).instance).toBe(path);
    expect(text).toContain("at most 600 characters");
    expect(text).not.toContain("yyy");
  }
});

test("the internal header between middleware and handlers has no effect from outside", async ({
  request,
}) => {
  const plain = await request.get("/pricing.md");
  const headers = { "x-signpost-negotiated": "1" };
  const forged = await request.get("/pricing.md", { headers });
  for (const name of ["cache-control", "vary", "content-location", "link"])
    expect(forged.headers()[name], name).toBe(plain.headers()[name]);
});
