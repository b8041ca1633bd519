// This folder holds what is said, frozen: short digests of every form of many states. This file: the states, in groups.
import fc from "fast-check";
import { importBodies } from "../../bin/site-modules.ts";
import type { SwapReading } from "../../lib/protocol/model/swap.ts";
import { type Preset, presets } from "../../lib/protocol/values/chains.ts";
import { allTxids } from "../../lib/sample/transactions.ts";
import { statusDocument } from "../../lib/site/live/status/document.ts";
import { getPublished } from "../../lib/site/registry/published.ts";
import { bodyPath, isStablePath, type StableBodyPath } from "../../lib/site/registry/resources.ts";
import { longId, type NetworkFacts, type SuiteFacts } from "../../tools/recorded/facts.ts";
import type { RecordedSuite } from "../../tools/recorded/suites.ts";
import { NOW_MS } from "../fixtures/swap-bodies.ts";
import { emptySwapTally, runSwapScript, swapScripts } from "../model/swap-script.ts";
import { createReplay } from "../recorded/replay.ts";
import { serveRecordings } from "../recorded/served-recordings.ts";
import { createWorld, status, type World } from "../support/world.ts";
import { drawnQuotes, listSides, questionOf, scenes } from "../unit/mcp/drawn-quotes.ts";
import { createScene, userAddress } from "../unit/mcp/text-scenes.ts";
import {
  ask,
  BECH32,
  createRadixWorld,
  HEX,
  RADIX_VAULT,
} from "../unit/protocol/quote/gate-world.ts";
import { blamed, rows } from "../unit/protocol/quote/refusal-rows.ts";
import { BLOCK_MS, HOUR_MS, NOW } from "../unit/sample/sample-client.ts";
import {
  type Question,
  quoteForms,
  type Setting,
  statusForms,
  swapForms,
} from "../unit/site/live/forms.ts";
import { asked, createSetting, given, plain, worlds } from "../unit/site/live/quote-scenes.ts";
import { changes, sceneNames } from "../unit/site/live/status/scenes.ts";
import { readings } from "../unit/site/live/track/readings.ts";
import type { Tell } from "./digests.ts";

/** Tells some states. It begins with nothing remembered, so that it tells the same alone and among others. */
export type Group = (tell: Tell) => Promise<void>;
type Groups = Readonly<Record<string, Group>>;

const quote = async (tell: Tell, setting: Setting, input: Question, name = "") =>
  tell(`quote ${name} ${JSON.stringify(input)}`, await quoteForms(setting, input));

const swap = async (tell: Tell, reading: SwapReading, preset: Preset, nowMs: number, name = "") =>
  tell(`swap ${name}${reading.txid}`, await swapForms(reading, preset, nowMs));

async function tellStatus(tell: Tell, setting: Setting, name = "") {
  const { preset, nowMs } = setting;
  const reading = await setting.network.getStatus();
  const { chains, beside, ...forms } = await statusForms(setting, reading);
  const document = statusDocument(reading, preset, { startedMs: nowMs, nowMs });
  tell(`status ${name}`, {
    ...forms,
    document,
    beside: [...beside, ...chains.flatMap(Object.values)],
  });
}

/** A world after some of the named changes. */
async function createChanged(
  options: Parameters<typeof createWorld>[0],
  names: readonly string[],
): Promise<World> {
  const world = createWorld({ nodes: 2, indexers: 1, ...options });
  world.nowMs += 6_000_000;
  for (const name of names) await allChanges[name]?.(world);
  return world;
}

const allChanges: Readonly<Record<string, (world: World) => void | Promise<void>>> = {
  ...worlds,
  ...changes,
};
const networks = ["thorchain", "mayachain"] as const;
const clocks = { now: 0, "a day later": 25 * HOUR_MS };

/** The sample network at a fixed clock, by itself and as a live one; its transactions, its status, and quotes of many pairs. */
const sampleGroup =
  (source: "live" | "sample", shiftMs: number): Group =>
  async (tell) => {
    let nowMs = NOW + shiftMs;
    const network = createScene({ source, now: () => nowMs });
    const preset = source === "live" ? presets.thorchain : presets.sample;
    const setting = () => ({ network, preset, nowMs });
    const of = (code: string) =>
      source === "live" ? userAddress(code) : `sample-${code.toLowerCase()}-recipient`;
    await tellStatus(tell, setting());
    const amounts = {
      BTC: "0.5",
      ETH: "3",
      LTC: "1",
      DOGE: "5000",
      XRP: "900",
      RUNE: "100",
      "eth.usdc": "50000",
    };
    for (const [from, amount] of Object.entries(amounts))
      for (const [index, to] of Object.keys(amounts).entries())
        if (from !== to) {
          const destination = of(to.split(".")[0]?.toUpperCase().replace("RUNE", "THOR") ?? "");
          await quote(tell, setting(), {
            from,
            to,
            amount,
            ...(index % 2 === 0 && { destination }),
          });
        }
    const way = { from: "BTC", to: "ETH", amount: "0.001", destination: of("ETH") };
    await quote(tell, setting(), { ...way, amount: "0.5", affiliate: "smpl", affiliate_bps: 30 });
    await quote(tell, setting(), { ...way, streaming: { interval: 1, quantity: 0 } });
    await quote(tell, setting(), { ...way, target_out: "0.05" });
    for (const txid of allTxids) await swap(tell, await network.getSwap(txid, null), preset, nowMs);
    for (let step = 0; step < 20; step += 1) {
      nowMs += 2 * BLOCK_MS;
      const walk = allTxids.at(-1) ?? "";
      await swap(tell, await network.getSwap(walk, null), preset, nowMs, `step ${step} `);
    }
  };

/** Beside the words of nodes the answer without a quote. */
const refusals = [
  ...rows,
  ...blamed.map(([words]) => [words, 400] as const),
  ["limit orders require it", 400] as const,
];

/** What a node would say in place of its quote. */
const refused = ([words, code]: (typeof refusals)[number]) => ({
  swap: status(code, { code: 3, message: words, error: words }),
});

const refusalGroup: Group = async (tell) => {
  const question = { ...given, liquidity_tolerance_bps: 300, affiliate: "t", affiliate_bps: 30 };
  for (const refusal of refusals)
    for (const input of [plain, question]) {
      const world = await createChanged({}, []);
      world.scripts = { node0: refused(refusal), node1: refused(refusal) };
      await quote(tell, world, input, refusal[0]);
    }
};

/** What none of the other groups tells. */
const rareGroup: Group = async (tell) => {
  const world = await createChanged({}, []);
  const nobody = `0x${"0".repeat(40)}`;
  await quote(tell, world, { ...plain, affiliate: "alice", affiliate_bps: 30 });
  for (const more of [{ amount: "11" }, { destination: nobody }])
    await quote(tell, world, { ...given, ...more });
  const three = await createChanged({ nodes: 3 }, []);
  three.scripts = { node0: refused(["trading is halted", 400]) };
  await quote(tell, three, given);
  const sent = {
    from: "BTC",
    to: "ETH",
    amount: "0.01",
    destination: HEX,
    liquidity_tolerance_bps: 0,
  };
  const long = createWorld();
  await ask(long, { memo: `=:ETH.ETH:${HEX}/${BECH32}` }, { refundAddress: BECH32 });
  await quote(tell, long, { ...sent, refund_address: BECH32 });
  const radix = createRadixWorld();
  const toBtc = { from: "XRD", to: "BTC", destination: BECH32 };
  await ask(radix, { memo: `=:BTC.BTC:${BECH32}`, inbound_address: RADIX_VAULT }, toBtc);
  await quote(tell, radix, { ...sent, ...toBtc });
  await tellStatus(tell, radix);
};

/** Neither a release nor a new date changes what is said. */
let bodies: ReturnType<typeof importBodies> | null = null;
const documentGroup =
  (path: StableBodyPath): Group =>
  async (tell) => {
    bodies ??= importBodies("0.0.0");
    const { getBody } = await bodies;
    tell(path, {
      body: (await getBody(path, "all")).replace(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, "DATE"),
    });
  };

const documents = new Set(getPublished("all").filter(isStablePath).map(bodyPath));

export const namedGroups: Groups = {
  ...Object.fromEntries([...documents].map((path) => [`document ${path}`, documentGroup(path)])),
  refusals: refusalGroup,
  rare: rareGroup,
  swaps: async (tell) => {
    for (const [name, , reading] of readings)
      await swap(tell, reading, presets.thorchain, NOW_MS, `${name} `);
  },
  ...Object.fromEntries(
    Object.entries(clocks).flatMap(([name, shiftMs]) =>
      (["sample", "live"] as const).map((source) => [
        `sample ${source} ${name}`,
        sampleGroup(source, shiftMs),
      ]),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(worlds).map(([name, change]) => [
      `quote ${name}`,
      async (tell: Tell) => {
        const setting = createSetting(change);
        for (const input of asked) await quote(tell, setting, input);
      },
    ]),
  ),
  ...Object.fromEntries(
    networks.flatMap((network) =>
      sceneNames.map((name) => [
        `status ${network} ${name}`,
        async (tell: Tell) => tellStatus(tell, await createChanged({ network }, [name])),
      ]),
    ),
  ),
};

/** The drawn states of one group. */
const SIZE = 50;
const changeNames = fc.uniqueArray(fc.constantFrom(...Object.keys(allChanges)), { maxLength: 3 });
const drawnWorlds = fc.record({
  options: fc.record({ network: fc.constantFrom(...networks), nodes: fc.constantFrom(1, 2, 2, 3) }),
  changes: changeNames,
  input: fc.constantFrom(...asked),
  refusal: fc.option(fc.constantFrom(...refusals), { freq: 4 }),
});

const drawnKinds: Readonly<
  Record<string, readonly [count: number, group: (seed: number) => Group]>
> = {
  "drawn quotes": [
    40,
    (seed) => async (tell) => {
      const made = scenes.map((scene) => ({
        network: createScene(scene),
        preset: presets[scene.source === "live" ? "thorchain" : "sample"],
        nowMs: NOW,
      }));
      const sides = await listSides(createScene({ source: "live" }));
      for (const drawn of fc.sample(drawnQuotes, { seed, numRuns: SIZE })) {
        const [setting, input] = [made[drawn.scene], questionOf(drawn, sides)];
        if (setting && input) await quote(tell, setting, { ...input });
      }
    },
  ],
  "drawn worlds": [
    20,
    (seed) => async (tell) => {
      for (const drawn of fc.sample(drawnWorlds, { seed, numRuns: SIZE })) {
        const world = await createChanged(drawn.options, drawn.changes);
        if (drawn.refusal)
          world.scripts.node0 = { ...world.scripts.node0, ...refused(drawn.refusal) };
        await quote(tell, world, drawn.input, `${drawn.changes}, ${drawn.refusal?.[0]}`);
      }
    },
  ],
  "drawn statuses": [
    20,
    (seed) => async (tell) => {
      for (const { options, changes: names } of fc.sample(drawnWorlds, { seed, numRuns: SIZE })) {
        const world = await createChanged(options, names);
        await tellStatus(tell, world, `${names}`);
      }
    },
  ],
  "drawn swaps": [
    20,
    (seed) => async (tell) => {
      let told = 0;
      for (const script of fc.sample(swapScripts, { seed, numRuns: SIZE })) {
        if (told >= SIZE) return;
        await runSwapScript(script, { ...emptySwapTally }, async (reading, nowMs) => {
          told += 1;
          await swap(tell, reading, presets[script.network as "thorchain"], nowMs);
        });
      }
    },
  ],
};

/** The share that `countOf` makes of each kind. */
export const drawnGroups = (countOf: (full: number) => number): Groups =>
  Object.fromEntries(
    Object.entries(drawnKinds).flatMap(([kind, [count, group]]) =>
      Array.from({ length: countOf(count) }, (_, seed) => [`${kind} ${seed}`, group(seed)]),
    ),
  );

/** Every state of a recorded suite: status, two of its pairs in turn, each transaction that changed. */
export const recordedGroup =
  (facts: NetworkFacts, suite: SuiteFacts, recorded: RecordedSuite): Group =>
  async (tell) => {
    const preset = presets[facts.network];
    const { network, goTo } = createReplay(
      facts.network,
      serveRecordings(facts.network, recorded, facts),
    );
    let nowMs = 0;
    for (const [index, [height]] of suite.states.entries()) {
      goTo(index, height);
      const { clock } = await network.getStatus();
      nowMs = (clock.blockTimeMs ?? nowMs) + (clock.ageMs ?? 0);
      const setting = { network, preset, nowMs };
      await tellStatus(tell, setting, `h${height}`);
      for (const pair of [0, 1].map(
        (turn) => facts.pairs[(2 * index + turn) % facts.pairs.length] ?? "",
      )) {
        const [from = "", to = ""] = pair.split(">");
        await quote(tell, setting, { from, to, amount: "1" });
      }
      for (const [id, { facts: told }] of Object.entries(suite.txs))
        if (told.some(([state]) => state === index))
          await swap(
            tell,
            await network.getSwap(longId(id).toUpperCase(), null),
            preset,
            nowMs,
            `h${height} `,
          );
    }
  };
