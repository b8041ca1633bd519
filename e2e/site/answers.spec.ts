// "Can I send?" and "Can I receive?" on /status, at each limit of time; and the colour of every sign.
import { expect, test } from "@playwright/test";
import { quoteShape, signShapes } from "../../lib/answers/sign-shape.ts";
import { chainRowAnswers } from "../../lib/answers/status/chain-answers.ts";
import { signStates } from "../../lib/protocol/model/network-status.ts";
import { because } from "../../lib/protocol/model/reasons.ts";
import type { SwapReading } from "../../lib/protocol/model/swap.ts";
import { type Clock, unreadClock } from "../../lib/protocol/model/verdicts.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { filterOptions, findAnswer } from "../../lib/site/live/assets/options.ts";
import { getSizes } from "../../lib/site/live/quote/sizes.ts";
import { iconSvg, isIconName, stateColours } from "../../lib/site/live/state-icon.ts";
import { chainBadge, getChainHead } from "../../lib/site/live/status/chain.ts";
import { statusAging } from "../../lib/site/live/status/page.ts";
import { trackPage } from "../../lib/site/live/track/page.ts";
import { parseTrackQuery } from "../../lib/site/live/track/query.ts";
import { silence } from "../support/changes.ts";
import { createSampleNetwork } from "../support/sample-network.ts";
import { createWorld, toBlock, type World } from "../support/world.ts";

const NOW = Date.UTC(2026, 10, 20, 3, 12, 33);
const MINUTE = 10;
const HOUR = 600;
const BEFORE_MS = 6_000_000;
function createLater(change: (world: World) => void): World {
  const world = createWorld({ nodes: 2, indexers: 1 });
  world.nowMs += BEFORE_MS;
  change(world);
  return world;
}

/** Of one chain, with halts that act so many blocks from now. */
async function readAnswers(chain: string, halts: Readonly<Record<string, number>>) {
  const world = createLater((one) => {
    for (const [key, blocks] of Object.entries(halts))
      one.mimir[key] = toBlock(one).height + blocks;
  });
  const reading = await world.network.getStatus();
  const row = reading.chains.find((one) => one.chain === chain);
  const answers = row && chainRowAnswers(row, reading, world.preset, world.nowMs);
  return answers?.map(({ state, text }) => `${text.startsWith("yes") ? "yes" : "no"} ${state}`);
}
const [YES, SOON, NO] = ["yes open", "yes scheduled", "no halted"] as const;

type Row = readonly [
  what: string,
  chain: string,
  halts: Readonly<Record<string, number>>,
  send: string,
  receive: string,
  liquidity?: string,
];
/** The words of each answer: said. */
const rows: readonly Row[] = [
  ["trading within half an hour", "ETH", { HALTTRADING: 30 * MINUTE }, NO, NO, SOON],
  ["trading after half an hour", "ETH", { HALTTRADING: 31 * MINUTE }, SOON, SOON, SOON],
  ["within six blocks of a slow chain", "BTC", { HALTBTCTRADING: 60 * MINUTE }, NO, SOON, SOON],
  ["after six blocks of a slow chain", "BTC", { HALTBTCTRADING: 61 * MINUTE }, SOON, SOON, SOON],
  ["within the longest swap", "ETH", { HALTETHCHAIN: 24 * HOUR }, SOON, SOON, SOON],
  ["after the longest swap", "ETH", { HALTETHCHAIN: 25 * HOUR }, YES, YES, YES],
  ["payouts within half an hour", "BTC", { HALTSIGNINGBTC: 30 * MINUTE }, SOON, NO],
  ["payouts after half an hour", "BTC", { HALTSIGNINGBTC: 31 * MINUTE }, SOON, SOON],
  ["all payouts within half an hour", "ETH", { HALTSIGNING: 30 * MINUTE }, NO, NO],
  ["the first of two", "BTC", { HALTBTCCHAIN: 25 * HOUR, HALTTRADING: 2 * HOUR }, SOON, SOON, SOON],
];
for (const [what, chain, halts, send, receive, liquidity = YES] of rows)
  test(`${chain} where this halts: ${what}`, async () =>
    expect(await readAnswers(chain, halts)).toEqual([send, receive, liquidity]));

test("a badge has the colour of its state for a minute, and lists of links tell no state", async () => {
  const halts = { HALTETHTRADING: "#0b6b45", HALTLTCTRADING: "#b3201a", HALTSIGNINGLTC: "#f4b92f" };
  for (const [key, colour] of Object.entries({ ...halts, silent: "#f4b92f" })) {
    const { network, preset } = createLater((world) => {
      if (key === "silent") silence(world, "node0", "node1");
      else world.mimir[key] = 1;
    });
    const svg = chainBadge(await network.getStatus({ chain: "LTC" }), "LTC", preset);
    expect(/fill="([^"]*)"/.exec(svg)?.[1], key).toBe(colour);
    expect(svg.match(/visibility="(\w+)"[\s\S]*?begin="60s"/g)).toHaveLength(2);
    const [, title, text] = /<title>([^<]*)<[\s\S]*?<text[^>]*>([^<]*)</.exec(svg) ?? [];
    expect(title).toBe(text);
  }
  const { title, description } = getChainHead("LTC");
  expect([title, description].join(), "they are read much later").not.toMatch(
    /\b(?:open|halted|yes|no)\b/,
  );
});

test("the oldest of the four readings dates the table of the fee guide", async () => {
  const { network, preset, nowMs } = createLater(() => undefined);
  const readAge = async (second: number | null) => {
    const agesMs = [4_000, second, 6_000, 5_000];
    const getQuote: typeof network.getQuote = async (request) => {
      const ageMs = agesMs.shift() ?? null;
      const quote = await network.getQuote(request);
      if (ageMs === null) return { ...quote, clock: unreadClock };
      const { height, blockTimeMs } = quote.clock;
      if (height === null) throw new Error("the sample has a block");
      return {
        ...quote,
        clock: { freshness: "fresh", height, blockTimeMs, ageMs, reason: null },
      };
    };
    const setup = { preset, now: () => nowMs, origin: "https://swap.example" };
    return (await getSizes({ ...setup, network: { ...network, getQuote } })).ageSeconds;
  };
  expect([await readAge(9_000), await readAge(null)]).toEqual([9, null]);
});

test("what says not to send grows old from its reading, and all else from its block", async () => {
  for (const key of ["HALTTRADING", "NOTHING"]) {
    const world = createLater((one) => Object.assign(one.mimir, { [key]: 1 }));
    world.frozenAtMs = world.nowMs;
    world.nowMs += 5_000;
    const reading = await world.network.getStatus();
    expect(reading.clock.blockTimeMs).toBe(world.frozenAtMs);
    const { observedMs } = statusAging(reading, world.nowMs);
    expect(observedMs).toBe(key === "NOTHING" ? world.frozenAtMs : world.nowMs);
  }
});

const swapIcon = (reading: SwapReading) => {
  const preset = presets.sample;
  const query = parseTrackQuery(new URLSearchParams(), preset);
  return trackPage({ preset, nowMs: NOW, query, reading, samples: [] }).swap?.icon;
};
test("a swap is green only once it is paid out, and out of date where one not over was read late", async () => {
  const network = createSampleNetwork({ now: () => NOW });
  for (const { txid, state } of sampleTransactions) {
    const reading = await network.getSwap(txid, null);
    expect([txid, swapIcon(reading) === "open"]).toEqual([txid, state === "done"]);
  }
  const clock: Clock = {
    ...{ freshness: "stale", height: 1, blockTimeMs: NOW - 61_000, ageMs: 61_000 },
    reason: because("newest_block_late", { seconds: 61 }),
  };
  for (const { txid } of sampleTransactions) {
    const reading = await network.getSwap(txid, null);
    const isOutOfDate = swapIcon({ ...reading, clock }) === "stale";
    expect([txid, isOutOfDate]).toEqual([txid, !reading.terminal]);
  }
});

const shapes: Readonly<Record<string, string>> = {
  open: "open",
  halted: "halted",
  warned: "partly_halted payouts_wait swaps_wait halts_soon warned",
  unknown: "sources_disagree not_checked",
};
for (const [shape, states] of Object.entries(shapes))
  test(`the sign is ${shape} for ${states}`, () =>
    expect(signStates.filter((state) => signShapes[state] === shape).sort()).toEqual(
      states.split(" ").sort(),
    ));

test("a warning is red where the swap costs a tenth", () => {
  const shown = [999, 1_000, null].map((bps) => quoteShape("warned", bps));
  expect(shown).toEqual(["warned", "costly", "warned"]);
  expect([quoteShape("open", 1_000), quoteShape("halted", 1_000)]).toEqual(["open", "halted"]);
});

test("icons of one colour differ in shape, and open looks like no other", () => {
  const names = Object.keys(stateColours).filter(isIconName);
  const looks = names
    .filter((name) => name !== "costly")
    .map((name) => iconSvg(name).replace(/ color="[^"]*"/, ""));
  expect(new Set(looks).size).toBe(names.length - 1);
  expect(names.filter((name) => stateColours[name][0] === stateColours.open[0])).toEqual(["open"]);
  expect(["scheduled", "toString", ""].some(isIconName)).toBe(false);
});

const options = ["BTC.BTC", "ETH.USDC", "ETH.ETH", "BASE.ETH", "TRON.USDT-TR7NHQ"].map((value) => ({
  value,
  label: value.replace(/(\w+)\.(\w+).*/, "$2 on $1"),
}));
test("the list of assets has those whose words begin as typed, and first those of that ticker", () => {
  const found = (typed: string) =>
    filterOptions(options, typed)
      .map(({ value }) => value)
      .join(" ");
  expect(["USDT (tron)", "eth", "sdt", "ВТС"].map(found)).toEqual([
    ...["TRON.USDT-TR7NHQ", "ETH.ETH BASE.ETH ETH.USDC", "", ""],
  ]);
});

test("an option has the verdict of its asset, and none of two that share its name", () => {
  const [one, other] = [{ asset: "ETH.USDC-0XA" }, { asset: "ETH.USDC-0XB" }];
  expect(findAnswer([one], { value: "ETH.USDC" })).toBe(one);
  expect(findAnswer([one, other], { value: "ETH.USDC" })).toBeUndefined();
  expect(findAnswer([one, other], { value: "ETH.USDC-0XB" })).toBe(other);
});
