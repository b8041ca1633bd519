// Every row of the registry, requested over HTTP from the production build.
import { type APIResponse, expect, test } from "@playwright/test";
import { cacheControl } from "../../lib/http/cache.ts";
import { formatHttpDate } from "../../lib/http/validators.ts";
import { exampleQuery } from "../../lib/site/documents/openapi/get.ts";
import { findResource, type Resource, type ResourcePath, resourcePaths } from "../../lib/site/registry/resources.ts";
import { updatedAt, updatedDay } from "../../lib/site/registry/updated.ts";

// The sample server has no contact. What needs one is missing there, and has its own spec.
const documents = resourcePaths.filter((path) => findResource(path).kind !== "endpoint" && !findResource(path).needs);
const pages = documents.filter((path) => findResource(path).kind === "page");

function expectCommonHeaders(response: APIResponse, resource: Resource) {
  const headers = response.headers();
  expect(headers["content-type"]).toBe(resource.mediaType);
  expect(headers["cache-control"]).toBe(cacheControl[resource.cache]);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["x-robots-tag"]).toBe("noindex");
  expect(headers["x-powered-by"]).toBeUndefined();
}

/** A page's scripts may contain "undefined", and so may the script in the OpenAPI description. */
function withoutScripts(text: string): string {
  if (!text.startsWith('{"openapi"')) return text.replace(/<script[\s\S]*?<\/script>/g, "");
  const isScript = (value: unknown) => typeof value === "string" && value.startsWith("(() => {");
  return JSON.stringify(JSON.parse(text, (_name, value) => (isScript(value) ? null : value)));
}

for (const path of documents) {
  const resource = findResource(path);

  test(`GET ${path} answers 200 ${resource.mediaType}`, async ({ request }) => {
    const response = await request.get(`${path}${exampleQuery(path)}`, { headers: { accept: "*/*" } });
    expect(response.status()).toBe(200);
    expectCommonHeaders(response, resource);
    const text = await response.text();
    expect(text.length).toBeGreaterThan(100);
    const isScript = resource.mediaType.startsWith("text/javascript");
    const shown = isScript ? "" : withoutScripts(text);
    expect(shown.match(/\{\{|undefined|\[object Object\]|NaN/)?.[0]).toBeUndefined();
    if (resource.mediaType.includes("json")) expect(() => JSON.parse(text)).not.toThrow();
    if (resource.kind !== "page") {
      expect(response.headers().vary, "one representation").toBeUndefined();
      expect(response.headers()["content-length"]).toBe(String(Buffer.byteLength(text)));
      expect(text.endsWith("\n"), "final newline").toBe(true);
      expect(text).not.toContain("\r");
      expect(response.headers()["access-control-allow-origin"]).toBe("*");
    }
  });

  test(`HEAD ${path} is GET without a body`, async ({ request }) => {
    const [get, head] = [await request.get(path), await request.head(path)];
    expect(head.status()).toBe(get.status());
    expect((await head.body()).byteLength).toBe(0);
    // A live answer's length may change between two requests.
    const live = resource.cache === "live";
    const compared = ["content-type", ...(live ? [] : ["content-length", "etag"]), "cache-control", "link", "vary"];
    for (const name of compared) expect(head.headers()[name], name).toBe(get.headers()[name]);
  });

  test(`${path} refuses other methods with Allow`, async ({ request }) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const response = await request.fetch(path, { method, data: {} });
      expect(response.status(), method).toBe(405);
      expect(response.headers().allow).toBe("GET, HEAD, OPTIONS");
      expect(await response.json()).toMatchObject({ status: 405, code: "method_not_allowed" });
      // Of a stable document Next itself refuses what has no body, since the middleware cannot tell it from a GET.
      const bare = await request.fetch(path, { method });
      expect([bare.status(), bare.headers().allow?.slice(0, 9)], method).toEqual([405, "GET, HEAD"]);
    }
    const preflight = { origin: "https://agent.example", "access-control-request-method": "GET" };
    const options = await request.fetch(path, { method: "OPTIONS", headers: preflight });
    expect(options.status()).toBe(204);
    expect(options.headers().allow).toBe("GET, HEAD, OPTIONS");
  });

  if (resource.cache !== "live") {
    test(`${path} answers 304 to its own ETag only`, async ({ request }) => {
      const first = await request.get(path);
      const etag = first.headers().etag;
      expect(etag).toMatch(/^"[^"]+"$/);
      const again = await request.get(path, { headers: { "if-none-match": etag as string } });
      expect(again.status()).toBe(304);
      expect((await again.body()).byteLength).toBe(0);
      const other = await request.get(path, { headers: { "if-none-match": '"another"' } });
      expect(other.status()).toBe(200);
      expect(await other.text()).toBe(await first.text());
    });

    test(`${path} answers 304 to its own date, unless an ETag differs`, async ({ request }) => {
      const date = formatHttpDate(updatedAt(path) as string);
      const first = await request.get(path);
      expect(first.headers()["last-modified"]).toBe(date);
      const ask = (headers: Record<string, string>, method = "GET") => request.fetch(path, { method, headers });
      for (const method of ["GET", "HEAD"]) {
        const unchanged = await ask({ "if-modified-since": date }, method);
        expect(unchanged.status(), method).toBe(304);
        expect((await unchanged.body()).byteLength).toBe(0);
        for (const name of ["etag", "cache-control", "link", "vary", "last-modified"])
          expect(unchanged.headers()[name], name).toBe(first.headers()[name]);
        expect(unchanged.headers()["content-type"]).toBeUndefined();
      }
      const before = formatHttpDate(new Date(Date.parse(date) - 1000).toISOString());
      for (const headers of [
        { "if-modified-since": before },
        { "if-modified-since": "yesterday" },
        { "if-modified-since": date, "if-none-match": '"another"' },
      ]) {
        const changed = await ask(headers);
        expect(changed.status(), JSON.stringify(headers)).toBe(200);
        expect(await changed.text()).toBe(await first.text());
      }
    });
  }
}

test("an alias serves the same bytes as its original", async ({ request }) => {
  const aliases = documents.filter((path) => findResource(path).aliasOf);
  expect(aliases.length).toBeGreaterThan(0);
  for (const path of aliases) {
    const [alias, original] = [await request.get(path), await request.get(findResource(path).aliasOf as string)];
    expect(await alias.text(), path).toBe(await original.text());
    expect(alias.headers().etag).toBe(original.headers().etag);
  }
});

for (const path of pages) {
  const twin = findResource(path).twin as ResourcePath;

  test(`${path} is Markdown if Markdown is preferred`, async ({ request }) => {
    const response = await request.get(path, { headers: { accept: "text/markdown, text/html, */*" } });
    const headers = response.headers();
    expect(response.status()).toBe(200);
    expect(headers["content-type"]).toBe("text/markdown; charset=utf-8");
    expect(headers.vary?.toLowerCase()).toMatch(/(^|, )accept(,|$)/);
    expect(headers["cache-control"]).toBe(cacheControl[findResource(path).cache]);
    expect(headers["content-location"]).toBe(twin);
    expect(headers.link).toContain('rel="alternate"; type="text/html"');
    if (findResource(path).cache === "live") return;
    expect(await response.text()).toBe(await (await request.get(twin)).text());
  });

  test(`${path} has Vary: Accept on both forms, on 304 and HEAD too`, async ({ request }) => {
    const lines = new Set<string | undefined>();
    for (const accept of ["text/html", "text/markdown"]) {
      const get = await request.get(path, { headers: { accept } });
      const { etag } = get.headers();
      // A live page is never stored, so it has no validator.
      expect(etag === undefined).toBe(findResource(path).cache === "live");
      const answers = [get, await request.head(path, { headers: { accept } })];
      if (etag) answers.push(await request.get(path, { headers: { accept, "if-none-match": etag } }));
      expect(answers.map((answer) => answer.status())).toEqual(etag ? [200, 200, 304] : [200, 200]);
      for (const answer of answers) {
        expect(answer.headers().vary?.toLowerCase().split(/, */), accept).toContain("accept");
        expect(answer.headers().etag).toBe(etag);
        lines.add(answer.headers().vary);
      }
    }
    expect([...lines], "one line, the same on both halves").toHaveLength(1);
  });

  test(`${path} keeps both representations apart`, async ({ request }) => {
    const html = await request.get(path, { headers: { accept: "text/html" } });
    const markdown = await request.get(path, { headers: { accept: "text/markdown" } });
    expect(html.headers()["content-type"]).toBe("text/html; charset=utf-8");
    expect(html.headers().link).toContain('rel="alternate"; type="text/markdown"');
    if (findResource(path).cache === "live") return;
    expect(html.headers().etag).not.toBe(markdown.headers().etag);
    const crossed = await request.get(path, {
      headers: { accept: "text/markdown", "if-none-match": html.headers().etag as string },
    });
    expect(crossed.status()).toBe(200);
    expect(crossed.headers()["content-type"]).toBe("text/markdown; charset=utf-8");
  });

  test(`${path} answers 406 if both are excluded`, async ({ request }) => {
    const response = await request.get(path, { headers: { accept: "application/json" } });
    expect(response.status()).toBe(406);
    expect(response.headers()["cache-control"]).toBe("no-store");
    expect(response.headers().vary?.toLowerCase()).toContain("accept");
    expect((await response.json()).alternates).toEqual([
      { type: "text/html", href: path },
      { type: "text/markdown", href: twin },
    ]);
  });
}

test("an address in Markdown can be copied: no backslash stands in one", async ({ request }) => {
  const twins = documents.filter((path) => findResource(path).mediaType.startsWith("text/markdown"));
  expect(twins.length).toBeGreaterThan(10);
  for (const path of [...twins, `/track.md?txid=${"0001".repeat(16)}`]) {
    const text = await (await request.get(path)).text();
    expect(text.replace(/`[^`]*`/g, "").match(/(?:https?:|\]\()[^\s)>]*\\[^\s)>]*/g) ?? [], path).toEqual([]);
  }
});

test("prose has front matter from the registry, one H1 and the link to llms.txt", async ({ request }) => {
  for (const path of documents) {
    const resource = findResource(path);
    if (resource.kind !== "prose" || path.includes("/agent-skills/")) continue;
    const text = await (await request.get(path)).text();
    const frontMatter = /^---\n([\s\S]*?)\n---\n\n/.exec(text)?.[1] ?? "";
    expect(
      frontMatter.split("\n").map((line) => line.split(":")[0]),
      path,
    ).toEqual(["title", "description", "canonical", "last_updated", "doc_version"]);
    expect(frontMatter).toContain(`last_updated: "${updatedDay(path)}"`);
    const body = text.slice(frontMatter.length + 10);
    const prose = body.replace(/```[\s\S]*?```/g, "");
    expect(prose.match(/^# /gm)?.length, `${path} has one H1`).toBe(1);
    expect(body.indexOf("# ")).toBeLessThan(300);
    expect(body.slice(0, 400)).toContain("/llms.txt)");
    expect(text).toContain("\n## Sitemap\n");
    expect(text.length).toBeLessThanOrEqual(20_000);
  }
});
