// The token count of a document is in its headers, measured at build time, and within its budget.

import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import {
  findResource,
  isProsePath,
  isResourcePath,
  isToolAnswer,
  type ResourcePath,
  resourcePaths,
} from "../../lib/site/registry/resources.ts";
import { expect, test } from "../support/answering-test.ts";

test("every prose document states its tokens, a twin also those of its page, and a page only as Markdown", async ({
  request,
}) => {
  const names = ["x-markdown-tokens", "x-original-tokens"];
  const statedBy = async (path: string, accept: string) => {
    const answer = await request.get(path, { headers: { accept } });
    const stated = names.map((name) => answer.headers()[name]);
    return { stated, tokens: String(countTokens(await answer.text())) };
  };
  for (const path of resourcePaths.filter(isProsePath)) {
    const { page } = findResource(path);
    const { stated, tokens } = await statedBy(path, "*/*");
    const html = page === undefined ? null : await statedBy(page, "text/html");
    expect(stated, path).toEqual([tokens, html?.tokens]);
    if (!page) continue;
    expect(html?.stated, page).toEqual([undefined, undefined]);
    expect((await statedBy(page, "text/markdown")).stated, page).toEqual(stated);
  }
});

const MAX_BYTES = { "/llms-full.txt": 40_000, "/openapi.json": 65_000 };

// The list of tools: mcp/budgets.spec.
test("the long documents keep their budgets, uncompressed", async ({ request }) => {
  for (const [path, most] of Object.entries(MAX_BYTES))
    expect((await (await request.get(path)).body()).byteLength, path).toBeLessThanOrEqual(most);
});

test("a short index names what the long description of the interfaces has, with the arguments of each question", async ({
  request,
}) => {
  const { info, paths } = await (await request.get("/openapi.json")).json();
  const index = await (await request.get("/llms.txt")).text();
  expect(info.description).toContain("/llms.txt is the short index.");
  expect(countTokens(index)).toBeLessThanOrEqual(2_000);
  for (const [path, { get }] of Object.entries<Described>(paths)) {
    if (!isResourcePath(path) || !isToolAnswer(path)) continue;
    const item = index.split("\n").find((text) => text.includes(`${path}\``)) ?? "";
    const listed = [...item.matchAll(/`(\w+)`/g)].map((found) => found[1]);
    expect(listed, path).toEqual(get.parameters.toSorted(byNeed).map(({ name }) => name));
  }
});

interface Parameter {
  readonly name: string;
  readonly required?: boolean;
}
interface Described {
  readonly get: { readonly parameters: readonly Parameter[] };
}
const byNeed = (a: Parameter, b: Parameter) =>
  Number(b.required ?? false) - Number(a.required ?? false);

test("the Markdown of the homepage and of the fee guide costs a seventh of the page at most", async ({
  request,
}) => {
  for (const page of ["/", "/pricing"] as const) {
    const headers = (await request.get(findResource(page).twin as ResourcePath)).headers();
    const most = Math.max(600, Number(headers["x-original-tokens"]) / 7);
    expect(Number(headers["x-markdown-tokens"]), page).toBeLessThanOrEqual(most);
  }
});
