// Every row of the registry, requested over HTTP from the production build.

import { config } from "../../lib/config.ts";
import { cacheControl } from "../../lib/http/cache.ts";
import { formatHttpDate } from "../../lib/http/validators.ts";
import { exampleQuery } from "../../lib/site/documents/openapi/openapi.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { updatedAt, updatedDay } from "../../lib/site/registry/updated.ts";
import { expect, test } from "../support/answering-test.ts";
import { isOwnServer, isPublished, ownFields } from "../support/forms.ts";

const documents = resourcePaths.filter(
  (path) => findResource(path).kind !== "endpoint" && isPublished(path),
);

/** A page's scripts may contain "undefined", and so may the script in the OpenAPI description. */
function withoutScripts(text: string): string {
  if (!text.startsWith('{"openapi"')) return text.replace(/<script[\s\S]*?<\/script>/g, "");
  const isScript = (value: unknown) => typeof value === "string" && value.startsWith("(() => {");
  return JSON.stringify(JSON.parse(text, (_name, value) => (isScript(value) ? null : value)));
}

for (const path of documents) {
  const resource = findResource(path);

  test(`GET ${path} answers 200 ${resource.mediaType}`, async ({ request }) => {
    const response = await request.get(`${path}${exampleQuery(path)}`, {
      headers: { accept: "*/*" },
    });
    expect(response.status()).toBe(200);
    const headers = ownFields(response.headers());
    expect(headers["content-type"]).toBe(resource.mediaType);
    expect(headers["cache-control"]).toBe(cacheControl[resource.cache]);
    if (config().network === "sample") expect(headers["x-robots-tag"]).toBe("noindex");
    if (resource.cache !== "live")
      expect(headers["last-modified"]).toBe(formatHttpDate(updatedAt(path) as string));
    const text = await response.text();
    expect(text.length).toBeGreaterThan(100);
    const isScript = resource.mediaType.startsWith("text/javascript");
    const shown = isScript ? "" : withoutScripts(text);
    expect(shown.match(/\{\{|undefined|\[object Object\]|NaN/)?.[0]).toBeUndefined();
    if (resource.mediaType.includes("json")) expect(() => JSON.parse(text)).not.toThrow();
    if (resource.kind !== "page") expect(headers.vary, "one representation").toBeUndefined();
  });

  test(`${path} refuses other methods with Allow`, async ({ request }) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const response = await request.fetch(path, { method, data: {} });
      expect(response.status(), method).toBe(405);
      expect(response.headers().allow).toBe("GET, HEAD, OPTIONS");
      expect(await response.json()).toMatchObject({ status: 405, code: "method_not_allowed" });
      // Of a stable document Next itself refuses what has no body, since the middleware cannot tell it from a GET.
      const bare = await request.fetch(path, { method });
      expect(bare.status(), method).toBe(405);
      // Vercel refuses it with a field of its own.
      if (isOwnServer) expect(bare.headers().allow, method).toMatch(/^GET, HEAD/);
    }
    const preflight = { origin: "https://agent.example", "access-control-request-method": "GET" };
    const options = await request.fetch(path, { method: "OPTIONS", headers: preflight });
    expect(options.status()).toBe(204);
    expect(options.headers().allow).toBe("GET, HEAD, OPTIONS");
  });
}

test("both forms of a page have one line of Vary, one lifetime, and a link to the other", async ({
  request,
}) => {
  const forms = ["text/html", "text/markdown"];
  for (const path of documents.filter((path) => findResource(path).kind === "page")) {
    const lines = new Set<string | undefined>();
    for (const accept of forms)
      for (const method of ["GET", "HEAD"]) {
        const headers = ownFields(
          (await request.fetch(path, { method, headers: { accept } })).headers(),
        );
        lines.add(headers.vary);
        expect(headers["cache-control"], path).toBe(cacheControl[findResource(path).cache]);
        expect(headers.link, path).toContain(
          `rel="alternate"; type="${forms.find((form) => form !== accept)}"`,
        );
      }
    expect([...lines], path).toHaveLength(1);
  }
});

test("an address in Markdown can be copied: no backslash stands in one", async ({ request }) => {
  const twins = documents.filter((path) =>
    findResource(path).mediaType.startsWith("text/markdown"),
  );
  expect(twins.length).toBeGreaterThan(10);
  for (const path of [...twins, `/track.md?txid=${"0001".repeat(16)}`]) {
    const text = await (await request.get(path)).text();
    expect(
      text.replace(/`[^`]*`/g, "").match(/(?:https?:|\]\()[^\s)>]*\\[^\s)>]*/g) ?? [],
      path,
    ).toEqual([]);
  }
});

test("prose is dated as the registry says", async ({ request }) => {
  for (const path of documents) {
    if (findResource(path).kind !== "prose" || path.includes("/agent-skills/")) continue;
    const [, frontMatter] =
      /^---\n([\s\S]*?)\n---\n\n/.exec(await (await request.get(path)).text()) ?? [];
    expect(frontMatter, path).toContain(`last_updated: "${updatedDay(path)}"`);
  }
});
