// /track with NETWORK=thorchain on a scripted upstream: a state from each source. http/track.spec.ts has all states, of the sample network.
import type { SwapState } from "../../lib/protocol/model/swap.ts";
import { at, legs, out, refunded, signed, tx } from "../fixtures/swap-bodies.ts";
import { expectWhole } from "../support/page-checks.ts";
import type { Json } from "../support/wire.ts";
import { expect, test } from "./live-test.ts";
import { createRemote, type Remote, resetRemote, resetUpstream } from "./tool-calls.ts";

let remote: Remote;
/** Each state has a transaction of its own, so the tests that follow each other in a worker need one reset. */
let isReset = false;
test.describe.configure({ mode: "default" });
test.beforeEach(async ({ request, upstream }) => {
  remote = isReset ? createRemote(request, upstream) : await resetRemote(request, upstream);
  isReset = true;
});
test.afterAll(({ scripted }) => resetUpstream(scripted.upstream));

const now = `${Date.now() - 60_000}000000`;
const DEPOSIT = "BTC";
const EXPLORERS = /https:\/\/(mempool\.space|etherscan\.io|thorchain\.net)\//;

interface Case {
  readonly state: SwapState;
  readonly headline: string;
  /** The node's stages with its outputs. Absent: it does not know the transaction. */
  readonly node?: { readonly stages: object; readonly outs?: readonly object[] };
  readonly action?: {
    readonly type: string;
    readonly out?: readonly object[];
    readonly reason?: string;
  };
  readonly says: RegExp;
}
const cases: readonly Case[] = [
  {
    state: "unknown",
    headline: "Not seen yet",
    says: /This does not mean that the deposit failed/,
  },
  {
    state: "confirming",
    headline: "Waiting for confirmations",
    node: { stages: at.confirming },
    says: /over 7\sminutes to the payout\. Its chain must confirm the deposit first/,
  },
  {
    state: "done",
    headline: "Paid out",
    node: { stages: signed, outs: [out.user, out.affiliate] },
    says: /Share of an affiliate, not the recipient's/,
  },
  {
    state: "refunded",
    headline: "Refunded",
    node: { stages: signed, outs: [out.refund] },
    action: { type: "refund", out: [legs.refund], reason: "trading is halted, can't process swap" },
    says: /trading is halted, can(&#x27;|')t process swap/,
  },
  {
    state: "failed",
    headline: "Failed",
    action: { type: "failed", reason: "memo can't be empty" },
    says: /Nothing was swapped/,
  },
];

/** The transaction of case n, so no cached answer is shown for another case. */
const txidOf = (index: number) => `${"AB".repeat(31)}${String(10 + index)}`;
const rename = (value: unknown, hash: string): Json =>
  JSON.parse(JSON.stringify(value).replaceAll("A1".repeat(32), hash));

async function script(index: number): Promise<string> {
  const hash = txidOf(index);
  const { node, action } = cases[index] as Case;
  if (node) {
    const status = { tx, stages: node.stages, ...(node.outs ? { out_txs: node.outs } : {}) };
    await remote.change({ path: `/thorchain/tx/status/${hash}`, body: rename(status, hash) });
  }
  if (action) {
    const told = {
      ...refunded,
      type: action.type,
      date: now,
      out: action.out ?? [],
      metadata: { [action.type]: { memo: tx.memo, reason: action.reason } },
    };
    await remote.change({
      provider: "indexer0",
      path: "/v2/actions",
      body: rename({ actions: [told] }, hash),
    });
    // What the chain of a node keeps of a rejected message.
    const message = { tx_response: { txhash: hash, code: action.type === "failed" ? 5 : 0 } };
    await remote.change({ path: `/cosmos/tx/v1beta1/txs/${hash}`, body: message });
  }
  return hash;
}

for (const [index, { state, headline, says }] of cases.entries()) {
  test(`${state}: ${headline}`, async ({ request }) => {
    const hash = await script(index);
    const page = await (
      await request.get(`/track?txid=${hash}`, { headers: { accept: "text/html" } })
    ).text();
    const html = page.replaceAll("&#x27;", "'");
    const markdown = await (await request.get(`/track.md?txid=${hash}`)).text();
    expect(markdown).toContain(`\n## ${headline}\n`);
    const answer = await (await request.get(`/track.json?txid=${hash}`)).json();
    expect(answer.state).toBe(state);
    for (const form of [html, markdown]) {
      expect(form).toContain(headline);
      expect(form).toMatch(says);
      expect(form).not.toMatch(/sample (data|network|transactions)/i);
      expect(EXPLORERS.test(form), "links to explorers, also before the deposit is known").toBe(
        true,
      );
    }
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  });
}

test("a chain given with the id is linked while nobody has seen the transaction", async ({
  request,
}) => {
  const hash = txidOf(81);
  const markdown = await (await request.get(`/track.md?txid=0x${hash}&chain=${DEPOSIT}`)).text();
  expect(markdown).toContain(`([mempool.space](https://mempool.space/tx/${hash.toLowerCase()}))`);
  expect(markdown).toContain("Bitcoin makes a block about every 10 minutes.");
});

test("unavailable: nothing is said about the swap or the upstream", async ({ page, request }) => {
  const hash = txidOf(80);
  await remote.change({ fault: { kind: "status", status: 500 } });
  const markdown = await (await request.get(`/track.md?txid=${hash}`)).text();
  expect(markdown).toContain("\n## Not checked\n");
  expect(markdown).toContain("This says nothing about the swap itself.");
  expect(markdown).toContain("Do not send again");
  expect(markdown).toContain("No step could be read.");
  const html = await (
    await request.get(`/track?txid=${hash}`, { headers: { accept: "text/html" } })
  ).text();
  expect(html).toContain("Not checked");
  expect(html).toMatch(/data-poll="\d+"/);
  for (const form of [html, markdown])
    expect(form).not.toMatch(/127\.0\.0\.1|node0|indexer0|ECONN/);
  await expectWhole(page, `/track?txid=${hash}`);
});
