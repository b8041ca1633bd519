// The query of a live page over HTTP: every form refuses by its name what it does not take.

import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { expect, test } from "../support/answering-test.ts";
import { ownFields, skipOffSample } from "../support/forms.ts";

skipOffSample();

const [seen] = sampleTransactions;
const track = `txid=${seen?.txid}`;
const quote = "from=BTC&to=ETH&amount=0.05";
const rows: readonly (readonly [page: string, query: string, text: string])[] = [
  [
    "/quote",
    `${quote}&slippage_bps=1`,
    "Unknown argument slippage_bps. Did you mean liquidity_tolerance_bps?",
  ],
  [
    "/quote",
    `${quote}&slippage=1`,
    "Unknown argument slippage. Did you mean liquidity_tolerance_bps?",
  ],
  ["/quote", `${quote}&refund=bc1q`, "Unknown argument refund. Did you mean refund_address?"],
  [
    "/track",
    `${track}&chian=BTC`,
    "Unknown argument chian. Did you mean chain? The legal ones are: txid, chain.",
  ],
  [
    "/status",
    "chain=DOGE",
    "Unknown argument chain. None is taken here. This page shows every chain.",
  ],
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

const answered = [200, 200, 200] as const;
const refused = [200, 400, 400] as const;
/** Of the page, of its Markdown, of its JSON. */
const statuses: readonly (readonly [
  address: string,
  expected: readonly [number, number, number],
])[] = [
  [`/quote?${quote}`, answered],
  ["/quote?utm_source=x", answered],
  ["/quote?from=LTC&to=BTC&amount=1", [200, 200, 503]],
  ["/quote?from=BTC&to=nothing&amount=1", refused],
  ["/quote?from=BTC&to=usdc&amount=1", refused],
  ["/quote?from=BTC&to=ETH&amount=x", refused],
  ["/quote?from=&to=&amount=", refused],
  ["/quote?from=BTC&to=BTC&amount=1", refused],
  ["/quote?from=BTC&to=ETH&amount=1&destination=0x12", refused],
  ["/quote?from=BTC&to=ETH&amount=0.000011", refused],
  [`/quote?${quote}&slippage=1`, refused],
  [`/track?${track}`, answered],
  [`/track?txid=${"f".repeat(64)}`, answered],
  ["/track?txid=63", refused],
  ["/track?txid=", refused],
  [`/track?${track}&chain=nowhere`, refused],
];

for (const [address, expected] of statuses)
  test(`${address.replace(track, "txid=…")} has the statuses ${expected.join(", ")}`, async ({
    request,
  }) => {
    const [page = "", query] = address.split("?");
    const markdown = await request.get(`${page}.md?${query}`);
    const answers = [
      await request.get(address, { headers: { accept: "text/html" } }),
      markdown,
      await request.get(`${page}.json?${query}`),
      await request.get(address, { headers: { accept: "text/markdown" } }),
    ];
    expect(answers.map((answer) => answer.status())).toEqual([...expected, expected[1]]);
    for (const answer of answers)
      expect(ownFields(answer.headers())["cache-control"]).toContain("no-store");
    if (expected[1] === 400)
      expect(await markdown.text()).toMatch(/Correct this|Not understood|No quote/);
  });

test("what social networks add to a link changes no answer", async ({ request }) => {
  const marks = "utm_source=x&utm_medium=y&fbclid=z&gclid=1";
  for (const address of [`/quote?${quote}`, `/track?${track}`, "/status?"])
    expect(await (await request.get(`${address}&${marks}`)).text(), address).not.toContain(
      "Unknown argument",
    );
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
