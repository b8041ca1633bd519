// Which requests reach the middleware, asked of Next itself.
// Here, because Next's helper replaces `Date` and other globals of the process that loads it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { root } from "../support/root.ts";

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
const fields =
  "content-type content-length transfer-encoding access-control-request-method x-signpost-negotiated";
test("the middleware gets what needs a decision, and no browser's GET of a stable resource", async () => {
  const { unstable_doesMiddlewareMatch } = await import("next/experimental/testing/server.js");
  const source = readFileSync(join(root, "middleware.ts"), "utf8");
  const [, matcher] = /matcher: (\[[\s\S]*\n {2}\]),\n\};/.exec(source) ?? [];
  const config = { matcher: new Function(`return ${matcher}`)() };
  const isMatched = (url: string, accept: string, field?: string) => {
    const headers = { ...(accept && { accept }), ...(field && { [field]: "1" }) };
    return unstable_doesMiddlewareMatch({ config, url, headers });
  };
  for (const path of resourcePaths) {
    const { kind, cache } = findResource(path);
    const isPage = kind === "page";
    expect(isMatched(path, browser), path).toBe(isPage && cache === "live");
    expect(isMatched(path, ""), path).toBe(isPage);
    for (const field of fields.split(" "))
      expect(isMatched(path, browser, field), `${path} ${field}`).toBe(kind !== "endpoint");
  }
  const missing = "/nope /developers/nope /a.html /mcp/nope /%6dcp /pricing/ /legal/x".split(" ");
  expect(missing.filter((path) => !isMatched(path, browser))).toEqual([]);
  const files =
    "/opengraph-image /developers/mcp/opengraph-image /apple-icon /favicon.ico /_next/static/x.js " +
    "/mcp /mcp/ /.well-known/nope /nope.md";
  expect(files.split(" ").filter((path) => isMatched(path, ""))).toEqual([]);
});
