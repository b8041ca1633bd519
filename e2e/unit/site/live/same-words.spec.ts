// One state has one word: the homepage's board, /status and its Markdown, the status document, /quote and the tools.
import { expect, test } from "@playwright/test";
import { getNetworkStatus } from "../../../../lib/mcp/tools/get-network-status.ts";
import { getSwapQuote } from "../../../../lib/mcp/tools/get-swap-quote.ts";
import type { SignState } from "../../../../lib/protocol/model/network-status.ts";
import { FRESH_MS, STALE_MS } from "../../../../lib/protocol/safety/freshness.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { getQuotePage } from "../../../../lib/site/live/quote/page.ts";
import { statusMarkdown } from "../../../../lib/site/live/status/blocks.ts";
import { parseBoardReading, statusBoard } from "../../../../lib/site/live/status/board.ts";
import { statusDocument } from "../../../../lib/site/live/status/document.ts";
import { liquidityPause, signingHalt, tradingHalt } from "../../../support/halt-key.ts";
import type { World } from "../../../support/world.ts";
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
}

const rows: Readonly<Record<string, Row>> = {
  "all is open": { scene: "open", state: "open", word: /open/i },
  "everything is halted": { scene: "halted", state: "halted", word: /halted/i },
  "a chain is halted": {
    scene: "open",
    mimir: (height) => ({ [tradingHalt("ETH")]: height - 10 }),
    state: "partly_halted",
    quote: "halted",
    word: /halted/i,
  },
  "payouts are halted": {
    scene: "open",
    mimir: () => ({ [signingHalt("ETH")]: 1 }),
    state: "payouts_wait",
    word: /payouts?.* wait/i,
  },
  "liquidity is paused": {
    scene: "open",
    mimir: () => ({ [liquidityPause("ETH")]: 1 }),
    state: "open",
    word: /open/i,
  },
  "the network stands still": { scene: "stopped", state: "not_checked", word: /not checked/i },
  "no source answers": { scene: "down", state: "not_checked", word: /not checked/i },
  "two sources name two addresses": {
    scene: "address_disputed",
    state: "sources_disagree",
    word: /sources disagree/i,
  },
  "two sources are blocks apart": {
    scene: "disagree",
    state: "sources_disagree",
    word: /sources disagree/i,
  },
  "a halt comes in 20 minutes": {
    scene: "open",
    mimir: (height) => ({ [tradingHalt("BTC")]: height + 200 }),
    state: "halts_soon",
    word: /halts (soon|in 20 minutes)/i,
  },
  "it was halted and cannot be read now": {
    scene: "halted_then_stopped",
    state: "halted",
    word: /halted/i,
  },
};

for (const [what, { scene, mimir, state, quote = state, word }] of Object.entries(rows)) {
  test(`one word where ${what}`, async () => {
    const change = (world: World, height: number) => Object.assign(world.mimir, mimir?.(height));
    const { network, reading, view, nowMs } = await readScene(scene, "thorchain", change);
    const { headline } = view.sign;
    expect(headline).toMatch(word);

    const document = statusDocument(reading, preset, { startedMs: nowMs, nowMs });
    expect(document.network).toMatchObject({ state, headline });
    expect(statusMarkdown(view)).toContain(`\n**${headline}**\n`);

    const board = statusBoard(parseBoardReading(document), 0, {
      freshMs: FRESH_MS,
      staleMs: STALE_MS,
    });
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
    expect((await getSwapQuote.run(network, asked, { networkName: "thorchain" })).text).toMatch(
      word,
    );
  });
}
