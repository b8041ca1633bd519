// What is missing names the address that was asked for, also where a handler sees only that of a rewrite, as on Vercel.
import { expect, test } from "@playwright/test";
import { queryTooLong, unanswered } from "../../../../lib/http/problem.ts";
import { publishMissing } from "../../../../lib/site/pages/pages.ts";
import { NEGOTIATED_HEADER } from "../../../../lib/site/registry/resources.ts";

async function instanceOf(response: Response): Promise<unknown> {
  return (await response.json()).instance;
}

test("a missing document names what was asked for, whichever address the handler sees", async () => {
  const { GET } = publishMissing("problem");
  for (const [url, instance] of [
    ["/a/no-such.json", "/a/no-such.json"],
    ["/not-found.json?asked=a/no-such.json", "/a/no-such.json"],
    ["/not-found.json?asked=a%252fb.json", "/a%252fb.json"],
    ["/not-found.json", "/not-found.json"],
    ["/not-found.json?asked=/evil.example/x", undefined],
    ["/a.json?asked=b.json", "/a.json"],
  ] as const)
    expect(await instanceOf(GET(new Request(`https://site.example${url}`))), url).toBe(instance);
});

test("a refused question in Markdown names the page that was asked for, and not its twin", async () => {
  const headers = { [NEGOTIATED_HEADER]: "/quote" };
  const request = new Request("https://site.example/quote.md?x=1", { headers });
  expect(await instanceOf(queryTooLong(request))).toBe("/quote");
});

test("a refused question says that the hint tells what is wrong with it", async () => {
  const refusal = { code: "invalid_txid", hint: "Write 64 hex digits.", waitSeconds: null };
  const problem = unanswered(new Request("https://site.example/track.json?txid=zz"), refusal);
  const detail = "Change the question: see hint.";
  expect(await problem.json()).toMatchObject({ status: 400, detail, hint: refusal.hint });
});
