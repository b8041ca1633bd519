// /track over HTTP on the sample network: each of its transactions in both forms, and the query in the address.

import { getSwapStatus } from "../../lib/mcp/tools/get-swap-status.ts";
import { payoutsAreHalted } from "../../lib/protocol/safety/sentences.ts";
import { sampleTransactions, sampleWalk } from "../../lib/sample/transactions.ts";
import { expect, test } from "../support/answering-test.ts";
import { ownFields, skipOffSample } from "../support/forms.ts";

skipOffSample();

const [unseen] = sampleTransactions;
const txid = unseen?.txid ?? "";

const headlines: Readonly<Record<string, string>> = {
  "0001": "Not seen yet",
  "0002": "Seen by some nodes",
  "0003": "Waiting for confirmations",
  "0004": "Swapping",
  "0005": "Swapping",
  "0006": "Waiting to be paid out",
  "0007": "Waiting to be paid out",
  "0008": "Waiting to be refunded",
  "0009": `Waiting to be paid out: ${payoutsAreHalted()}`,
  "0010": "Paid out",
  "0011": "Paid out",
  "0012": "Refunded",
  "0013": "Partly refunded",
  "0014": "Failed",
  // In its first minute a payout may still be scheduled in this server's data.
  "0015": "Nothing to pay out|No payout seen so far",
  "0016": "Limit order open",
  "0017": "Limit order partly filled",
  "0018": "Paid out",
  "0019": "Refunded",
  "0021": "Partly refunded",
  "0022": "Payout no longer tried",
};

test("every sample transaction has its headline here", () => {
  expect(Object.keys(headlines)).toEqual(sampleTransactions.map((one) => one.txid.slice(0, 4)));
});

for (const { txid: id, shows, title } of sampleTransactions) {
  test(`${id.slice(0, 4)}: ${title}`, async ({ request }) => {
    const address = `/track?txid=${id}`;
    const page = await request.get(address, { headers: { accept: "text/html" } });
    const html = await page.text();
    expect(ownFields(page.headers())["cache-control"]).toBe("no-store");
    const headline = headlines[id.slice(0, 4)];
    expect(html).toMatch(new RegExp(`<span>(${headline})</span></h2>`));
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]).toMatch(
      /^https?:\/\/[^/]+\/track$/,
    );
    const { state } = await (await request.get(`/track.json?txid=${id}`)).json();
    expect(state).toBe(shows);
    for (const markdown of [
      await request.get(address, { headers: { accept: "text/markdown" } }),
      await request.get(`/track.md?txid=${id}`),
    ]) {
      const text = await markdown.text();
      expect(text).toMatch(new RegExp(`^## (${headline})$`, "m"));
      expect(text).toContain("Sample data: do not send.");
      expect(text).toMatch(/^canonical: "https?:\/\/[^/]+\/track"$/m);
      expect(text).not.toMatch(/\]\(https?:\/\/(?!localhost)/);
    }
  });
}

test("the page without an id may be indexed, and lists the sample transactions with their states", async ({
  request,
}) => {
  const html = await (await request.get("/track", { headers: { accept: "text/html" } })).text();
  expect(html).not.toContain('name="robots"');
  const markdown = await (await request.get("/track.md")).text();
  for (const { txid: id } of [...sampleTransactions, sampleWalk]) {
    expect(html).toContain(`href="/track?txid=${id}"`);
    const said = (headlines[id.slice(0, 4)] ?? "Every state in turn").replace(/:[^|]*/, "");
    expect(markdown).toMatch(new RegExp(`\\]\\(\\S*/track\\?txid=${id}\\): (${said}) \`${id}\`\n`));
  }
});

test.describe("what is typed", () => {
  const rows: [name: string, query: Record<string, string>, found: boolean][] = [
    ["an explorer's address", { txid: `https://mempool.space/tx/${txid}` }, true],
    ["nothing", { txid: "" }, false],
    ["markup", { txid: '"><script>alert(1)</script>' }, false],
    ["a chain that is none", { txid, chain: "nowhere" }, false],
  ];
  for (const [name, query, found] of rows) {
    test(name, async ({ request }) => {
      const search = new URLSearchParams(query);
      const response = await request.get(`/track?${search}`, { headers: { accept: "text/html" } });
      expect(response.status()).toBe(200);
      const html = await response.text();
      expect(html.includes("Not seen yet</span></h2>")).toBe(found);
      expect(html.includes('aria-invalid="true"')).toBe(!found);
      expect(html).not.toContain("<script>alert");
      const markdown = await (await request.get(`/track.md?${search}`)).text();
      expect(markdown.includes("**Not understood:**")).toBe(!found);
    });
  }
});

test("/track.json is the structured answer of the tool, and a wrong id is a problem with the same members", async ({
  request,
}) => {
  const [, , , , , , , , , done] = sampleTransactions;
  const answer = await request.get(`/track.json?txid=${done?.txid}`);
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toBe("application/json; charset=utf-8");
  const body = await answer.json();
  expect(getSwapStatus.outputSchema.safeParse(body).success).toBe(true);
  expect(body).toMatchObject({ state: "done", terminal: true, next_poll_seconds: null });
  for (const [query, argument] of [
    ["?chain=BTC", "txid"],
    ["?txid=63", "txid"],
    [`?txid=${txid}&chain=nowhere`, "chain"],
  ] as const) {
    const refused = await request.get(`/track.json${query}`);
    const { type, title, status, code, detail, hint, instance, error, ...rest } =
      await refused.json();
    expect([refused.headers()["content-type"], refused.status()]).toEqual([
      "application/problem+json",
      400,
    ]);
    expect([type, title, status, instance], query).toEqual([
      "about:blank",
      "No answer",
      400,
      "/track.json",
    ]);
    expect([code, detail, hint]).toEqual([
      error.code,
      "Change the question: see hint.",
      error.hint,
    ]);
    expect([error.argument, Object.keys(rest)]).toEqual([argument, Object.keys(body)]);
  }
});
