// The query of a live page over HTTP: every form refuses by its name what it does not take, and no link that is published is refused.

import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { findResource, isToolAnswer, resourcePaths } from "../../lib/site/registry/resources.ts";
import { expect, test } from "../support/answering-test.ts";

const [seen] = sampleTransactions;
const track = `txid=${seen?.txid}`;
const quote = "from=BTC&to=ETH&amount=0.05";
const rows: readonly (readonly [page: string, query: string, text: string])[] = [
  ["/quote", `${quote}&slippage_bps=1`, "Unknown argument slippage_bps. Did you mean liquidity_tolerance_bps?"],
  ["/quote", `${quote}&slippage=1`, "Unknown argument slippage. Did you mean liquidity_tolerance_bps?"],
  ["/quote", `${quote}&refund=bc1q`, "Unknown argument refund. Did you mean refund_address?"],
  ["/track", `${track}&chian=BTC`, "Unknown argument chian. Did you mean chain? The legal ones are: txid, chain."],
  ["/status", "chain=DOGE", "Unknown argument chain. None is taken here. This page shows every chain."],
];

for (const [page, query, text] of rows)
  test(`${page}?${query.replace(track, "txid=…")}: ${text}`, async ({ request }) => {
    const html = await request.get(`${page}?${query}`, { headers: { accept: "text/html" } });
    expect(await html.text()).toContain(text);
    for (const markdown of [
      await request.get(`${page}?${query}`, { headers: { accept: "text/markdown" } }),
      await request.get(`${page}.md?${query}`),
    ])
      expect((await markdown.text()).replaceAll("\\", "")).toContain(text);
    if (page === "/status") return;
    const json = await request.get(`${page}.json?${query}`);
    expect([json.status(), (await json.json()).error.hint.startsWith(text)]).toEqual([400, true]);
  });

test("what social networks add to a link changes no answer", async ({ request }) => {
  const marks = "utm_source=x&utm_medium=y&fbclid=z&gclid=1";
  for (const address of [`/quote?${quote}`, `/track?${track}`, "/status?"])
    expect(await (await request.get(`${address}&${marks}`)).text(), address).not.toContain("Unknown argument");
  for (const address of [`/quote.json?${quote}`, `/track.json?${track}`]) {
    const { error } = await (await request.get(`${address}&${marks}`)).json();
    expect(error, address).toBeUndefined();
  }
});

test("an argument of the JSON with two values is refused by its name", async ({ request }) => {
  const answer = await request.get(`/quote.json?${quote}&amount=1`);
  const { error } = await answer.json();
  expect([answer.status(), error.argument, error.hint]).toEqual([
    400,
    "amount",
    expect.stringMatching(/^amount must be a string, given once /),
  ]);
});

test("no link to a live page that is published has an argument that the page refuses", async ({ request }) => {
  const found = new Set<string>();
  for (const path of resourcePaths.filter((one) => findResource(one).kind !== "endpoint" && !isToolAnswer(one))) {
    const text = await (await request.get(path)).text();
    for (const [, link = ""] of text.matchAll(/((?:\/quote|\/track|\/status)(?:\.md|\.json)?\?[^\s"'`<>)\]\\…]+)/g))
      found.add(link.replaceAll("&amp;", "&"));
  }
  expect(found.size).toBeGreaterThan(20);
  for (const link of found)
    expect(await (await request.get(link)).text(), link).not.toMatch(/Unknown argument|more than once/);
});
