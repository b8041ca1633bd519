// One state has one word: the homepage's board, /status and its Markdown, the status document, /quote, the feed and the tools.
import { expect, test } from "@playwright/test";
import { getNetworkStatus } from "../../../../lib/mcp/tools/get-network-status.ts";
import { getSwapQuote } from "../../../../lib/mcp/tools/get-swap-quote.ts";
import { addObservation, emptyLog } from "../../../../lib/protocol/history/log.ts";
import { type Observation, observeNetwork } from "../../../../lib/protocol/history/observation.ts";
import type { NetworkReading, SignState } from "../../../../lib/protocol/model/network-status.ts";
import { FRESH_MS, STALE_MS } from "../../../../lib/protocol/safety/freshness.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { getQuotePage } from "../../../../lib/site/live/quote/page.ts";
import { statusMarkdown } from "../../../../lib/site/live/status/blocks.ts";
import { parseBoardReading, statusBoard } from "../../../../lib/site/live/status/board.ts";
import { statusDocument } from "../../../../lib/site/live/status/document.ts";
import { statusFeed } from "../../../../lib/site/live/status/feed.ts";
import { historyView } from "../../../../lib/site/live/status/history.ts";
import { liquidityPause, signingHalt, tradingHalt } from "../../../support/halt-key.ts";
import type { World } from "../../protocol/network-world.ts";
import { readScene, type SceneName } from "./status/scenes.ts";

const preset = presets.thorchain;

interface Row {
  readonly scene: SceneName;
  readonly mimir?: (height: number) => World["mimir"];
  readonly state: SignState;
  /** Of a swap from BTC to ETH, which the state touches. */
  readonly quote?: SignState;
  /** In every headline, on every sign and in every text of a tool. */
  readonly word: RegExp;
  /** In the title of the feed's entry; null where nothing that was seen has changed. */
  readonly feed: RegExp | null;
}

const rows: Readonly<Record<string, Row>> = {
  "all is open": { scene: "open", state: "open", word: /open/i, feed: null },
  "everything is halted": { scene: "halted", state: "halted", word: /halted/i, feed: /^The network: .* halted by/ },
  "a chain is halted": {
    scene: "open",
    mimir: (height) => ({ [tradingHalt("ETH")]: height - 10 }),
    state: "partly_halted",
    quote: "halted",
    word: /halted/i,
    feed: /^Ethereum \(ETH\): trading, deposits and liquidity halted by HALTETHTRADING, were open$/,
  },
  "payouts are halted": {
    scene: "open",
    mimir: () => ({ [signingHalt("ETH")]: 1 }),
    state: "payouts_wait",
    word: /payouts?.* wait/i,
    feed: /^Ethereum \(ETH\): signing halted by HALTSIGNINGETH, was open\. Payouts wait$/,
  },
  "liquidity is paused": {
    scene: "open",
    mimir: () => ({ [liquidityPause("ETH")]: 1 }),
    state: "open",
    word: /open/i,
    feed: /^Ethereum \(ETH\): liquidity paused by PAUSELPETH, was open$/,
  },
  "the network stands still": { scene: "stopped", state: "not_checked", word: /not checked/i, feed: null },
  "no source answers": { scene: "down", state: "not_checked", word: /not checked/i, feed: null },
  "two sources name two addresses": {
    scene: "address_disputed",
    state: "sources_disagree",
    word: /sources disagree/i,
    feed: /^Bitcoin \(BTC\): .*\(sources disagree\), were open$/,
  },
  "two sources are blocks apart": {
    scene: "disagree",
    state: "sources_disagree",
    word: /sources disagree/i,
    feed: /^The network: .*\(sources disagree\), were open$/,
  },
  "a halt comes in 20 minutes": {
    scene: "open",
    mimir: (height) => ({ [tradingHalt("BTC")]: height + 200 }),
    state: "halts_soon",
    word: /halts (soon|in 20 minutes)/i,
    feed: null,
  },
  "it was halted and cannot be read now": {
    scene: "halted_then_stopped",
    state: "halted",
    word: /halted/i,
    feed: null,
  },
};

/** What three readings a minute apart add to the feed, the last two of one state: the titles, newest first. */
function feedTitles(before: NetworkReading, after: NetworkReading): string[] {
  const { blockTimeMs, height } = before.clock;
  const seen = [before, after, after].flatMap((reading, index): Observation[] => {
    const samples = observeNetwork(reading)?.samples;
    return samples ? [{ samples, height: index * 10 + (height ?? 0), atMs: index * 60_000 + (blockTimeMs ?? 0) }] : [];
  });
  const log = seen.reduce(addObservation, emptyLog);
  const setup = {
    siteName: "Signpost",
    preset,
    feedUrl: "https://a.example/status.atom",
    pageUrl: "https://a.example",
  };
  const xml = statusFeed({ log, memory: "file", startedMs: 0, checks: "each_minute" }, setup);
  return [...xml.matchAll(/<entry>[\s\S]*?<title>([^<]*)<\/title>/g)].map(([, title = ""]) => title);
}

for (const [what, { scene, mimir, state, quote = state, word, feed }] of Object.entries(rows)) {
  test(`one word where ${what}`, async () => {
    const change = (world: World, height: number) => Object.assign(world.mimir, mimir?.(height));
    const { network, reading, view, nowMs } = await readScene(scene, "thorchain", change);
    const { headline } = view.sign;
    expect(headline).toMatch(word);

    const document = statusDocument(reading, preset, { startedMs: nowMs, nowMs, memory: "file" });
    expect(document.network).toMatchObject({ state, headline });
    const history = historyView(
      { log: emptyLog, memory: "file", startedMs: nowMs, checks: "each_minute" },
      nowMs,
      preset,
    );
    expect(statusMarkdown(view, history)).toContain(`\n**${headline}**\n`);

    const board = statusBoard(parseBoardReading(document), 0, { freshMs: FRESH_MS, staleMs: STALE_MS });
    expect([board.state, board.headline]).toEqual([state, headline]);

    const told = await getNetworkStatus.run(network, {}, { networkName: "thorchain" });
    expect(told.structured).toMatchObject({ state });
    expect(told.text).toContain(`state ${state}`);
    expect(told.text).toMatch(word);

    const asked = { from: "BTC", to: "ETH", amount: "0.1" };
    const setup = { network, preset, now: () => nowMs, origin: "https://a.example" };
    const { answer: shown } = (await getQuotePage(setup, new URLSearchParams(asked))).view;
    expect(shown?.verdict.state).toBe(quote);
    expect(`${shown?.verdict.word}: ${shown?.verdict.text}`).toMatch(word);
    expect((await getSwapQuote.run(network, asked, { networkName: "thorchain" })).text).toMatch(word);

    const { reading: before } = await readScene("open");
    const titles = feedTitles(before, reading);
    if (feed === null) expect(titles).toEqual([]);
    else expect(titles.filter((title) => feed.test(title))).toHaveLength(1);
  });
}
