// The page of a refused question below HTTP: what the middleware tells its handler, and the frame around its content.
import { expect, test } from "@playwright/test";
import { cutFrame } from "../../bin/cut-frame.ts";
import { queryTooLong, tooManyRequests, unknownChain } from "../../lib/http/problem.ts";
import { publishRefused } from "../../lib/runtime/publish-refused.ts";
import {
  parseRefusalField,
  REFUSAL_HEADER,
  shortQuery,
  writeRefusalField,
} from "../../lib/runtime/refusal-field.ts";

for (const [refusal, path, waitSeconds] of [
  [tooManyRequests(4), "/quote", 4],
  [queryTooLong, "/track", null],
  [unknownChain([]), "/status", null],
] as const)
  test(`${refusal.problem.code} on ${path} is read as it is written`, () => {
    expect(parseRefusalField(writeRefusalField(refusal, path))).toMatchObject({
      ...{ code: refusal.problem.code, path, waitSeconds },
      refusal: { problem: { status: refusal.problem.status } },
    });
  });

const handlers = publishRefused(async ({ text }) => ({
  titleHtml: "<title>T</title>",
  contentHtml: text,
}));
const ask = (field: string | null) =>
  handlers.GET(
    new Request("http://localhost/refused", field ? { headers: { [REFUSAL_HEADER]: field } } : {}),
  );

test("the handler answers what the middleware writes, and 404 to anything else", async () => {
  const answer = await ask("rate_limited 9 /quote");
  expect([answer.status, answer.headers.get("refresh")]).toEqual([429, "9"]);
  expect(await answer.text()).toContain("We try again in 9 seconds.");
  expect((await ask("query_too_long 0 /quote")).headers.get("refresh")).toBeNull();
  for (const field of [
    ...[null, "rate_limited 9 /pricing", "rate_limited 9 /status/now", "rate_limited 9"],
    ...[
      "rate_limited x /quote",
      "rate_limited 0 /quote",
      "unknown_chain 9 /status",
      "rate_limited 99999 /quote",
      "toString 9 /quote",
    ],
    ...["rate_limited 9 /quote extra", "rate_limited 9 //evil.example"],
  ])
    expect((await ask(field)).status, String(field)).toBe(404);
});

test("a query of many fields is shown in part", () => {
  const many = new URLSearchParams([...Array(500)].map((_, index) => [`n${index}`, "1"]));
  expect([...shortQuery(many)]).toHaveLength(20);
});

const page = (head: string, body: string) =>
  `<!DOCTYPE html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
const head = '<link rel="stylesheet" href="/a.css"><link rel="preload" as="script" href="/a.js">';
const scripts = "<script src=/a.js></script><script>x</script>";

test("a frame keeps styles and what stands around the content, and no script", () => {
  const frame = cutFrame(
    page(
      `${head}<title>Old</title>${scripts}`,
      `<header><svg><title>mark</title></svg>&lt;</header><main id="content"><h1>Old</h1></main>${scripts}`,
    ),
  );
  expect(frame).toEqual({
    beforeTitle: '<!DOCTYPE html><html lang="en"><head><link rel="stylesheet" href="/a.css">',
    beforeContent:
      '</head><body><header><svg><title>mark</title></svg>&lt;</header><main id="content">',
    afterContent: "</main></body></html>",
  });
});

test("a page without a title or with two main elements has no frame", () => {
  expect(() => cutFrame(page("", "<main></main>"))).toThrow("needs a title");
  expect(() => cutFrame(page("<title>T</title>", "<main></main><main></main>"))).toThrow("several");
});
