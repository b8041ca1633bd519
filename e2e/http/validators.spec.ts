// Validators and revalidation (RFC 9110, 13), HEAD, and what of an answer may not change between two requests.
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { expect, test } from "../support/answering-test.ts";
import { type Answered, ask } from "../support/ask.ts";
import { isOwnServer, isPublished } from "../support/forms.ts";

const published = resourcePaths.filter(
  (path) => findResource(path).kind !== "endpoint" && isPublished(path),
);
/** A cache takes them from a 304 into what it keeps. */
const repeated = ["etag", "cache-control", "vary", "link", "content-location"];
const described = [
  ...repeated,
  "content-type",
  "last-modified",
  "access-control-allow-origin",
  "x-markdown-tokens",
];
const fieldsOf = ({ headers }: Answered, names: readonly string[]) =>
  names.map((name) => headers[name] ?? null);
const OTHER = '"other"';

for (const path of published) {
  const { cache, kind } = findResource(path);
  const isLive = cache === "live";
  test(`HEAD ${path} has the headers of GET, and no body`, async ({ baseURL }) => {
    const get = await ask(`${baseURL}${path}`);
    const head = await ask(`${baseURL}${path}`, { method: "HEAD" });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    // A live part has a tag, so that an open page hears that nothing changed.
    const names = isLive && kind === "part" ? described.slice(1) : described;
    expect(fieldsOf(head, names)).toEqual(fieldsOf(get, names));
    if (isLive) expect(fieldsOf(get, ["last-modified", "x-markdown-tokens"])).toEqual([null, null]);
    if (isLive && kind !== "part") expect(get.headers).not.toHaveProperty("etag");
  });

  if (isLive) continue;
  test(`${path} has a strong tag and a date, by which it is asked for again`, async ({
    baseURL,
  }) => {
    const get = (headers: Readonly<Record<string, string>> = {}) =>
      ask(`${baseURL}${path}`, { headers });
    const answer = await get();
    const { etag = "", "last-modified": date = "", "content-length": length } = answer.headers;
    expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect(length).toBe(String(answer.bytes.length));
    expect((await get()).bytes.equals(answer.bytes), "the same bytes").toBe(true);
    for (const tags of [etag, "*", `${OTHER}, ${etag}`, `W/${etag}`]) {
      const unchanged = await get({ "if-none-match": tags });
      expect([unchanged.status, unchanged.bytes.length], tags).toEqual([304, 0]);
      expect(fieldsOf(unchanged, repeated), tags).toEqual(fieldsOf(answer, repeated));
    }
    expect((await get({ "if-none-match": OTHER })).status).toBe(200);

    expect(new Date(date).toUTCString()).toBe(date);
    expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
    const dayBefore = new Date(Date.parse(date) - 86_400_000).toUTCString();
    // A platform may compare tags alone.
    const unchangedSince = (await get({ "if-modified-since": date })).status;
    expect(isOwnServer ? [304] : [200, 304]).toContain(unchangedSince);
    expect((await get({ "if-modified-since": dayBefore })).status).toBe(200);
    // A tag goes before a date.
    expect((await get({ "if-modified-since": date, "if-none-match": OTHER })).status).toBe(200);
  });
}
