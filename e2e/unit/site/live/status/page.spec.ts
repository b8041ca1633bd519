// /status in every state: what it says and what to do, and that the page and its Markdown say the same.
import { expect, test } from "@playwright/test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StatusDocument } from "../../../../../app/status/status-document.tsx";
import { getNetworkStatus } from "../../../../../lib/mcp/tools/get-network-status.ts";
import type { ChainReading } from "../../../../../lib/protocol/model/network-status.ts";
import type { Judgement } from "../../../../../lib/protocol/model/verdicts.ts";
import {
  chainReasons,
  clockReasons,
  nodeReasons,
} from "../../../../../lib/protocol/safety/reasons.ts";
import { payoutsHalted, sentenceOf } from "../../../../../lib/protocol/safety/sentences.ts";
import { partsWait } from "../../../../../lib/protocol/safety/sign.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { statusMarkdown } from "../../../../../lib/site/live/status/blocks.ts";
import { statusDocument } from "../../../../../lib/site/live/status/document.ts";
import { statusView, unknownArguments } from "../../../../../lib/site/live/status/view.ts";
import { readText } from "../../../../../lib/site/live/status/words.ts";
import { failedNetwork, status } from "../../../mcp/fake-network.ts";
import { expectSame } from "./parity.ts";
import { readScene, type SceneName, sceneNames } from "./scenes.ts";

const NO = "no, halted";
const PAUSED = "no, paused";
const refunded =
  "Do not send. A deposit sent now is refunded, and the refund costs the outbound fee. If less than the dust threshold would be left, nothing comes back.";
const rejected =
  "Do not send. The network rejects a deposit sent now. The amount stays with the sender, who pays only the network fee.";
const again = "Do not send funds. Ask again in 6 seconds.";
const soon = "yes, halts in 1 hour";

/** For each state: the sign, its explanation, and one typical row. */
const table: Record<
  SceneName,
  {
    sign: [state: string, headline: string];
    title: string | null;
    says: string | null;
    native?: string;
    row: readonly string[];
  }
> = {
  open: {
    sign: ["open", "The network is open"],
    title: null,
    says: null,
    row: ["BTC", "yes", "yes", "yes"],
  },
  halted: {
    sign: ["halted", "Halted. Do not send."],
    title: "Every chain except THORChain: halted",
    says: `${refunded} Wait until trading runs again.`,
    native: `${rejected} Wait until trading runs again.`,
    row: ["BTC", NO, NO, PAUSED],
  },
  chain_halted: {
    sign: ["warned", "Litecoin is halted"],
    title: "Litecoin: halted",
    says: `${refunded} Wait, or use another chain.`,
    row: ["LTC", NO, NO, PAUSED],
  },
  chain_halted_by_a_flag: {
    sign: ["warned", "Litecoin is halted"],
    title: "Litecoin: halted",
    says: "Do not send. How far the halt goes is not known. A deposit sent now may be refunded, or not be seen until the chain runs again. Wait, or use another chain.",
    row: ["LTC", NO, NO, PAUSED],
  },
  chain_stands_still: {
    sign: ["warned", "Dogecoin is halted"],
    title: "Dogecoin: halted",
    says: "Do not send. The network does not watch this chain now. It sees no deposit and pays nothing out there until the halt ends. Wait, or use another chain.",
    row: ["DOGE", NO, NO, PAUSED],
  },
  signing_halted: {
    sign: ["warned", "Payouts wait on Bitcoin"],
    title: "Bitcoin: payouts wait",
    says: "Payouts and refunds on this chain wait. Send only if you can wait.",
    row: ["BTC", "yes", "no, payouts wait", "yes"],
  },
  trading_and_signing_halted: {
    sign: ["warned", "Ethereum is halted"],
    title: "Ethereum: halted",
    says: `${refunded} The refund waits until payouts run again. Wait, or use another chain.`,
    row: ["ETH", NO, NO, PAUSED],
  },
  liquidity_paused: {
    sign: ["open", "The network is open"],
    title: "Bitcoin Cash: liquidity paused",
    says: "Nobody can add or withdraw liquidity now. Swaps and payouts go on.",
    row: ["BCH", "yes", "yes", PAUSED],
  },
  halted_by_a_flag_and_pool_paused: {
    sign: ["warned", "Bitcoin is halted"],
    title: "Bitcoin: halted",
    says: "Do not send. How far the halt goes is not known. A deposit sent now may be refunded, or not be seen until the chain runs again. Wait, or use another chain.",
    row: ["BTC", NO, NO, PAUSED],
  },
  pools_paused: {
    sign: ["open", "The network is open"],
    title: null,
    says: null,
    row: ["BTC", "yes", "yes", "not to BTC"],
  },
  paused_until: {
    sign: ["halted", "Halted. Do not send."],
    title: "Every chain except THORChain: halted",
    says: "Do not send. The network does not watch this chain now. It sees no deposit and pays nothing out there until the halt ends. Wait until trading runs again.",
    native: `${rejected} Wait until trading runs again.`,
    row: ["BTC", NO, NO, PAUSED],
  },
  scheduled: {
    sign: ["warned", "Halts soon: Dogecoin in 1 hour (10:40 UTC)"],
    title: null,
    says: null,
    row: ["DOGE", soon, soon, soon],
  },
  parts_wait: {
    sign: ["warned", "Swaps of several parts wait"],
    title: null,
    says: null,
    row: ["BTC", "yes", "yes", "yes"],
  },
  row_missing: {
    sign: ["open", "The network is open"],
    title: "Solana: not listed",
    says: `${sentenceOf(chainReasons.notListed)} Do not send there.`,
    row: ["SOL", "not listed", "not listed", "not listed"],
  },
  address_disputed: {
    sign: ["unknown", "Sources disagree on Bitcoin"],
    title: "Bitcoin: sources disagree",
    says: `${sentenceOf(chainReasons.differs("address"))} ${again}`,
    row: ["BTC", "sources disagree", "sources disagree", "sources disagree"],
  },
  stale: {
    sign: ["unknown", "Not checked. Do not send."],
    title: "Every chain: not checked",
    says: `${sentenceOf(clockReasons.late(42))} ${again}`,
    row: ["BTC", "not checked", "not checked", "not checked"],
  },
  stopped: {
    sign: ["unknown", "Not checked. Do not send."],
    title: "Every chain: not checked",
    says: `${sentenceOf(clockReasons.stopped(300))} ${again}`,
    row: ["BTC", "not checked", "not checked", "not checked"],
  },
  halted_then_stopped: {
    sign: ["halted", "Halted when last read. Do not send."],
    title: "Every chain except THORChain: halted",
    says: `${refunded} We could not check whether the refund is paid out now. Wait until trading runs again. Halted when last read, 100 seconds ago. We cannot check right now. The newest block is 100 seconds old, so the network may have stopped, or our clock is wrong.`,
    native: `${rejected} Wait until trading runs again. Halted when last read, 100 seconds ago. We cannot check right now. The newest block is 100 seconds old, so the network may have stopped, or our clock is wrong.`,
    row: ["BTC", NO, NO, PAUSED],
  },
  disagree: {
    sign: ["unknown", "Sources disagree. Do not send."],
    title: "Every chain: sources disagree",
    says: `${sentenceOf(nodeReasons.apart(40))} ${again}`,
    row: ["BTC", "sources disagree", "sources disagree", "sources disagree"],
  },
  down: {
    sign: ["unknown", "Not checked. Do not send."],
    title: "Every chain: not checked",
    says: `${sentenceOf(nodeReasons.noneUsable)} Do not send funds. Ask again in 15 seconds.`,
    row: ["BTC", "not checked", "not checked", "not checked"],
  },
};

for (const name of sceneNames) {
  test(`status page: ${name}`, async () => {
    const { view } = await readScene(name);
    const { sign, title, says, native, row } = table[name];
    expect([view.sign.shape, view.sign.headline]).toEqual(sign);
    const own = native === undefined ? [] : [["THORChain: halted", native]];
    const notes = title === null ? [] : [...own, [title, says]];
    expect(view.notes.map((note) => [note.title, note.text])).toEqual(notes);
    const shown = view.chains.find((one) => one.chain === row[0]);
    expect(shown?.answers.map((one) => one.word)).toEqual(row.slice(1));
    expect(view.chains).toHaveLength(presets.thorchain.chains.length);
    // Who must not send anyway is not asked to look again before.
    expect(view.again === null).toBe(view.sign.headline.includes("Do not send"));
    // What the headline says is not said again below it.
    for (const word of ["Not checked", "Sources disagree"])
      expect(`${view.sign.headline} ${view.told}`.split(word).length, word).toBeLessThanOrEqual(2);
    const { clockReason } = view;
    const told = `${view.told} ${readText(view)}`;
    if (name === "down") {
      expect(told).toMatch(
        / None of our 2 nodes gives a usable answer\. Last check: \d{4}-\d\d-\d\d \d\d:\d\d.UTC\.$/,
      );
    } else if (clockReason !== null) expect(told.split(clockReason)).toHaveLength(2);
    expectSame(view);
  });
}

test("the sign has a line for each trouble, and what the lines leave out stands with the notes, in both forms", async () => {
  const { view } = await readScene("signing_halted");
  const texts = ["Bitcoin: payouts wait", `${presets.thorchain.chains.length - 1} others: open`];
  expect(view.lines.map(({ text }) => text)).toEqual(texts);
  expect(view.told).toBe("Read the deposit address right before you send.");
  const waits = `${payoutsHalted("Bitcoin")} They wait with no end date.`;
  expect(view.troubles).toContain(waits);
  const [sign = "", rest = ""] = statusMarkdown(view).split("## Chain by chain");
  expect(sign).toContain(texts.map((text) => `- ${text}\n`).join(""));
  expect([sign.includes(waits), rest.includes(waits)]).toEqual([false, true]);
});

test("the sign says not to swap where a line is halted or in doubt, and keeps what no line tells", async () => {
  const act = "Read the deposit address right before you send.";
  const barred = "Do not swap from or to what is halted or not checked.";
  expect((await readScene("chain_halted")).view.told).toBe(`${barred} ${act}`);
  expect((await readScene("address_disputed")).view.told).toBe(`${barred} ${act}`);
  expect((await readScene("scheduled")).view.told).toBe(act);
  const { view } = await readScene("chain_halted", "thorchain", (world) => {
    world.mimir.STREAMINGSWAPPAUSE = 1;
  });
  expect(view.told).toBe(`${barred} ${partsWait.text} ${act}`);
  // Without lines, the sign says all itself.
  for (const name of ["open", "halted", "stopped", "disagree", "down", "parts_wait"] as const) {
    const { lines, told, troubles } = (await readScene(name)).view;
    expect([lines, told === "", troubles], name).toEqual([[], false, ""]);
  }
});

test("a time has a line for the reader's clock, which a script fills", async () => {
  const { view } = await readScene("scheduled");
  const html = renderToStaticMarkup(createElement(StatusDocument, { view }));
  expect(
    html.match(
      /<time [^>]*>[^<]*<\/time>[^<]*<span class="local" data-markdown-ignore=""><\/span><\/li>/g,
    ),
  ).toHaveLength(2);
  expect(html).toMatch(
    /Checked at <time .*\.<\/time><span class="local" data-markdown-ignore=""><\/span><\/p>/,
  );
});

test("no name of a parameter is on the page or in its twin: JSON and the tools have them", async () => {
  for (const name of sceneNames) {
    const { view, reading } = await readScene(name);
    const html = renderToStaticMarkup(createElement(StatusDocument, { view }));
    const texts = [html, statusMarkdown(view)];
    const parameters = Object.keys(reading.haltParameters);
    expect(
      parameters.filter((one) => texts.some((text) => text.includes(one))),
      name,
    ).toEqual([]);
  }
});

test("a pool that takes no liquidity is named at its chain, and other chains take it", async () => {
  const { view, network, reading, nowMs } = await readScene("pools_paused");
  const document = statusDocument(reading, presets.thorchain, { startedMs: nowMs, nowMs });
  const { structured } = await getNetworkStatus.run(network, {}, { networkName: "thorchain" });
  for (const { chains } of [document.network, structured] as {
    chains: { chain: string; halted_by: string[] }[];
  }[]) {
    const named = Object.fromEntries(chains.map((row) => [row.chain, row.halted_by]));
    expect(named.ETH).toEqual(["PAUSELPDEPOSIT-ETH-ETH", "PAUSELPDEPOSIT-ETH-USDC-0XA0B8"]);
    expect(named.LTC).toEqual([]);
  }
  const words = Object.fromEntries(view.chains.map(({ chain, answers }) => [chain, answers[2]]));
  const paused = "not to ETH and USDC on Ethereum";
  expect(words.ETH).toEqual({ state: "warned", word: paused, detail: paused });
  expect(words.LTC).toEqual({ state: "open", word: "yes", detail: "open" });
});

test("a pause of a pool that one source alone tells is in doubt, beside what is paused for certain", async () => {
  const { view } = await readScene("pools_paused", "thorchain", (world) => {
    const apart = "PAUSELPDEPOSIT-ETH-ETH";
    const isMeant = (name: string, { pathname }: URL) =>
      name === "node1" && pathname.endsWith("/mimir");
    world.mimir["PAUSELPDEPOSIT-BTC-BTC"] = 0;
    world.intercept = (name, url, reply) =>
      isMeant(name, url) ? { ...(reply as object), [apart]: 0 } : reply;
    world.mimir[apart] = 1;
  });
  const words = Object.fromEntries(view.chains.map(({ chain, answers }) => [chain, answers[2]]));
  const doubt = "not to USDC on Ethereum, sources disagree on ETH";
  expect(words.ETH).toEqual({ state: "unknown", word: doubt, detail: doubt });
  expect(words.BTC).toEqual({ state: "open", word: "yes", detail: "open" });
});

test("where one source alone tells a pause, the answer is no yes", async () => {
  const { view } = await readScene("open", "thorchain", (world) => {
    const isMeant = (name: string, { pathname }: URL) =>
      name === "node1" && pathname.endsWith("/mimir");
    const paused = { "PAUSELPDEPOSIT-ETH-ETH": 1 };
    world.intercept = (name, url, reply) =>
      isMeant(name, url) ? { ...(reply as object), ...paused } : reply;
  });
  const row = view.chains.find(({ chain }) => chain === "ETH");
  expect(row?.answers.map(({ word }) => word)).toEqual(["yes", "yes", "sources disagree on ETH"]);
});

test("on a strict network each halt has its note", async () => {
  const { view } = await readScene("chain_halted", "mayachain", (world, height) => {
    delete world.mimir.HALTLTCTRADING;
    world.mimir.HALTDASHTRADING = height - 50;
    world.mimir.HALTSIGNINGBTC = height - 20;
  });
  expect(view.notes.map(({ title }) => title)).toEqual(["Dash: halted", "Bitcoin: payouts wait"]);
});

test("scheduled halts have their effect and an estimate, soonest first, also at the chain", async () => {
  const { view, network, nowMs } = await readScene("scheduled");
  const doge = statusView(
    await network.getStatus({ chain: "DOGE" }),
    presets.thorchain,
    nowMs,
    [],
    "DOGE",
  );
  const means = "What is not swapped before such a halt waits, is refunded or is rejected.";
  expect(doge.told).toMatch(RegExp(`^${means}`));
  expect(doge.scheduledMeans).toMatch(/^Times are estimates/);
  expect(view.scheduled).toEqual([
    "Trading on Dogecoin halts in 1 hour (10:40 UTC).",
    "Payouts on every chain halt in 90 minutes (11:10 UTC).",
  ]);
  // The sign and the list say it.
  expect(view.troubles).toBe("");
  const payouts = "What is not paid out before payouts halt waits until they run again.";
  expect(view.scheduledMeans).toMatch(RegExp(`^${means} ${payouts} Times are`));
  const answers = (chain: string) => view.chains.find((row) => row.chain === chain)?.answers;
  expect(answers("DOGE")?.map(({ state }) => state)).toEqual([
    "scheduled",
    "scheduled",
    "scheduled",
  ]);
  expect(answers("BTC")).toEqual([
    { state: "open", word: "yes", detail: "open" },
    { state: "scheduled", word: "yes, halts in 90 minutes", detail: "halts in 90 minutes" },
    { state: "open", word: "yes", detail: "open" },
  ]);
});

test("a halt in force says from which block it acts, where its parameter names one", async () => {
  const { view, reading } = await readScene("chain_halted", "thorchain", (world, height) => {
    world.mimir.HALTLTCTRADING = height - 50;
    world.mimir.HALTSIGNINGBTC = 1;
    world.rows.ETH = { halted: true };
  });
  const block = (reading.clock.height ?? 0) - 50;
  expect(view.haltStarts).toEqual([
    `Trading on Litecoin is halted. The halt acts from block ${block}, 5 minutes ago (09:35 UTC), or from a later vote.`,
  ]);
  const [sentence = ""] = view.haltStarts;
  const html = renderToStaticMarkup(createElement(StatusDocument, { view }));
  expect(html.replace(/<[^>]*>/g, "").replace(/\s/g, " ")).toContain(sentence);
  expect(statusMarkdown(view)).toContain(`## When halts began\n\n- ${sentence}`);
});

test("figures have units, a missing figure is unknown, and unread data has no figure", async () => {
  const { view } = await readScene("open");
  const row = (chain: string) => view.chains.find((one) => one.chain === chain);
  expect(row("BTC")).toMatchObject({
    outboundFee: "0.00001103 BTC ($0.88)",
    dustThreshold: "0.00001 BTC",
    blockTime: "10 minutes",
    gasRate: "10 sat per byte",
  });
  const large = await readScene("open", "thorchain", ({ rows }) => {
    rows.BTC = { gas_rate: "750000" };
  });
  expect(large.view.chains.find(({ chain }) => chain === "BTC")?.gasRate).toBe(
    "750,000 sat per byte",
  );
  expect(row("LTC")?.outboundFee).toBe("0.006 LTC (price not known)");
  expect(row("THOR")).toMatchObject({ dustThreshold: "none", gasRate: "a flat fee" });
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
  expect(view.notes.map((note) => note.title)).toEqual([
    "Cosmos Hub: halted",
    "Dogecoin: payouts wait",
    "Bitcoin: liquidity paused",
  ]);
});

test("notes stand by what they stop: sending, payouts, liquidity", () => {
  const unread: Judgement = { verdict: "unknown", haltedBy: [], reason: clockReasons.late(42) };
  const paused: Judgement = { verdict: "halted", haltedBy: ["PAUSELP"], reason: null };
  const open: Judgement = { verdict: "open", haltedBy: [], reason: null };
  const views = [
    { trading: unread, deposits: unread, liquidity: paused },
    { liquidity: paused },
    { signing: unread },
  ].map((changes, index) => ({
    ...(status.chains[index + 4] as ChainReading),
    signing: open,
    ...changes,
  }));
  const { notes } = statusView(
    { ...status, chains: views.reverse() },
    presets.thorchain,
    Date.UTC(2026, 10, 20),
  );
  expect(notes.map((one) => one.title.split(": ")[1])).toEqual([
    "not checked",
    "payouts not checked",
    "liquidity paused",
  ]);
});

test("a page that says not to send grows old from its reading, any other from its block", async () => {
  for (const name of sceneNames) {
    const { view, reading, nowMs } = await readScene(name);
    const { agesFromMs, observedMs, readMs } = view.aging;
    expect(observedMs, name).toBe(reading.clock.blockTimeMs ?? nowMs);
    expect(readMs, name).toBe(nowMs);
    expect(agesFromMs, name).toBe(
      view.sign.headline.includes("Do not send") ? nowMs : reading.clock.blockTimeMs,
    );
  }
});

test("a note on nearly every chain names the others, which is shorter", () => {
  const open: Judgement = { verdict: "open", haltedBy: [], reason: null };
  const late: Judgement = {
    verdict: "unknown",
    haltedBy: [],
    reason: { code: "stale", text: "the block is old" },
  };
  const titleOf = (excepted: number) => {
    const chains = status.chains.map((chain, index): ChainReading => {
      const trading = index < excepted ? open : late;
      return { ...chain, trading, deposits: trading, signing: open, liquidity: open };
    });
    return statusView({ ...status, chains }, presets.thorchain, Date.UTC(2026, 10, 20)).notes[0]
      ?.title;
  };
  expect(titleOf(0)).toBe("Every chain: not checked");
  expect(titleOf(1)).toBe("Every chain except THORChain: not checked");
  expect(titleOf(2)).toBe("Every chain except THORChain and Bitcoin: not checked");
  expect(titleOf(3)).toMatch(/^BNB Smart Chain, .*: not checked$/);
});

test("no address of a source is in the view", async () => {
  for (const name of sceneNames)
    expect(JSON.stringify((await readScene(name)).view)).not.toMatch(/secret|base\b|http/);
});

test("what the address asks for and the page does not take is told first, in both forms", async () => {
  const { reading, nowMs } = await readScene("open");
  const view = (query: string) =>
    statusView(reading, presets.thorchain, nowMs, unknownArguments(new URLSearchParams(query)));
  const asked = view("chain=DOGE&fields=fees&utm_source=x");
  const texts = ["chain", "fields"].map(
    (name) => `Unknown argument ${name}. None is taken here. This page shows every chain.`,
  );
  expect(asked.unknownArguments).toEqual(texts);
  expectSame(asked);
  expect(statusMarkdown(asked)).toMatch(
    new RegExp(`^# Network status\n\n${texts.join("\n\n")}\n\n\\*\\*`),
  );
  for (const query of ["", "utm_source=x&fbclid=y"])
    expect(view(query).unknownArguments).toEqual([]);
});

test("a reading without chains and a hostile chain code do not change the layout", async () => {
  const nowMs = Date.UTC(2026, 10, 20);
  const failed = statusView(await failedNetwork.getStatus(), presets.thorchain, nowMs);
  expect(failed.sign.headline).toBe("Not checked. Do not send.");
  expectSame(failed);
  const chains = status.chains.map((chain) => ({ ...chain, chain: `<b>|\`${chain.chain}` }));
  const hostile = statusView(
    { ...status, advice: ["a | b <i>"], chains },
    presets.thorchain,
    nowMs,
  );
  const html = renderToStaticMarkup(createElement(StatusDocument, { view: hostile }));
  expect(html).not.toMatch(/<b>|<i>/);
});
