// /status in every state: what it says and what to do, and that the page and its Markdown say the same.
import { expect, test } from "@playwright/test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StatusDocument } from "../../../../../app/status/status-document.tsx";
import type { HistorySnapshot } from "../../../../../lib/protocol/history/keeper.ts";
import { emptyLog } from "../../../../../lib/protocol/history/log.ts";
import type { ChainReading } from "../../../../../lib/protocol/model/network-status.ts";
import type { Judgement } from "../../../../../lib/protocol/model/verdicts.ts";
import { chainNote } from "../../../../../lib/protocol/safety/chain-sentences.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { historyView } from "../../../../../lib/site/live/status/history.ts";
import { statusView } from "../../../../../lib/site/live/status/view.ts";
import { failedNetwork, status } from "../../../mcp/fake-network.ts";
import { expectSame } from "./parity.ts";
import { readScene, type SceneName, sceneNames } from "./scenes.ts";

const noHistory: HistorySnapshot = { log: emptyLog, memory: "instance", startedMs: Date.UTC(2026, 10, 20) };

/** For each state: the first text that a person reads, its explanation, and one typical cell. */
const table: Record<
  SceneName,
  { verdict: string; title: string | null; says: RegExp | null; cell: [row: string, cells: string] }
> = {
  open: { verdict: "The network is open", title: null, says: null, cell: ["BTC", "open open open open"] },
  halted: {
    verdict: "Halted. Do not send.",
    title: "Every chain: trading, deposits and liquidity halted",
    says: /^Do not send\. A deposit made now is refunded less .* dust threshold would be left\. Wait until trading is open again\.$/,
    cell: ["BTC", "halted halted open halted"],
  },
  chain_halted: {
    verdict: "Open, with 1 exception",
    title: "Litecoin (LTC): trading, deposits and liquidity halted",
    says: /^Do not send\. A deposit made now is refunded less .* dust threshold would be left\. Wait, or use another chain\.$/,
    cell: ["LTC", "halted halted open halted"],
  },
  chain_halted_by_a_flag: {
    verdict: "Open, with 1 exception",
    title: "Litecoin (LTC): trading, deposits and liquidity halted",
    says: /^Do not send\. Why trading is halted is not known: .* not be seen until the chain runs again\. Wait, or use/,
    cell: ["LTC", "halted halted open halted"],
  },
  chain_stands_still: {
    verdict: "Open, with 1 exception",
    title: "Dogecoin (DOGE): trading, deposits, signing and liquidity halted",
    says: /^Do not send\. The chain stands still .* nothing is paid out until it runs again\. Wait, or use another chain\.$/,
    cell: ["DOGE", "halted halted halted halted"],
  },
  signing_halted: {
    verdict: "Open, with 1 exception",
    title: "Bitcoin (BTC): signing halted",
    says: /^Payouts and refunds on this chain wait until signing runs again; they are not lost\./,
    cell: ["BTC", "open open halted open"],
  },
  trading_and_signing_halted: {
    verdict: "Open, with 1 exception",
    title: "Ethereum (ETH): trading, deposits, signing and liquidity halted",
    says: /would be left\. The refund itself waits until signing runs again\./,
    cell: ["ETH", "halted halted halted halted"],
  },
  liquidity_paused: {
    verdict: "The network is open",
    title: "Bitcoin Cash (BCH): liquidity halted",
    says: /^Liquidity can be neither added nor withdrawn\. Swaps and payouts go on\.$/,
    cell: ["BCH", "open open open halted"],
  },
  paused_until: {
    verdict: "Halted. Do not send.",
    title: "Every chain: trading, deposits, signing and liquidity halted",
    says: /is not seen .* Wait until trading is open again\.$/,
    cell: ["BTC", "halted halted halted halted"],
  },
  scheduled: {
    verdict: "The network is open",
    title: null,
    says: null,
    cell: ["DOGE", "open for now open for now open for now open for now"],
  },
  row_missing: {
    verdict: "Open, with 1 exception",
    title: "Solana (SOL): trading, deposits and liquidity unknown",
    says: /^Could not be verified \(unreadable: no row for the chain\)\. Do not send funds; retry after 6 s\.$/,
    cell: ["SOL", "unknown unknown open unknown"],
  },
  stale: {
    verdict: "Unknown. Do not send.",
    title: "Every chain: trading, deposits, signing and liquidity unknown",
    says: /^Could not be verified \(stale: block is 42 s old\)\. Do not send funds; retry after 6 s\.$/,
    cell: ["BTC", "unknown unknown unknown unknown"],
  },
  stopped: {
    verdict: "Unknown. Do not send.",
    title: "Every chain: trading, deposits, signing and liquidity unknown",
    says: /the network may have stopped/,
    cell: ["BTC", "unknown unknown unknown unknown"],
  },
  halted_then_stopped: {
    verdict: "Halted when last read. Do not send.",
    title: "Every chain: trading, deposits and liquidity halted, signing unknown",
    says: /This was last read as halted and could not be read afresh \(stale: /,
    cell: ["BTC", "halted halted unknown halted"],
  },
  disagree: {
    verdict: "Unknown. Do not send.",
    title: "Every chain: trading, deposits, signing and liquidity unknown",
    says: /providers disagree: two nodes are 40 blocks apart/,
    cell: ["BTC", "unknown unknown unknown unknown"],
  },
  down: {
    verdict: "Unknown. Do not send.",
    title: "Every chain: trading, deposits, signing and liquidity unknown",
    says: /^Could not be verified \(no node gave a usable answer\)\. Do not send funds; retry after 15 s\.$/,
    cell: ["BTC", "unknown unknown unknown unknown"],
  },
};

for (const name of sceneNames) {
  test(`status page: ${name}`, async () => {
    const { view, nowMs } = await readScene(name);
    const { verdict, title, says, cell } = table[name];
    expect(view.verdict).toBe(verdict);
    expect(view.notes.map((note) => note.title)).toEqual(title === null ? [] : [title]);
    if (says) expect(view.notes[0]?.text).toMatch(says);
    const row = view.chains.find((one) => one.chain === cell[0]);
    expect(row?.verdicts.map((one) => one.word).join(" ")).toBe(cell[1]);
    expect(view.chains).toHaveLength(presets.thorchain.chains.length);
    expectSame(view, historyView({ ...noHistory, startedMs: nowMs }, nowMs, presets.thorchain));
  });
}

test("a halt has its parameters, and a pause its last block", async () => {
  const grounds = async (name: SceneName) => (await readScene(name)).view.notes[0]?.grounds;
  const { reading } = await readScene("chain_halted");
  const height = reading.clock.height as number;
  expect(await grounds("chain_halted")).toEqual([{ name: "HALTLTCTRADING", words: "in force" }]);
  expect(await grounds("paused_until")).toEqual([
    { name: "NODEPAUSECHAINGLOBAL", words: `in force until block ${height + 500}` },
  ]);
  expect(await grounds("signing_halted")).toEqual([{ name: "HALTSIGNINGBTC", words: "in force" }]);
  // A fact that was not just read has no block.
  expect(await grounds("halted_then_stopped")).toEqual([{ name: "HALTTRADING", words: "in force when last read" }]);
});

test("on a strict network signing keys have no height", async () => {
  const { view } = await readScene("chain_halted", "mayachain", (world, height) => {
    delete world.mimir.HALTLTCTRADING;
    world.mimir.HALTDASHTRADING = height - 50;
    world.mimir.HALTSIGNINGBTC = height - 20;
  });
  expect(view.notes.map(({ title, grounds }) => [title, grounds])).toEqual([
    ["Dash (DASH): trading, deposits and liquidity halted", [{ name: "HALTDASHTRADING", words: "in force" }]],
    ["Bitcoin (BTC): signing halted", [{ name: "HALTSIGNINGBTC", words: "in force" }]],
  ]);
});

test("scheduled halts have their effect, their block and an estimate, soonest first", async () => {
  const { view, reading } = await readScene("scheduled");
  const height = reading.clock.height as number;
  expect(view.scheduled).toEqual([
    {
      parameter: "HALTDOGETRADING",
      what: "Trading on Dogecoin (DOGE)",
      height: String(height + 600),
      about: "2027-01-15 10:40 UTC",
    },
    {
      parameter: "HALTSIGNING",
      what: "Signing on every chain",
      height: String(height + 900),
      about: "2027-01-15 11:10 UTC",
    },
  ]);
  const states = (chain: string) => view.chains.find((row) => row.chain === chain)?.verdicts.map((one) => one.state);
  expect(states("DOGE")).toEqual(["scheduled", "scheduled", "scheduled", "scheduled"]);
  expect(states("BTC")).toEqual(["open", "open", "scheduled", "open"]);
});

test("figures have units, a missing figure is unknown, and unread data has no figure", async () => {
  const { view } = await readScene("open");
  const row = (chain: string) => view.chains.find((one) => one.chain === chain);
  expect(row("BTC")).toMatchObject({
    outboundFee: "0.00001103 BTC ($0.88)",
    dustThreshold: "0.00001 BTC",
    blockTime: "10 minutes",
  });
  expect(row("LTC")?.outboundFee).toBe("0.006 LTC (price not known)");
  expect(row("THOR")?.dustThreshold).toBe("none");
  const down = (await readScene("down")).view;
  for (const one of down.chains) {
    expect(one.outboundFee).toBe("not known");
    expect(["not known", "none"]).toContain(one.dustThreshold);
  }
  expect(down.block).toBeNull();
  expect(down.sources).toBe("Read from 0 of 2 nodes and 0 of 1 indexer.");
});

test("what stops a sender comes before what stops only a payout or liquidity", () => {
  const view = statusView(status, presets.thorchain, Date.UTC(2026, 10, 20));
  expect(view.verdict).toBe("Open, with 2 exceptions");
  expect(view.notes.map((note) => note.title)).toEqual([
    "Cosmos Hub (GAIA): trading and deposits halted",
    "Dogecoin (DOGE): signing halted",
    "Bitcoin (BTC): liquidity halted",
  ]);
});

test("another chain is suggested only while the network is open, and permanent ends get no advice to wait", () => {
  const networks: Readonly<Record<Judgement["verdict"], Judgement>> = {
    open: { verdict: "open", haltedBy: [], reason: null },
    halted: { verdict: "halted", haltedBy: ["HALTTRADING"], reason: null },
    unknown: { verdict: "unknown", haltedBy: [], reason: { code: "stale", text: "block is 42 s old" } },
  };
  const way = (verdict: Judgement["verdict"], haltedBy: readonly string[]) => {
    const halted: Judgement = { verdict: "halted", haltedBy, reason: null };
    const ltc = status.chains.find(({ chain }) => chain === "LTC") ?? status.chains[0];
    const chain = { ...(ltc as ChainReading), chain: "LTC", trading: halted, deposits: halted };
    const note = chainNote(chain, networks[verdict], presets.thorchain);
    return /would be left\. (.*)$/.exec(note?.sentences[0] ?? "")?.[1];
  };
  expect(way("open", ["HALTLTCTRADING"])).toBe("Wait, or use another chain.");
  expect(way("halted", ["HALTLTCTRADING"])).toBe("Wait until trading is open again.");
  expect(way("unknown", ["HALTLTCTRADING"])).toBe("Wait: whether another chain is open is not known.");
  expect(way("open", ["HALTLTCTRADING", "RAGNAROK-LTC-LTC"])).toBe(
    "Trading there has ended for good: use another chain.",
  );
  for (const verdict of ["halted", "unknown"] as const)
    expect(way(verdict, ["RAGNAROK-LTC-LTC"])).toBe("Trading there has ended for good.");
  // A halt of one asset of the chain, or of another chain.
  for (const name of ["RAGNAROK-LTC-OTHER", "RAGNAROK-BTC-BTC"])
    expect(way("open", [name])).toBe("Wait, or use another chain.");
});

test("no note says that something works which is not known to be open", () => {
  const unread: Judgement = { verdict: "unknown", haltedBy: [], reason: { code: "stale", text: "block is 42 s old" } };
  const paused: Judgement = { verdict: "halted", haltedBy: ["PAUSELP"], reason: null };
  const open: Judgement = { verdict: "open", haltedBy: [], reason: null };
  const note = (changes: Partial<ChainReading>) => {
    const chain = { ...(status.chains[2] as ChainReading), ...changes };
    return chainNote(chain, open, presets.thorchain)?.sentences.join(" ") ?? "";
  };
  expect(note({ liquidity: paused })).toBe("Liquidity can be neither added nor withdrawn. Swaps and payouts go on.");
  for (const changes of [{ trading: unread, deposits: unread }, { signing: unread }, { signing: paused }]) {
    expect(note({ ...changes, liquidity: paused })).not.toContain("go on");
  }
  expect(note({ signing: paused })).toContain("Send only if you can wait.");
  expect(note({ signing: paused, trading: unread, deposits: unread })).not.toContain("Send only");
  const views = [
    { trading: unread, deposits: unread, liquidity: paused },
    { liquidity: paused },
    { signing: unread },
  ].map((changes, index) => ({ ...(status.chains[index + 4] as ChainReading), signing: open, ...changes }));
  const { notes } = statusView({ ...status, chains: views.reverse() }, presets.thorchain, Date.UTC(2026, 10, 20));
  expect(notes.map((one) => one.title.split(": ")[1])).toEqual([
    "liquidity halted, trading and deposits unknown",
    "signing unknown",
    "liquidity halted",
  ]);
});

test("providers are named by kind and number", async () => {
  const { view } = await readScene("open");
  expect(view.providers).toMatchObject([
    { name: "Node 1", ok: true, word: "in use", lag: "0 blocks" },
    { name: "Node 2", ok: true, word: "in use", lag: "0 blocks" },
    { name: "Indexer 1", ok: true, word: "in use", lag: "1 block" },
  ]);
  for (const name of sceneNames) expect(JSON.stringify((await readScene(name)).view)).not.toMatch(/secret|base\b|http/);
});

test("a reading without chains and a hostile chain code do not change the layout", async () => {
  const nowMs = Date.UTC(2026, 10, 20);
  const failed = statusView(await failedNetwork.getStatus(), presets.thorchain, nowMs);
  expect(failed.verdict).toBe("Unknown. Do not send.");
  expectSame(failed, historyView(noHistory, nowMs, presets.thorchain));
  const chains = status.chains.map((chain) => ({ ...chain, chain: `<b>|\`${chain.chain}` }));
  const hostile = statusView({ ...status, advice: "a | b <i>", chains }, presets.thorchain, nowMs);
  const html = renderToStaticMarkup(
    createElement(StatusDocument, { view: hostile, history: historyView(noHistory, nowMs, presets.thorchain) }),
  );
  expect(html).not.toMatch(/<b>|<i>/);
});
