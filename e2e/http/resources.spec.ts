// Every row of the registry over HTTP: type, lifetime and dates, HEAD, validators (RFC 9110, 13), and the methods that are refused.
import { cacheControl } from "../../lib/http/cache.ts";
import { formatHttpDate } from "../../lib/http/validators.ts";
import { exampleQuery } from "../../lib/site/documents/openapi/openapi.ts";
import {
  findResource,
  type ResourcePath,
  resourcePaths,
} from "../../lib/site/registry/resources.ts";
import { updatedAt, updatedDay } from "../../lib/site/registry/updated.ts";
import { expect, test } from "../support/answering-test.ts";
import { type Answered, ask } from "../support/ask.ts";
import { isOwnServer, isPublished, ownFields, settings, urlOf } from "../support/forms.ts";

const documents = resourcePaths.filter(
  (path) => findResource(path).kind !== "endpoint" && isPublished(path),
);
/** A cache takes them from a 304 into what it keeps. */
const repeated = ["etag", "cache-control", "vary", "link", "content-location"];
const described = [
  ...[...repeated, "content-type", "last-modified", "access-control-allow-origin"],
  "x-markdown-tokens",
];
const fieldsOf = ({ headers }: Answered, names: readonly string[]) =>
  names.map((name) => headers[name] ?? null);
const OTHER = '"other"';
/** The rules of methods and validators are tried on the first of those that one handler serves. */
const isAlike = (one: ResourcePath, other: ResourcePath) =>
  findResource(one).kind === findResource(other).kind &&
  findResource(one).cache === findResource(other).cache;

/** A page's scripts may contain "undefined", and so may the script in the OpenAPI description. */
function withoutScripts(text: string): string {
  if (!text.startsWith('{"openapi"')) return text.replace(/<script[\s\S]*?<\/script>/g, "");
  const isScript = (value: unknown) => typeof value === "string" && value.startsWith("(() => {");
  return JSON.stringify(JSON.parse(text, (_name, value) => (isScript(value) ? null : value)));
}

for (const path of documents) {
  const { mediaType, cache, kind } = findResource(path);
  const isLive = cache === "live";
  const isFirst = path === documents.find((other) => isAlike(other, path));
  const address = urlOf(`${path}${exampleQuery(path)}`);
  const get = (headers: Readonly<Record<string, string>> = {}) => ask(address, { headers });

  test(`${path} is ${mediaType}, and HEAD has the headers of GET`, async () => {
    const answer = await get({ accept: "*/*" });
    const { text } = answer;
    expect(answer.status).toBe(200);
    const headers = ownFields(answer.headers as Record<string, string>);
    expect(headers["content-type"]).toBe(mediaType);
    expect(headers["cache-control"]).toBe(cacheControl[cache]);
    // A platform's preview is not indexed either.
    if (settings.network === "sample" || kind === "part")
      expect(headers["x-robots-tag"]).toBe("noindex");
    else if (isOwnServer) expect(headers).not.toHaveProperty("x-robots-tag");
    expect(headers["last-modified"]).toBe(
      isLive ? undefined : formatHttpDate(updatedAt(path) as string),
    );
    if (kind !== "page") expect(headers.vary, "one representation").toBeUndefined();
    expect(text.length).toBeGreaterThan(100);
    const shown = mediaType.startsWith("text/javascript") ? "" : withoutScripts(text);
    expect(shown.match(/\{\{|undefined|\[object Object\]|NaN/)?.[0]).toBeUndefined();
    if (mediaType.includes("json")) expect(() => JSON.parse(text)).not.toThrow();
    if (kind === "prose" && !path.includes("/agent-skills/"))
      expect(text).toMatch(new RegExp(`^---\n[^]*?\nlast_updated: "${updatedDay(path)}"\n`));
    // An address in Markdown can be copied: no backslash stands in one.
    if (mediaType.startsWith("text/markdown"))
      expect(text.replace(/`[^`]*`/g, "")).not.toMatch(/(?:https?:|\]\()[^\s)>]*\\[^\s)>]*/);

    const head = await ask(address, { method: "HEAD" });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    // A live part has a tag, so that an open page hears that nothing changed.
    const names = isLive && kind === "part" ? described.slice(1) : described;
    expect(fieldsOf(head, names)).toEqual(fieldsOf(answer, names));
    if (isLive && kind !== "part") expect(answer.headers).not.toHaveProperty("etag");
  });

  test(`${path} refuses other methods with Allow`, async ({ request }) => {
    // A live document exports each method.
    for (const method of isLive || isFirst ? ["POST", "PUT", "PATCH", "DELETE"] : ["POST"]) {
      const response = await request.fetch(path, { method, data: {} });
      expect([method, response.status(), response.headers().allow]).toEqual([
        ...[method, 405, "GET, HEAD, OPTIONS"],
      ]);
      expect(await response.json()).toMatchObject({ status: 405, code: "method_not_allowed" });
      // Of a stable document Next itself refuses what has no body, since the middleware cannot tell it from a GET.
      const bare = await request.fetch(path, { method });
      expect(bare.status(), method).toBe(405);
      // Vercel refuses it with a field of its own.
      if (isOwnServer) expect(bare.headers().allow, method).toMatch(/^GET, HEAD/);
    }
    const preflight = { origin: "https://agent.example", "access-control-request-method": "GET" };
    const options = await request.fetch(path, { method: "OPTIONS", headers: preflight });
    expect([options.status(), options.headers().allow]).toEqual([204, "GET, HEAD, OPTIONS"]);
  });

  if (isLive) continue;
  test(`${path} has a strong tag and a date, by which it is asked for again`, async () => {
    const answer = await get();
    const { etag = "", "last-modified": date = "", "content-length": length } = answer.headers;
    expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect(length).toBe(String(answer.bytes.length));
    expect((await get()).bytes.equals(answer.bytes), "the same bytes").toBe(true);
    for (const tags of isFirst ? [etag, "*", `${OTHER}, ${etag}`, `W/${etag}`] : [etag]) {
      const unchanged = await get({ "if-none-match": tags });
      expect([unchanged.status, unchanged.bytes.length], tags).toEqual([304, 0]);
      expect(fieldsOf(unchanged, repeated), tags).toEqual(fieldsOf(answer, repeated));
    }
    if (!isFirst) return;
    const dayBefore = new Date(Date.parse(date) - 86_400_000).toUTCString();
    for (const fields of [
      { "if-none-match": OTHER },
      { "if-modified-since": dayBefore },
      // A tag goes before a date.
      { "if-modified-since": date, "if-none-match": OTHER },
    ])
      expect((await get(fields)).status, JSON.stringify(fields)).toBe(200);
    // A platform may compare tags alone.
    const unchangedSince = (await get({ "if-modified-since": date })).status;
    expect(isOwnServer ? [304] : [200, 304]).toContain(unchangedSince);
  });
}
