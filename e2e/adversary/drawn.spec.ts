// Malicious upstreams and a hostile client against the whole reader, drawn by lot: what they want to be told must never be told.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { QuoteReading } from "../../lib/protocol/model/quote.ts";
import type { Network } from "../../lib/protocol/network.ts";
import { InputError } from "../../lib/protocol/values/input-error.ts";
import { chainHalt, tradingHalt } from "../support/halt-key.ts";
import { countRuns } from "../support/runs.ts";
import { createSharedWorld } from "../support/shared-world.ts";
import { down, endPast, status, type World } from "../support/world.ts";
import { cacheLies, createCacheLiar } from "./cache-liar.ts";
import {
  evilAsset,
  forgedTxid,
  indexerLies,
  type Lie,
  nodeLies,
  repeatAsOfNow,
  thief,
  unseen,
  whenAlone,
} from "./liar.ts";

/** What was told within this time may still be told. */
const WINDOW_MS = 6_000;
/** A block of this age may be told as fresh, so what a node behind holds may be told so long. */
const FRESH_MS = 30_000;
/** How far this machine's clock may be wrong without any block's time being refused. */
const SKEW_MS = 5_000;
const destination = `0x${"ab".repeat(20)}`;
const swap = { from: "BTC", to: "ETH.ETH", amount: "1" };
const trueOutput = 1_739_654_000n;

const questions = ["status", "inbounds", "quote", "swap", "pools", "hostile quote"] as const;
type Question = (typeof questions)[number];

const nulls = (count: number) => Array<null>(count).fill(null);
/**
 * Milliseconds that pass, what becomes of the truth, of the network, of our processes and of their cache, whether the honest nodes have a
 * moment of trouble, and what is asked of which process. At one of its calls a process may stand still, and the truth changes meanwhile.
 */
const steps = fc.array(
  fc.record({
    passMs: fc.constantFrom(0, 500, 3_000, 6_000, 6_000, 12_000, 40_000),
    halt: fc.constantFrom(...nulls(3), tradingHalt("BTC"), "HALTTRADING", chainHalt("ETH"), "none"),
    churn: fc.integer({ min: 0, max: 9 }),
    turn: fc.constantFrom(...nulls(12), "restart", "network stops", "network goes on"),
    trouble: fc.constantFrom("none", "none", "none", "one call", "all calls"),
    process: fc.nat({ max: 2 }),
    cacheLie: fc.constantFrom(...nulls(8), ...cacheLies),
    frozen: fc.option(
      fc.record({
        atCall: fc.integer({ min: 1, max: 24 }),
        ms: fc.constantFrom(7_000, 60_000, 3_600_000, 86_400_000),
      }),
      { freq: 6 },
    ),
    /** How far one honest node is behind from now on, and at how many times the chain's pace it follows. Null: as before. */
    lag: fc.option(
      fc.record({
        ms: fc.constantFrom(0, 0, 0, 12_000, 60_000, 360_000, 7_200_000),
        pace: fc.constantFrom(0, 0.1, 1, 1, 20),
      }),
      { freq: 3 },
    ),
    /** A clock that is late by a minute makes a block of a minute ago one of now: no block tells. */
    clockErrorMs: fc.constantFrom(...nulls(6), 0, 0, -4_000, 4_000, 60_000, 3_600_000),
    // Most quotes are withheld from a liar: enough must be asked for some to give a memo.
    question: fc.constantFrom<Question>(...questions, "quote"),
  }),
  { minLength: 10, maxLength: 40 },
);

const rounds = fc.record({
  nodes: fc.constantFrom(2, 3),
  processes: fc.constantFrom(1, 2, 3),
  liar: fc.nat({ max: 2 }),
  lies: fc.uniqueArray(fc.nat({ max: nodeLies.length - 1 }), { minLength: 1, maxLength: 4 }),
  isPatient: fc.boolean(),
  indexerLie: fc.option(fc.nat({ max: indexerLies.length - 1 }), { freq: 4 }),
  /** Whether an honest node may be behind, and whether the liar and its indexer repeat that node with the time of now. */
  behind: fc.constantFrom("nobody", "nobody", "an honest node", "a repeated node"),
  hasWrongClock: fc.constantFrom(false, false, false, true),
  steps,
});
type Round = typeof rounds extends fc.Arbitrary<infer T> ? T : never;

/** `shared`: answers that were found in the cache. */
const emptyTally = { answers: 0, open: 0, addresses: 0, memos: 0, shared: 0 };
type Tally = typeof emptyTally;

interface Truth {
  readonly halts: { readonly key: string; readonly sinceMs: number }[];
  readonly vaults: { readonly version: number; readonly untilMs: number }[];
  /** For so long what is no longer so may still be told. */
  readonly windowMs: number;
  version: number;
}

async function runRound(round: Round, tally: Tally): Promise<void> {
  const shared = createSharedWorld(
    { nodes: round.nodes, indexers: 1 },
    { offsetsMs: Array<number>(round.processes).fill(0) },
  );
  const { world } = shared;
  const processes = [...shared.processes];
  const lieOfCache = createCacheLiar(shared);
  const windowMs =
    WINDOW_MS + (round.behind === "nobody" ? 0 : FRESH_MS) + (round.hasWrongClock ? SKEW_MS : 0);
  const truth: Truth = { halts: [], vaults: [], windowMs, version: 1 };
  const liar = `node${round.liar % round.nodes}`;
  const laggard = `node${(round.liar + 1) % round.nodes}`;
  const chosen = round.lies.map((index) => nodeLies[index] as Lie);
  const lies = round.isPatient ? chosen.map(whenAlone) : chosen;
  // Two sources that agree on a lie are more than a comparison of two can find.
  const isAccomplice = chosen.some(({ name }) => name.startsWith("a forged"));
  const indexerLie =
    round.indexerLie === null || isAccomplice ? null : (indexerLies[round.indexerLie] as Lie);
  let trouble: Round["steps"][number]["trouble"] = "none";
  let isAlone = false;
  let count = 0;
  let frozen: { atCount: number; ms: number; step: Round["steps"][number] } | null = null;
  for (let node = 0; node < round.nodes; node += 1)
    world.scripts[`node${node}`] = { [forgedTxid]: unseen };
  // Its figures are compared exactly in half of the rounds, and as those of another height in the others.
  world.behind = { [liar]: round.lies.length % 2 };
  world.rows = Object.fromEntries(changing.map((chain) => [chain, {}]));
  world.intercept = (name, url, reply) => {
    count += 1;
    const now = { isAlone, world, count };
    if (frozen !== null && count >= frozen.atCount) {
      changeTruth(world, truth, frozen.step);
      world.nowMs += frozen.ms;
      frozen = null;
    }
    const isRepeating = round.behind === "a repeated node";
    if (isRepeating && (name === liar || name.startsWith("indexer")))
      return repeatAsOfNow(world, laggard, url);
    if (name === liar) return lies.reduce((told, lie) => lie.tell(url.pathname, told, now), reply);
    if (name.startsWith("indexer"))
      return indexerLie ? indexerLie.tell(url.pathname, reply, now) : reply;
    // A firewall in front of an honest node dislikes what a hostile client writes.
    if (url.search.includes("hostile")) return status(403, "<html>denied</html>");
    const fails = trouble === "all calls" || (trouble === "one call" && count % 7 === 0);
    isAlone = fails;
    return fails ? down : reply;
  };
  for (const step of round.steps) {
    world.nowMs += step.passMs;
    const own = step.process % processes.length;
    if (step.turn === "restart") processes[own] = shared.start();
    world.network = processes[own] as Network;
    if (step.frozen === null) changeTruth(world, truth, step);
    else frozen = { atCount: count + step.frozen.atCall, ms: step.frozen.ms, step };
    trouble = step.trouble;
    if (step.cacheLie !== null) lieOfCache(step.cacheLie);
    if (round.hasWrongClock && step.clockErrorMs !== null) world.clockErrorMs = step.clockErrorMs;
    if (round.behind !== "nobody" && step.lag !== null) fallBehind(world, laggard, step.lag);
    await ask(world, truth, step.question, tally);
    if (frozen !== null) changeTruth(world, truth, step);
    frozen = null;
  }
  tally.shared += shared.taken();
}

function fallBehind(world: World, name: string, { ms, pace }: { ms: number; pace: number }): void {
  const sinceMs = world.nowMs;
  if (ms === 0 && pace > 0) delete world.seenUntilMs[name];
  else world.seenUntilMs[name] = (nowMs) => sinceMs - ms + pace * (nowMs - sinceMs);
}

function changeTruth(world: World, truth: Truth, step: Round["steps"][number]): void {
  endPast(world);
  if (step.turn === "network stops") world.frozenAtMs ??= world.nowMs;
  if (step.turn === "network goes on") world.frozenAtMs = null;
  if (step.halt === "none") {
    for (const { key } of truth.halts) delete world.mimir[key];
    truth.halts.length = 0;
  } else if (step.halt !== null && !truth.halts.some(({ key }) => key === step.halt)) {
    world.mimir[step.halt] = 1;
    truth.halts.push({ key: step.halt, sinceMs: world.nowMs });
  }
  if (step.churn > 0) return;
  truth.vaults.push({ version: truth.version, untilMs: world.nowMs });
  truth.version += 1;
  for (const chain of changing) world.rows[chain] = { address: vaultOf(chain, truth.version) };
}

const vaultOf = (chain: string, version: number) => `${chain.toLowerCase()}vault${version}`;
/** The chains whose vaults change. */
const changing = ["BTC", "ETH"];
const memoAsked = new RegExp(`^=:(ETH\\.ETH|e):${destination}(:\\d*)?$`);

/** Held by every honest node for longer than an answer may be old. */
function isLongHalted(truth: Truth, chain: string, nowMs: number): boolean {
  const keys = ["HALTTRADING", `HALT${chain}TRADING`, `HALT${chain}CHAIN`];
  return truth.halts.some(
    ({ key, sinceMs }) => keys.includes(key) && nowMs - sinceMs > truth.windowMs,
  );
}

/** For longer than the newest block may be old, and an answer. */
const isStopped = ({ frozenAtMs, nowMs }: World) =>
  frozenAtMs !== null && nowMs - frozenAtMs > FRESH_MS + SKEW_MS + WINDOW_MS;

/** In place of `expect`, which takes a trace of the stack each time: too slow for 100,000 answers. */
function fail(words: string): never {
  throw new Error(words);
}

function checkAddress(
  world: World,
  truth: Truth,
  { chain, address, router }: Record<"chain", string> & Record<"address" | "router", string | null>,
): void {
  if (address === null) return;
  if (isLongHalted(truth, chain, world.nowMs)) fail(`${chain}: an address while trading is halted`);
  if (isStopped(world)) fail(`${chain}: an address while the network has stopped`);
  const recent = truth.vaults
    .filter(({ untilMs }) => world.nowMs - untilMs <= truth.windowMs)
    .map(({ version }) => version);
  const legal = [...recent, truth.version].map((version) => vaultOf(chain, version));
  if (address === thief || (changing.includes(chain) && !legal.includes(address)))
    fail(`${chain}: address ${address}`);
  if (router !== null && router !== "0xrouter") fail(`${chain}: router ${router}`);
}

async function ask(world: World, truth: Truth, question: Question, tally: Tally) {
  tally.answers += 1;
  const { network } = world;
  switch (question) {
    case "status": {
      const reading = await network.getStatus();
      if (reading.trading.verdict === "open") tally.open += 1;
      if (reading.trading.verdict === "open" && isStopped(world))
        fail("open while the network has stopped");
      const hidden = reading.chains.find(
        ({ chain, trading }) =>
          trading.verdict === "open" && isLongHalted(truth, chain, world.nowMs),
      );
      if (hidden) fail(`${hidden.chain}: a hidden halt`);
      return;
    }
    case "inbounds": {
      const { chains } = await network.getInbounds();
      for (const row of chains) checkAddress(world, truth, row);
      tally.addresses += chains.filter(({ address }) => address !== null).length;
      return;
    }
    case "pools": {
      const { pools } = await network.getPools();
      if (pools.some((pool) => pool.asset === evilAsset)) fail("an invented pool");
      return;
    }
    case "swap": {
      const { terminal, state, out } = await network.getSwap(forgedTxid, null);
      if (terminal) fail(`a forged end: ${state}`);
      if (out.length > 0) fail(`a forged payout: ${state}`);
      return;
    }
    case "hostile quote":
      await refusable(network.getQuote({ ...swap, destination: "0xhostile<script>" }));
      return;
    case "quote": {
      const request = { ...swap, destination, toleranceBps: 10_000 };
      const reading = await refusable(network.getQuote(request));
      if (reading === null) return;
      const { inboundAddress: address } = reading;
      checkAddress(world, truth, { chain: "BTC", address, router: null });
      checkFigures(reading);
      if (reading.memo === null) return;
      tally.memos += 1;
      if (!memoAsked.test(reading.memo)) fail(`memo ${reading.memo}`);
      const out = reading.expectedAmountOut ?? 0n;
      if (out * 100n < trueOutput * 98n || out * 100n > trueOutput * 102n)
        fail(`an output of ${out}`);
    }
  }
}

/** Each is at most twice what an honest node states. */
function checkFigures({ recommendedMinAmount, inboundGasEstimate, fees }: QuoteReading): void {
  const outbound = fees.find(({ kind }) => kind === "outbound")?.amount?.base ?? 0n;
  if ((recommendedMinAmount ?? 0n) > 2n * 4_412n) fail(`a minimum of ${recommendedMinAmount}`);
  if ((inboundGasEstimate?.base ?? 0n) > 2n * 2_500n) fail(`gas of ${inboundGasEstimate?.base}`);
  if (outbound > 2n * 600_000n) fail(`an outbound fee of ${outbound}`);
}

async function refusable<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (error instanceof InputError) return null;
    throw error;
  });
}

const still = {
  ...({ passMs: 0, halt: null, churn: 0, turn: null, cacheLie: null, frozen: null } as const),
  ...({ lag: null, clockErrorMs: null } as const),
  trouble: "none",
} as const;

/** What was judged in time was told when its facts were 7 s old: the process had stood still. */
const toldLate: Round = {
  ...{ nodes: 2, processes: 2, liar: 0, lies: [0], isPatient: false, indexerLie: 5 },
  ...({ behind: "nobody", hasWrongClock: false } as const),
  steps: [
    {
      ...{ ...still, process: 0, question: "inbounds", halt: "HALTTRADING" },
      frozen: { atCall: 10, ms: 7_000 },
    },
    { ...still, passMs: 3_000, process: 1, question: "quote" },
    { ...still, process: 0, cacheLie: "wipe", question: "status" },
  ],
};

test("no drawn attack gets an evil address, memo, final state or a hidden halt told", {
  tag: "@long",
}, async () => {
  // About 19 answers a round: 100,000 in all.
  const numRuns = countRuns(5_400);
  test.setTimeout(60_000 + numRuns * 2_000);
  const tally = { ...emptyTally };
  await fc.assert(
    fc.asyncProperty(rounds, (round) => runRound(round, tally)),
    { numRuns, examples: [[toldLate]] },
  );
  test.info().annotations.push({ type: "adversary", description: JSON.stringify(tally) });
  // Attacks that leave nothing open would show nothing.
  if (numRuns < 100) return;
  for (const kind of ["open", "addresses", "memos", "shared"] as const)
    expect(tally[kind], kind).toBeGreaterThan(numRuns / 4);
});
