// 500 hostile texts, each in every place where an upstream can write: none reaches a reader as anything but data in a field.
import { expect, test } from "@playwright/test";
import type { Nodes } from "mdast";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import { QuoteDocument } from "../../app/quote/quote-document.tsx";
import { StatusDocument } from "../../app/status/status-document.tsx";
import { Track } from "../../app/track/track.tsx";
import { emptyLog } from "../../lib/history/log.ts";
import { tools } from "../../lib/mcp/tools/all.ts";
import { toQuoteMarkdown } from "../../lib/site/live/quote-markdown.ts";
import { getQuotePage } from "../../lib/site/live/quote-page.ts";
import { toHistoryView } from "../../lib/site/live/status-history.ts";
import { toStatusMarkdown } from "../../lib/site/live/status-markdown.ts";
import { toStatusView } from "../../lib/site/live/status-view.ts";
import { toTrackMarkdown } from "../../lib/site/live/track-markdown.ts";
import { parseTrackQuery } from "../../lib/site/live/track-query.ts";
import { toTrackView } from "../../lib/site/live/track-view.ts";
import { hostileTexts } from "../hostile-texts.ts";
import { createWorld, type World } from "./reader-world.ts";

const TXID = "A".repeat(64);
const HEX = `0x${"1".repeat(40)}`;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** How many texts an answer holds. */
function countTexts(body: Json): number {
  if (typeof body === "string") return 1;
  return typeof body === "object" && body !== null
    ? Object.values(body).reduce<number>((sum, one) => sum + countTexts(one), 0)
    : 0;
}

/** The answer with `text` in the place of its text number `at`, and as the name of one more member of its objects. */
function poison(body: Json, text: string, at: number): Json {
  let left = at;
  const put = (value: Json): Json => {
    if (typeof value === "string") return left-- === 0 ? text : value;
    if (Array.isArray(value)) return value.map(put);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, put(one)]));
  };
  const poisoned = put(body);
  return typeof poisoned === "object" && !Array.isArray(poisoned) ? { ...poisoned, [text]: 1 } : poisoned;
}

const swap: Json = {
  tx: {
    id: TXID,
    chain: "BTC",
    from_address: "bc1qsender",
    to_address: "bc1qvault",
    coins: [{ asset: "BTC.BTC", amount: "5000000" }],
    memo: `=:ETH.ETH:${HEX}`,
  },
  planned_out_txs: [{ chain: "ETH", to_address: HEX, coin: { asset: "ETH.ETH", amount: "5" }, refund: true }],
  out_txs: [
    { id: "B".repeat(64), chain: "ETH", to_address: HEX, coins: [{ asset: "ETH.ETH", amount: "5" }], memo: "REFUND:" },
  ],
  stages: {
    inbound_observed: { completed: true, final_count: 3 },
    inbound_finalised: { completed: true },
    swap_status: { pending: false },
    swap_finalised: { completed: true },
    outbound_signed: { completed: true },
  },
};
const action: Json = {
  actions: [
    {
      date: "1799999000000000000",
      height: "24999900",
      type: "refund",
      status: "success",
      pools: ["BTC.BTC"],
      in: [{ address: "bc1qsender", coins: [{ asset: "BTC.BTC", amount: "5000000" }], txID: TXID }],
      out: [{ address: "bc1qsender", coins: [{ asset: "BTC.BTC", amount: "4000000" }], txID: "B".repeat(64) }],
      metadata: { refund: { networkFees: [], affiliateAddress: "t", affiliateFee: "0", memo: "m", reason: "r" } },
    },
  ],
  count: "1",
};

/** A network whose every kind of answer holds another text, from `first` on, in another place each time. */
function createPoisoned(first: number): { readonly world: World; readonly used: Map<string, string> } {
  const world = createWorld({ nodes: 2 });
  const used = new Map<string, string>();
  for (const name of ["node0", "node1"]) world.scripts[name] = { [TXID]: swap };
  world.scripts.indexer0 = { actions: action };
  world.rewrite = (body, path) => {
    const number = first + (used.has(path) ? [...used.keys()].indexOf(path) : used.size);
    const text = hostileTexts[number % hostileTexts.length] as string;
    used.set(path, text);
    return poison(body as Json, text, number % Math.max(1, countTexts(body as Json)));
  };
  return { world, used };
}

/** Everything that a reader can get of such a network, by its form. */
async function getOutputs(world: World): Promise<Readonly<Record<"tools" | "markdown" | "html", readonly string[]>>> {
  const { network, preset } = world;
  const inputs: Readonly<Record<string, object>> = {
    get_swap_quote: { from: "BTC", to: "ETH", amount: "1", destination: HEX },
    get_swap_status: { txid: TXID },
  };
  const answers = [];
  for (const tool of tools) {
    const reportFault = ({ error }: { error: unknown }) => {
      throw error;
    };
    answers.push(await tool.run(network, inputs[tool.name] ?? {}, { networkName: preset.network, reportFault }));
  }
  const status = toStatusView(await network.getStatus(), preset, world.nowMs);
  const history = toHistoryView({ log: emptyLog, startedMs: world.nowMs, memory: "instance" }, world.nowMs, preset);
  const query = parseTrackQuery(new URLSearchParams({ txid: TXID }), preset);
  const track = toTrackView({
    preset,
    query,
    reading: await network.getSwap(TXID, null),
    readAtMs: world.nowMs,
    samples: [],
  });
  const asked = new URLSearchParams({ from: "BTC", to: "ETH", amount: "1", destination: HEX });
  const { view: quote } = await getQuotePage(
    { network, preset, now: () => world.nowMs, origin: "https://site.example" },
    asked,
  );
  return {
    tools: answers.flatMap(({ text, structured }) => [text, JSON.stringify(structured)]),
    markdown: [
      toStatusMarkdown(status, history),
      toTrackMarkdown(track),
      toQuoteMarkdown(quote, "https://site.example"),
    ],
    html: [
      renderToStaticMarkup(createElement(StatusDocument, { view: status, history })),
      renderToStaticMarkup(createElement(Track, { view: track })),
      renderToStaticMarkup(createElement(QuoteDocument, { view: quote })),
    ],
  };
}

/** Controls but the line feed, format characters, halves of characters, private use, separators of lines, what is drawn as nothing. */
const hidden = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

function* walk(node: Nodes): Generator<Nodes> {
  yield node;
  if ("children" in node) for (const child of node.children) yield* walk(child);
}

/** What of an output is more than data in a field; null where there is nothing. */
function findFault({ tools: answers, markdown, html }: Awaited<ReturnType<typeof getOutputs>>): string | null {
  const seen = [...answers, ...markdown, ...html].find((output) => hidden.test(output));
  if (seen !== undefined) return `a hidden character in ${JSON.stringify(seen)}`;
  for (const node of markdown.flatMap((page) => [...walk(remark().use(remarkGfm).parse(page))])) {
    if (node.type === "html") return `markup in Markdown: ${node.value}`;
    if ("url" in node && /canary/i.test(node.url)) return `a link to ${node.url}`;
    // A memo stands in a code span; nothing else of a stranger's may be read as a sentence of ours.
    if (node.type === "text" && /canary/i.test(node.value)) return `prose: ${node.value}`;
  }
  const element = html.find((page) =>
    /<(?:script|img|iframe|style|base|svg\/)[^>]*canary|(?:href|src|action)="[^"]*canary\.example/i.test(page),
  );
  return element === undefined ? null : "an element in a page";
}

/** Kinds of answers that one network gives: a text stands in each of them in turn. */
const STEP = 5;
const PARTS = 5;
for (let part = 0; part < PARTS; part++) {
  test(`hostile texts stay data, part ${part + 1} of ${PARTS}`, async () => {
    test.setTimeout(300_000);
    for (let first = part * STEP; first < hostileTexts.length; first += PARTS * STEP) {
      const { world, used } = createPoisoned(first);
      const fault = findFault(await getOutputs(world));
      if (fault) throw new Error(`${fault}\n${JSON.stringify([...used], null, 1)}`);
      expect(used.size).toBeGreaterThanOrEqual(STEP);
    }
  });
}

test("the corpus holds 500 texts, no two alike, each with its mark", () => {
  expect(new Set(hostileTexts).size).toBe(500);
  for (const text of hostileTexts) expect(text.replace(new RegExp(hidden, "gu"), ""), text).toMatch(/canary/i);
});
