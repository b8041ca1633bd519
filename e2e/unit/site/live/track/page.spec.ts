// /track as HTML and as Markdown of one reading: both say the same in every state, and nothing false.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Track } from "../../../../../app/track/track.tsx";
import { importLiveBodies } from "../../../../../bin/site-modules.ts";
import { getSwapStatus } from "../../../../../lib/mcp/tools/get-swap-status.ts";
import type { SwapOut, SwapReading } from "../../../../../lib/protocol/model/swap.ts";
import { clockReasons } from "../../../../../lib/protocol/safety/reasons.ts";
import { parseShape } from "../../../../../lib/protocol/upstream/parse-shape.ts";
import { TxStatus } from "../../../../../lib/protocol/upstream/schemas.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { capitalize } from "../../../../../lib/protocol/values/figure-text.ts";
import { sampleTransactions, sampleWalk } from "../../../../../lib/sample/transactions.ts";
import { trackMarkdown } from "../../../../../lib/site/live/track/blocks.ts";
import { pageAdvice } from "../../../../../lib/site/live/track/swap-summary.ts";
import {
  parseTrackQuery,
  type TrackView,
  trackView,
} from "../../../../../lib/site/live/track/view.ts";
import { withWholeAddresses } from "../../../../../lib/site/prose/markdown-document.ts";
import * as bodies from "../../../../fixtures/swap-bodies.ts";
import { readMarkdown, squeeze } from "../../../../support/markdown-nodes.ts";
import { readingFaults } from "../../../../support/reading.ts";
import { createSampleNetwork } from "../../../../support/sample-network.ts";
import { readMarkup, type Tree } from "../../pages/markup-tree.ts";
import { createReading, findReading, readings } from "./readings.ts";

const { body, HASH, memo, NOW_MS, out, plan, plannedBody, signed, signing, unseenBody } = bodies;

const live = presets.thorchain;

function viewOf(
  reading: SwapReading | null,
  query = reading ? `txid=${reading.txid}` : "",
  preset = live,
): TrackView {
  const asked = parseTrackQuery(new URLSearchParams(query), preset);
  const samples =
    preset.network === "sample"
      ? [{ txid: HASH, state: "Paid out", title: "On another chain" }]
      : [];
  return trackView({ preset, query: asked, reading, readAtMs: NOW_MS, samples });
}

const renderHtml = (view: TrackView) =>
  renderToStaticMarkup(createElement(Track, { view, title: "" }));

/** The text of the page's answer. The form and hidden parts are not included. */
function readHtml(html: string) {
  const isLeft = ({ tag, props }: Tree) =>
    tag === "form" || "hidden" in props || props.id === "stale";
  const { of, headings, cells, links, text } = readMarkup(html, isLeft);
  return { headings, cells, links, quotes: of("blockquote"), text };
}

function readTwin(markdown: string) {
  const { of, headings, cells, links } = readMarkdown(markdown.replace(/^Ask by .*\n/m, ""));
  const text = squeeze(of("heading", "paragraph", "tableCell").join(" "));
  return { headings, cells, links, quotes: of("blockquote"), text, html: of("html") };
}

/** The links to foreign websites. */
const listForeignLinks = (links: readonly string[]) =>
  links.filter((link) => !link.startsWith("/"));

/** Both forms of a view. Checks that they say the same. */
function readBoth(view: TrackView) {
  const html = renderHtml(view);
  const markdown = trackMarkdown(view);
  const { html: raw, ...told } = readTwin(markdown);
  expect(readHtml(html)).toEqual(told);
  expect(raw, "no markup in the Markdown").toEqual([]);
  return { html, markdown, ...told };
}

test.describe("each state, live", () => {
  for (const [name, state, reading] of readings) {
    test(`${name} (${state})`, () => {
      const { text, headings, html } = readBoth(viewOf(reading));
      expect(headings.slice(0, 2)).toEqual(["Track a swap", reading.headline]);
      // A heading is not repeated by the sentence below it.
      expect(reading.ownExplanation.startsWith(`${reading.headline}: `)).toBe(false);
      for (const part of [reading.ownExplanation, pageAdvice(reading), reading.txid])
        expect(text).toContain(part);
      expect(text).not.toContain(`${reading.headline} ${reading.headline}`);
      expect(text).toContain("Read at 2027-01-15 08:00 UTC.");
      expect(text).not.toMatch(/undefined|null|NaN|\[object/);
      expect(text).not.toMatch(/sample/i);
      const poll = reading.nextPollSeconds;
      const pace = reading.terminal
        ? "08:00 UTC. The steps of a swap"
        : poll === null
          ? "Ask again by hand"
          : "The next reading is due about";
      expect(text).toContain(pace);
      expect(/data-poll="(\d+)"/.exec(html)?.[1]).toBe(poll === null ? undefined : String(poll));
      expect(Buffer.byteLength(html)).toBeLessThan(30_000);
      // Only a payout to the recipient counts as success, in words and in colour.
      expect(/data-tone="done"/.test(html)).toBe(state === "done");
      if (
        [
          "refunded",
          "partially_refunded",
          "failed",
          "no_output",
          "unknown",
          "unavailable",
        ].includes(state)
      ) {
        expect(reading.headline).not.toMatch(/^(Paid out|Done)/);
      }
    });
  }
});

test.describe("each transaction of the sample network", () => {
  const now = () => Date.UTC(2026, 10, 20, 3, 12, 33);
  const preset = presets.sample;
  const network = createSampleNetwork({ now });
  for (const { txid, shows, title } of [...sampleTransactions, { ...sampleWalk, shows: null }]) {
    test(`${txid.slice(0, 4)}: ${title}`, async () => {
      const reading = await network.getSwap(txid, null);
      const { text, links } = readBoth(viewOf(reading, `txid=${txid}`, preset));
      if (shows) expect(reading.state).toBe(shows);
      const { getLiveBody } = await importLiveBodies();
      const { text: list } = await getLiveBody("/track.md", new URLSearchParams());
      const [, listed = ""] = new RegExp(`txid=${txid}\\): (.*) \`${txid}\``).exec(list) ?? [];
      // A new network may still plan a payout.
      const said =
        shows === "no_output"
          ? "Nothing to pay out"
          : shows
            ? reading.headline
            : "Every state in turn";
      expect(said.startsWith(listed) && listed !== "", listed).toBe(true);
      expect(text).toContain("Sample data: do not send.");
      expect(text).toContain("Sample transactions are invented: they are on no explorer.");
      expect(listForeignLinks(links)).toEqual([]);
    });
  }
});

test.describe("recorded mainnet swaps", { tag: "@shared" }, () => {
  const files = {
    "done.bnb_to_eth_usdt": ["bscscan.com", "etherscan.io"],
    "done.bnb_to_tron": ["bscscan.com", "tronscan.org"],
    "done.eth_usdt_to_rune": ["etherscan.io", "thorchain.net"],
    "done.ltc_to_tron_usdt": ["litecoinspace.org", "tronscan.org"],
    "partially_refunded.tcy_to_eth_usdt": ["thorchain.net", "etherscan.io"],
    "swapping.btc_to_tron_usdt": ["mempool.space"],
  } as const;
  for (const [file, hosts] of Object.entries(files)) {
    test(file, () => {
      const folder = test.info().config.metadata.recordingsDir;
      test.skip(!folder, "RECORDINGS_DIR is not set");
      const text = readFileSync(join(folder, "thornode/tx_status", `${file}.json`), "utf8");
      const node = parseShape(TxStatus, "/tx/status", JSON.parse(text));
      const reading = createReading({ node, txid: node.tx?.id ?? "" });
      const { links } = readBoth(viewOf(reading));
      for (const host of hosts) expect(links.join(" ")).toContain(`https://${host}/`);
    });
  }
});

test.describe("every state reads well", () => {
  for (const [name, , reading] of readings) {
    test(name, () => {
      const markdown = trackMarkdown(viewOf(reading));
      expect(readingFaults(markdown, "page")).toEqual([]);
      expect(markdown, "no blank ends a line").not.toContain("&#x20;");
      expect(markdown, "an address can be copied").not.toMatch(/https?:[^\s)>]*\\/);
    });
  }
  test("without a question", () =>
    expect(readingFaults(trackMarkdown(viewOf(null)), "page")).toEqual([]));
});

const figuresOf = (name: string) =>
  viewOf(findReading(name)).swap?.figures.map(({ label, value }) => `${label}: ${value}`) ?? [];

test.describe("a limit order", () => {
  test("that rests has its price, what is filled, and its end", () => {
    expect(figuresOf("limit order resting")).toEqual([
      "Sent: 0.05 BTC",
      "To the recipient: not known yet",
      "Going to: 0x0000…00Aa. Is it yours?",
      "Price asked: 1.4 USDC for 1 BTC",
      "Filled: 0 %",
      "Ends about: in 5 minutes (08:05 UTC)",
    ]);
    expect(figuresOf("limit order partly filled")).toContain("Filled: 30 %");
  });
  test("that is over says how it ended", () => {
    expect(figuresOf("limit order expired")).toContain("Limit order: expired");
    expect(findReading("limit order expired").headline).toBe("Refunded");
  });
});

test.describe("what is paid to whom", () => {
  const rowsOf = (name: string) =>
    viewOf(findReading(name)).swap?.payments.map(({ cells }) => cells.map((cell) => cell.text));
  test("the affiliate's share is not the recipient's", () => {
    expect(rowsOf("done")?.map((row) => row.slice(0, 2))).toEqual([
      ["Sent", "0.05 BTC"],
      ["Payout to the recipient", "0.07 USDC"],
      ["Share of an affiliate, not the recipient's", "0.000003 RUNE"],
    ]);
  });
  test("the recipient comes first, then refunds, then the affiliate", () => {
    const shares = ["affiliate", "refund", "swap"].map((kind) => ({
      ...(findReading("done").out[0] as SwapOut),
      kind,
    }));
    const view = viewOf({ ...findReading("done"), out: shares as SwapOut[] });
    expect(view.swap?.payments.map(({ cells }) => cells[0]?.text)).toEqual([
      "Sent",
      "Payout to the recipient",
      "Refund",
      "Share of an affiliate, not the recipient's",
    ]);
  });
  test("a partial refund shows payout and refund", () => {
    expect(rowsOf("partly refunded")?.map(([what]) => what)).toEqual([
      "Sent",
      "Payout to the recipient",
      "Refund",
    ]);
  });
  test("a refund has no payout", () => {
    expect(rowsOf("refunded, no reason read")?.map(([what]) => what)).toEqual(["Sent", "Refund"]);
  });
  test("a planned payout has no id yet, and one on the protocol's own chain never gets one", () => {
    const ids = rowsOf("scheduled")?.map((row) => row[4]);
    expect(ids?.[0]).toBe(HASH);
    expect(ids?.slice(1)).toEqual([
      "not sent yet",
      "none: THORChain pays on its own chain without one",
    ]);
  });
  test("for an unknown transaction only the id is shown", () => {
    expect(rowsOf("not seen")).toEqual([["Sent", "not known", "", "", HASH]]);
  });
});

test.describe("the answer at a glance", () => {
  const sent = "Sent: 0.05 BTC";
  const going = "Going to: 0x0000…00Aa. Is it yours?";
  const rows: [name: string, figures: string][] = [
    ["not seen", ""],
    ["not a swap", `${sent}; To the recipient: not known`],
    [
      "confirming",
      `${sent}; To the recipient: not known yet; ${going}; Time left when read: over 7 minutes to the payout. Its chain must confirm the deposit first.`,
    ],
    [
      "scheduled",
      `${sent}; To the recipient: 0.07 USDC; ${going}; Time left when read: about 7 minutes to the payout. It is sent in a later block.`,
    ],
    [
      "streaming",
      `${sent}; To the recipient: not known yet; ${going}; Time left: not known. The pools are still swapping it.`,
    ],
    [
      "streaming, timed",
      `${sent}; To the recipient: not known yet; ${going}; Time left when read: over 48 seconds to the payout. The pools are still swapping it.`,
    ],
    [
      "signing halted",
      `${sent}; To the recipient: 0.07 USDC; ${going}; Time left: not known: it is stopped now`,
    ],
    [
      "refund being signed",
      `${sent}; Refund: 0.04 of 0.05 BTC; Time left when read: about 10 minutes to the refund. The network must sign it first.`,
    ],
    ["done", `${sent}; To the recipient: 0.07 USDC`],
    [
      "done, no payout shown",
      `${sent}; To the recipient: not shown; ${going}; Time left: not known`,
    ],
    ["refunded", `${sent}; Refund: 0.04 BTC`],
    ["partly refunded", `${sent}; To the recipient: 0.07 USDC; Refund: 0.04 BTC`],
    ["failed", "Sent: not known; To the recipient: nothing"],
    ["no output yet", `${sent}; To the recipient: not known yet; ${going}; Time left: not known`],
    ["no output", `${sent}; To the recipient: nothing`],
    ["unavailable", ""],
  ];
  for (const [name, figures] of rows)
    test(name, () => expect(figuresOf(name).join("; ")).toBe(figures));
});

test.describe("fees are missing before the swap, and never guessed after it", () => {
  const feesOf = (name: string) =>
    viewOf(findReading(name)).swap?.fees.map(({ cells }) =>
      cells.map((cell) => cell.text).join("; "),
    );
  const [liquidity, outbound] = ["Liquidity fee, to the pools", "Outbound fee, to the network"];
  const both = (said: string) => [
    `${liquidity}; ${said}; ${said}`,
    `${outbound}; ${said}; ${said}`,
  ];
  const rows: [name: string, fees: string[]][] = [
    ["not seen", []],
    ["observing", []],
    ["confirming", []],
    ["unavailable", []],
    ["swapping", both("not known yet")],
    ["partly refunded", both("not known")],
    ["done", [`${liquidity}; 0.04 RUNE; not known`, `${outbound}; 0.006 ETH; $18.91`]],
  ];
  for (const [name, fees] of rows) test(name, () => expect(feesOf(name)).toEqual(fees));
});

test.describe("untrusted text", () => {
  const safe =
    'x</code><script>alert(1)</script> `](https://evil.example) ](/nowhere) | **Paid out** "';
  const hostile = `${safe}\u202e\u0000`;
  const reading = createReading(
    { node: body(signed, { tx: memo(`=:ETH.USDC:x:${hostile}`), outs: [out.refund] }) },
    { refundReason: safe },
  );
  test("is quoted as data in both forms, and never part of our sentences", () => {
    const { html, markdown, quotes, links } = readBoth(viewOf(reading));
    expect(quotes).toEqual([squeeze(safe)]);
    expect(html).not.toContain("<script>alert");
    expect(html).toContain("quoted as data and not checked here");
    expect(markdown).toContain("quoted as data and not checked here");
    expect(links.filter((link) => /evil|nowhere/.test(link))).toEqual([]);
    expect(withWholeAddresses(markdown)).toContain("](/nowhere)");
  });
  test("a refund without a reason says so", () => {
    expect(readBoth(viewOf(findReading("refunded, no reason read"))).text).toContain(
      "The network's own words for it could not be read.",
    );
  });
});

test.describe("the explorers of both chains", () => {
  const records = [
    `https://gateway.liquify.com/chain/thorchain_api/thorchain/tx/status/${HASH}`,
    `https://gateway.liquify.com/chain/thorchain_midgard/v2/actions?txid=${HASH}`,
  ];
  const linksOf = (reading: SwapReading, query?: string, preset = live) =>
    listForeignLinks(readBoth(viewOf(reading, query, preset)).links);
  test("a completed swap links deposit, sender, payout, recipient and the protocol's explorer", () => {
    const id = HASH.toLowerCase();
    expect(linksOf(findReading("done"))).toEqual([
      "https://mempool.space/address/bc1qsenderexample0000000000000000000000000",
      `https://mempool.space/tx/${id}`,
      "https://etherscan.io/address/0x00000000000000000000000000000000000000aa",
      `https://etherscan.io/tx/0x${"b2".repeat(32)}`,
      "https://thorchain.net/address/thor1affiliateexample00000000000000000000000",
      `https://thorchain.net/tx/${HASH}`,
      ...records,
    ]);
  });
  test("an unknown transaction links every chain that its id may be of, or the given one", () => {
    const unseen = createReading({ node: unseenBody });
    const own = `https://etherscan.io/tx/0x${HASH.toLowerCase()}`;
    expect(linksOf(unseen, `txid=${HASH}&chain=eth`)).toEqual([own, ...records]);
    const anywhere = linksOf(unseen);
    expect(anywhere).toEqual(
      expect.arrayContaining([own, `https://mempool.space/tx/${HASH.toLowerCase()}`]),
    );
    // An id of Solana has another form.
    expect(anywhere.join(" ")).not.toMatch(/solscan/);
    expect(anywhere.slice(-2)).toEqual(records);
  });
});

test.describe("the address of the page", () => {
  const selfOf = (query: string) => viewOf(createReading({ node: unseenBody }), query).swap;
  test("has the id in one form, and the chain if given", () => {
    const messy = `txid=${encodeURIComponent(` https://mempool.space/tx/0x${HASH.toLowerCase()} `)}&utm_source=1`;
    expect(selfOf(messy)?.self).toBe(`/track?txid=${HASH}`);
    expect(selfOf(`${messy}&chain=btc`)?.self).toBe(`/track?txid=${HASH}&chain=BTC`);
    expect(selfOf(messy)?.address).toMatch(new RegExp(`^https?://[^/]+/track\\?txid=${HASH}$`));
  });
});

test.describe("what the page is called, and where it leads", () => {
  test("its title is the state, the error, or nothing of its own", () => {
    expect(viewOf(null).title).toEqual([]);
    expect(viewOf(findReading("done")).title).toEqual([
      findReading("done").headline,
      "0.05 BTC → USDC",
    ]);
    for (const query of ["txid=abc", `txid=${HASH}&chain=nowhere`, "txid=abc&chain=nowhere"])
      expect(viewOf(null, query).title, query).toEqual(["Not understood"]);
  });
  test("other pages, and this answer as JSON", () => {
    const { links, swap } = viewOf(findReading("done"), `txid=${HASH}&chain=BTC`);
    expect(links).toEqual({
      track: "/track",
      json: "/track.json",
      quote: "/quote",
      status: "/status",
    });
    expect(swap?.details.at(-1)).toEqual([
      "This answer",
      { text: "JSON", link: { name: "/track.json", href: `/track.json?txid=${HASH}&chain=BTC` } },
    ]);
  });
  test("transactions of the sample network are listed only before a question", () => {
    const { samples } = viewOf(null, "", presets.sample);
    expect(samples.map(({ href }) => href)).toEqual([`/track?txid=${HASH}`]);
    expect(viewOf(findReading("done"), undefined, presets.sample).samples).toEqual([]);
  });
  test("agents in the page find the tool of the same question, with its arguments", () => {
    const { tool } = viewOf(null).form;
    expect([tool.name, tool.description]).toEqual([getSwapStatus.name, getSwapStatus.description]);
    for (const text of [tool.txid, tool.chain]) expect(text).toMatch(/\w/);
  });
  test("without advice there is no empty paragraph", () => {
    const silent = { ...findReading("done"), advice: [] };
    expect(trackMarkdown(viewOf(silent))).toBe(
      trackMarkdown(viewOf({ ...silent, advice: ["An advice."] })).replace("An advice.\n\n", ""),
    );
  });
});

test.describe("before an id is given", () => {
  test("shows the form, the steps and what a refund means", () => {
    const view = viewOf(null, "chain=eth");
    expect(renderHtml(view)).toContain('<option value="ETH" selected="">Ethereum (ETH)</option>');
    const { headings, markdown } = readBoth(view);
    expect(headings).toEqual([
      "Track a swap",
      "The steps of a swap",
      "What a refund means",
      "When nothing is seen",
    ]);
    expect(renderHtml(view)).toMatch(/<form [^>]*action="\/track" method="get"/);
    expect(markdown).toContain("`/track?txid=…`");
    expect(markdown).toContain("THOR, BTC, ETH");
  });
  test("on the sample network also shows its transactions", () => {
    const { links, text } = readBoth(viewOf(null, "", presets.sample));
    expect(links).toEqual([`/track?txid=${HASH}`]);
    expect(text).toContain(`On another chain: Paid out ${HASH}`);
  });
  test("an error is at its field, and the input stays", () => {
    const view = viewOf(null, 'txid="><b>63 digits&chain=dash');
    const html = renderHtml(view);
    const [, txidField = "", chainField = ""] = html.split('<div class="field">');
    expect(txidField).toContain('value="&quot;&gt;&lt;b&gt;63 digits"');
    expect(txidField).toMatch(/aria-invalid="true"/);
    expect(txidField).toMatch(/id="txid-error"[\s\S]*64 hexadecimal/);
    expect(chainField).toMatch(/aria-invalid="true"/);
    expect(chainField).toMatch(/id="chain-error"[\s\S]*no chain of this code/);
    const markdown = trackMarkdown(view);
    expect(markdown).toContain("**Not understood:** A transaction id is 64 hexadecimal");
    expect(markdown).toContain("**Not understood:** THORChain has no chain of this code");
    expect(markdown).not.toContain("63 digits");
    expect(view.swap).toBeNull();
  });
});

test("the id of a payout leads to the deposit that an indexer names, on the sample network too", async () => {
  const network = createSampleNetwork({ now: () => NOW_MS });
  const paid = sampleTransactions.find(({ shows }) => shows === "done")?.txid ?? "";
  const payout =
    (await network.getSwap(paid, null)).out.find(({ txid }) => txid !== null)?.txid ?? "";
  const { html, text, markdown } = readBoth(
    viewOf(await network.getSwap(payout, null), undefined, presets.sample),
  );
  expect(text).toContain(
    `An indexer names this as the id of a payout. The deposit of that swap is ${paid}.`,
  );
  for (const form of [html, markdown]) expect(form).toContain(`/track?txid=${paid}`);
});

test("a stale block clock is mentioned with the state, and before it in the title", () => {
  const view = viewOf(findReading("stale"));
  expect(readBoth(view).text).toContain(
    `${capitalize(clockReasons.late(42).text)}. The swap may be further`,
  );
  expect(view.title).toEqual(["Out of date", view.swap?.headline, "0.05 BTC → USDC"]);
  expect(readBoth(viewOf(findReading("swapping"))).text).not.toContain("not fresh");
});

test("a signing halt is shown on the sign, and a refund never looks like success", () => {
  const tones = readings.map(([name, , reading]) => [name, viewOf(reading).swap?.tone]);
  expect(Object.fromEntries(tones)).toMatchObject({
    "not seen": "unknown",
    confirming: "moving",
    "signing halted": "held",
    done: "done",
    refunded: "refund",
    "partly refunded": "refund",
    failed: "stopped",
    "no output yet": "unknown",
    "no output": "stopped",
    unavailable: "unknown",
  });
  const both = createReading({
    node: plannedBody(signing, plan.user, plan.refund),
    signingOf: () => "halted",
  });
  expect(viewOf(both).swap?.tone).toBe("held");
});
