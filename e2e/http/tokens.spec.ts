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
import { inBothEras } from "../mcp/endpoint.ts";
import { expect, test } from "../support/answering-test.ts";

const documents = resourcePaths.filter(isProsePath);
const twins = documents.filter((path) => findResource(path).page);

test("every prose document states its tokens, and a twin the same as its page", async ({
  request,
}) => {
  for (const path of documents) {
    const response = await request.get(path);
    const headers = response.headers();
    expect(headers["x-markdown-tokens"], path).toBe(String(countTokens(await response.text())));
    const { page } = findResource(path);
    const html = page
      ? await (await request.get(page, { headers: { accept: "text/html" } })).text()
      : null;
    expect(headers["x-original-tokens"], path).toBe(
      html === null ? undefined : String(countTokens(html)),
    );
  }
});

test("a page states its tokens as Markdown, and none as HTML", async ({ request }) => {
  for (const path of twins) {
    const page = findResource(path).page as ResourcePath;
    const [twin, negotiated, html] = await Promise.all([
      request.get(path),
      request.get(page, { headers: { accept: "text/markdown" } }),
      request.get(page, { headers: { accept: "text/html" } }),
    ]);
    for (const name of ["x-markdown-tokens", "x-original-tokens"]) {
      expect(negotiated.headers()[name], `${page} ${name}`).toBe(twin.headers()[name]);
      expect(html.headers()[name]).toBeUndefined();
    }
  }
});

test("a live document states no tokens", async ({ request }) => {
  for (const path of resourcePaths.filter(
    (one) => findResource(one).cache === "live" && findResource(one).page,
  )) {
    const headers = (await request.get(path)).headers();
    expect(headers["x-markdown-tokens"], path).toBeUndefined();
    expect(headers["x-original-tokens"], path).toBeUndefined();
  }
});

const MAX_BYTES = { "/llms-full.txt": 40_000, "/openapi.json": 65_000 };
const MAX_TOOL_LIST_BYTES = 12_000;

test("the long documents and the list of tools keep their budgets, uncompressed", async ({
  request,
}) => {
  for (const [path, most] of Object.entries(MAX_BYTES)) {
    expect((await (await request.get(path)).body()).byteLength, path).toBeLessThanOrEqual(most);
  }
  for (const [era, data, headers] of inBothEras("tools/list")) {
    const list = await request.post("/mcp", { data, headers: headers as Record<string, string> });
    expect((await list.json()).result.tools.length, era).toBeGreaterThan(4);
    expect((await list.body()).byteLength, `tools/list, ${era}`).toBeLessThanOrEqual(
      MAX_TOOL_LIST_BYTES,
    );
  }
});

test("a short index names what the long description of the interfaces has, with the arguments of each question", async ({
  request,
}) => {
  const [api, index] = await Promise.all(
    ["/openapi.json", "/llms.txt"].map(async (path) => (await request.get(path)).text()),
  );
  expect(JSON.parse(api as string).info.description).toContain("/llms.txt is the short index.");
  expect(countTokens(index as string)).toBeLessThanOrEqual(2_000);
  for (const [path, { get }] of Object.entries<Described>(JSON.parse(api as string).paths)) {
    if (!isResourcePath(path) || !isToolAnswer(path)) continue;
    const item = index?.split("\n").find((text) => text.includes(`${path}\``)) ?? "";
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
    const [markdown, html] = [
      Number(headers["x-markdown-tokens"]),
      Number(headers["x-original-tokens"]),
    ];
    expect(markdown, `${page}: at most 600 tokens, or a seventh of ${html}`).toBeLessThanOrEqual(
      Math.max(600, html / 7),
    );
  }
});

test("skills and the list of documents are short, and begin with their heading", async ({
  request,
}) => {
  for (const path of resourcePaths.filter((one) => /\/SKILL\.md$|^\/sitemap\.md$/.test(one))) {
    const text = await (await request.get(path)).text();
    expect(text.length, path).toBeLessThanOrEqual(20_000);
    expect(text.replace(/^---\n[\s\S]*?\n---\n+/, ""), path).toMatch(
      /^(?:(?!# )[\s\S]){0,299}^# /m,
    );
  }
});
