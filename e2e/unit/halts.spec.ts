import { expect, test } from "@playwright/test";
import { type NetworkName, presets } from "../../lib/protocol/chains.ts";
import { type Evidence, type NodeFacts, type Verdicts, withoutOpen } from "../../lib/protocol/evidence.ts";
import { toClock } from "../../lib/protocol/freshness.ts";
import { toHaltParameters } from "../../lib/protocol/halt-parameters.ts";
import { judge, judgePair, judgePool } from "../../lib/protocol/halts.ts";
import { toInboundGate } from "../../lib/protocol/inbound-gate.ts";
import type { Judgement } from "../../lib/protocol/model.ts";
import type { InboundAddress, Mimir, Pool } from "../../lib/protocol/schemas.ts";

const NOW = 1_800_000_000_000;
const H = 1_000_000;

const row = (chain: string, more: Record<string, unknown> = {}): InboundAddress =>
  ({
    chain,
    address: `${chain.toLowerCase()}-vault`,
    halted: false,
    global_trading_paused: false,
    chain_trading_paused: false,
    chain_lp_actions_paused: false,
    ...more,
  }) as InboundAddress;

interface Facts {
  network?: NetworkName;
  mimir?: Mimir | null;
  rows?: InboundAddress[] | null;
  height?: number | null;
  ageMs?: number;
  stillMs?: number;
  clockHeight?: number;
  noClock?: boolean;
  second?: Partial<NodeFacts>;
  nodes?: NodeFacts[];
  previous?: Verdicts | null;
}
const rowsOf = (network: NetworkName) =>
  presets[network].chains.filter((chain) => !chain.native).map((chain) => row(chain.code));

/** One open node at height H with a fresh clock, changed by `facts`. */
function toEvidence(facts: Facts = {}): Evidence {
  const network = facts.network ?? "thorchain";
  const node: NodeFacts = {
    height: facts.height === undefined ? H : facts.height,
    mimir: facts.mimir === undefined ? { OTHER: 1 } : facts.mimir && { OTHER: 1, ...facts.mimir },
    rows: facts.rows === undefined ? rowsOf(network) : facts.rows,
  };
  const second = facts.second && { height: H, mimir: { OTHER: 1 }, rows: rowsOf(network), ...facts.second };
  const mark = { height: facts.clockHeight ?? H, timeMs: NOW - (facts.ageMs ?? 3_000), rolledBack: false };
  return {
    preset: presets[network],
    nodes: facts.nodes ?? (second ? [node, second] : [node]),
    absence: "upstream_unavailable: no node answered",
    clock: toClock(facts.noClock ? [] : [mark], facts.stillMs ?? 0, NOW),
    nowMs: NOW,
    previous: facts.previous ?? null,
  };
}
const chainOf = (facts: Facts, chain: string) => {
  const judged = judge(toEvidence(facts)).chains.get(chain);
  if (!judged) throw new Error(`no judgement of ${chain}`);
  return judged;
};
const open: Judgement = { verdict: "open", haltedBy: [], reason: null };
const halted = (...haltedBy: string[]): Judgement => ({ verdict: "halted", haltedBy, reason: null });
const unknown = (reason: string): Judgement => ({ verdict: "unknown", haltedBy: [], reason });

// [key, kind of inequality, which of the four questions it halts on ETH, whether BTC and the network too]
const FROM = "from height" as const;
const table: [key: string, kind: string, eth: string, others: "all" | "eth" | "none", network: boolean][] = [
  ["HALTTRADING", FROM, "trading deposits liquidity", "all", true],
  ["HALTETHTRADING", FROM, "trading deposits liquidity", "eth", false],
  ["HALTCHAINGLOBAL", FROM, "trading deposits signing liquidity", "all", true],
  ["HALTETHCHAIN", FROM, "trading deposits signing liquidity", "eth", false],
  ["SOLVENCYHALTETHCHAIN", FROM, "trading deposits signing liquidity", "eth", false],
  ["NODEPAUSECHAINGLOBAL", "until height", "trading deposits signing liquidity", "all", true],
  ["HALTSIGNING", "signing", "signing", "all", false],
  ["HALTSIGNINGETH", "signing", "signing", "eth", false],
  ["PAUSELP", FROM, "liquidity", "all", false],
  ["PAUSELPETH", FROM, "liquidity", "eth", false],
  ["RAGNAROK-ETH-ETH", "switch", "trading deposits liquidity", "eth", false],
];
const questions = ["trading", "deposits", "signing", "liquidity"] as const;
/** on at v = -1, 0, 1, h - 1, h, h + 1 */
const inequality: Record<string, Record<"thorchain" | "mayachain", boolean[]>> = {
  [FROM]: {
    thorchain: [false, false, true, true, true, false],
    mayachain: [false, false, true, true, false, false],
  },
  "until height": {
    thorchain: [false, false, false, false, true, true],
    mayachain: [false, false, false, false, false, true],
  },
  signing: {
    thorchain: [false, false, true, true, true, false],
    mayachain: [false, false, true, true, true, true],
  },
  switch: {
    thorchain: [false, false, true, true, true, true],
    mayachain: [false, false, true, true, true, true],
  },
};

for (const network of ["thorchain", "mayachain"] as const) {
  for (const [key, kind, eth, others, halts] of table) {
    test(`${network}: ${key} is read ${kind} and halts ${eth}`, () => {
      [-1, 0, 1, H - 1, H, H + 1].forEach((value, index) => {
        const isOn = inequality[kind]?.[network][index];
        const verdicts = judge(toEvidence({ network, mimir: { [key]: value } }));
        const by = (applies: boolean) => (isOn && applies ? halted(key) : open);
        for (const question of questions) {
          const applies = eth.split(" ").includes(question);
          expect(verdicts.chains.get("ETH")?.[question], `ETH ${question} at ${value}`).toEqual(by(applies));
          expect(verdicts.chains.get("BTC")?.[question], `BTC ${question} at ${value}`).toEqual(
            by(applies && others === "all"),
          );
        }
        expect(verdicts.network, `network at ${value}`).toEqual(by(halts));
      });
    });
  }
}

test("the keys of the native chain are built from its own code, and its verdict needs mimir alone", () => {
  for (const [network, native] of [
    ["thorchain", "THOR"],
    ["mayachain", "MAYA"],
  ] as const) {
    const readings: [Mimir, Judgement, Judgement][] = [
      [{ HALTTRADING: 1 }, halted("HALTTRADING"), open],
      [{ [`HALT${native}TRADING`]: 1 }, halted(`HALT${native}TRADING`), open],
      [{ [`HALT${native}CHAIN`]: 1 }, halted(`HALT${native}CHAIN`), halted(`HALT${native}CHAIN`)],
      [
        { [`SOLVENCYHALT${native}CHAIN`]: 1 },
        halted(`SOLVENCYHALT${native}CHAIN`),
        halted(`SOLVENCYHALT${native}CHAIN`),
      ],
      [{ HALTCHAINGLOBAL: 1 }, halted("HALTCHAINGLOBAL"), halted("HALTCHAINGLOBAL")],
      [{ NODEPAUSECHAINGLOBAL: H + 1 }, halted("NODEPAUSECHAINGLOBAL"), halted("NODEPAUSECHAINGLOBAL")],
      [{}, open, open],
    ];
    for (const [mimir, trading, signing] of readings) {
      for (const rows of [rowsOf(network), null]) {
        expect(chainOf({ network, mimir, rows }, native)).toMatchObject({ trading, deposits: trading, signing });
      }
    }
    expect(chainOf({ network, rows: null }, "BTC").trading).toEqual(unknown("unreadable: inbound_addresses"));
    expect(chainOf({ network, rows: null }, native).liquidity).toEqual(open);
  }
});

const harmless: Mimir[] = [
  { HALTRADING: 1 },
  { HALTETHSIGNING: 1 },
  { HALTETH: 1 },
  { HALTTRADINGETH: 1 },
  { SOLVENCYHALTETH: 1 },
  { STREAMINGSWAPPAUSE: 1 },
  { HALTSECUREDGLOBAL: 1, HALTSECUREDDEPOSITETH: 1 },
  { HALTWASMGLOBAL: 1 },
  { TCYCLAIMINGHALT: 1, TCYSTAKINGHALT: 1, HALTTCYTRADING: 1 },
  { HALTCHURNING: 1 },
  { PAUSELOANS: 1 },
  { STOPSOLVENCYCHECK: 1, STOPSOLVENCYCHECKETH: 1 },
  { TRADEACCOUNTSENABLED: 1 },
  { "PAUSELPDEPOSIT-ETH-ETH": 1 },
  { NODEPAUSECHAINGLOBAL: H - 1 },
  { halttrading: 1 },
];
for (const mimir of harmless) {
  test(`${JSON.stringify(mimir)} halts nothing`, () => {
    const verdicts = judge(toEvidence({ mimir }));
    expect(verdicts.network).toEqual(open);
    for (const question of questions) expect(verdicts.chains.get("ETH")?.[question]).toEqual(open);
    expect(verdicts.chains.get("ETH")?.scheduled).toEqual([]);
  });
}

test("a halt ahead is scheduled with its first height and an estimated time, not in force", () => {
  const timeMs = NOW - 3_000;
  const thor = chainOf({ mimir: { HALTETHTRADING: H + 100 } }, "ETH");
  expect(thor.trading).toEqual(open);
  expect(thor.scheduled).toEqual([
    { parameter: "HALTETHTRADING", value: H + 100, height: H + 100, estimatedTimeMs: timeMs + 600_000 },
  ]);
  const maya = { network: "mayachain", mimir: { HALTETHCHAIN: H, HALTSIGNINGETH: H + 9 } } as const;
  expect(chainOf(maya, "ETH").scheduled, "strict: at v the halt is one block away").toEqual([
    { parameter: "HALTETHCHAIN", value: H, height: H + 1, estimatedTimeMs: timeMs + 6_000 },
  ]);
  expect(chainOf(maya, "ETH").signing, "a signing key has no height there").toEqual(halted("HALTSIGNINGETH"));
});

test("every key that may come on by height is scheduled for the chain that it concerns", () => {
  const names = ["HALTTRADING", "HALTETHTRADING", "HALTCHAINGLOBAL", "HALTETHCHAIN", "SOLVENCYHALTETHCHAIN"];
  const all = [...names, "HALTSIGNING", "HALTSIGNINGETH", "PAUSELP", "PAUSELPETH"];
  const mimir = Object.fromEntries([...all, "NODEPAUSECHAINGLOBAL", "RAGNAROK-ETH-ETH"].map((key) => [key, H + 1]));
  const scheduled = (chain: string) => chainOf({ mimir }, chain).scheduled.map((one) => one.parameter);
  expect(scheduled("ETH").sort()).toEqual([...all].sort());
  expect(scheduled("BTC").sort()).toEqual(["HALTCHAINGLOBAL", "HALTSIGNING", "HALTTRADING", "PAUSELP"]);
});

test("where two nodes name two heights for a halt ahead, the nearer one is told, once", () => {
  const at = (height: number) => ({ HALTETHTRADING: height });
  for (const [first, second] of [
    [H + 50, H + 20],
    [H + 20, H + 50],
    [H + 20, H + 20],
  ] as const) {
    const { scheduled } = chainOf({ mimir: at(first), second: { mimir: at(second) } }, "ETH");
    expect(scheduled.map((one) => one.height)).toEqual([H + 20]);
  }
});

for (const flag of ["halted", "global_trading_paused", "chain_trading_paused"] as const) {
  test(`row flag ${flag}: any true halts; missing or not boolean is not false`, () => {
    const rows = (value: unknown) => [row("ETH", { [flag]: value }), row("BTC")];
    const eth = chainOf({ rows: rows(true) }, "ETH");
    expect(eth).toMatchObject({
      trading: halted(flag),
      deposits: halted(flag),
      liquidity: halted(flag),
      signing: open,
    });
    expect(chainOf({ rows: rows(true) }, "BTC").trading).toEqual(open);
    for (const value of [undefined, null, "false", 0]) {
      expect(chainOf({ rows: rows(value) }, "ETH").trading).toEqual(unknown(`unreadable: ${flag} is missing`));
      expect(chainOf({ rows: rows(value) }, "ETH").signing).toEqual(open);
      expect(chainOf({ rows: rows(value), mimir: { HALTETHCHAIN: 1 } }, "ETH").trading).toEqual(halted("HALTETHCHAIN"));
    }
    expect(chainOf({ rows: rows(false) }, "ETH").trading).toEqual(open);
  });
}

test("chain_lp_actions_paused is a matter of liquidity alone", () => {
  const paused = chainOf({ rows: [row("ETH", { chain_lp_actions_paused: true })] }, "ETH");
  expect(paused).toMatchObject({ trading: open, deposits: open, signing: open });
  expect(paused.liquidity).toEqual(halted("chain_lp_actions_paused"));
  const missing = chainOf({ rows: [row("ETH", { chain_lp_actions_paused: undefined })] }, "ETH");
  expect(missing).toMatchObject({ trading: open, deposits: open, signing: open });
  expect(missing.liquidity).toEqual(unknown("unreadable: chain_lp_actions_paused is missing"));
});

test("names come in a stable order, parameters before flags, each once", () => {
  const eth = { rows: [row("ETH", { halted: true, chain_trading_paused: true })] };
  const mimir = { SOLVENCYHALTETHCHAIN: 1, HALTETHTRADING: 1, HALTTRADING: 1, NODEPAUSECHAINGLOBAL: H };
  expect(chainOf({ ...eth, mimir, second: { mimir, ...eth } }, "ETH").trading.haltedBy).toEqual([
    "HALTTRADING",
    "HALTETHTRADING",
    "NODEPAUSECHAINGLOBAL",
    "SOLVENCYHALTETHCHAIN",
    "halted",
    "chain_trading_paused",
  ]);
});

test("a chain of the preset without a row takes no deposits: unknown, or halted where mimir says so", () => {
  const rows = [row("BTC")];
  expect(chainOf({ rows }, "ETH")).toMatchObject({
    trading: unknown("unreadable: no row for the chain"),
    deposits: unknown("unreadable: no row for the chain"),
    signing: open,
  });
  expect(chainOf({ rows, mimir: { HALTETHCHAIN: 1 } }, "ETH").deposits).toEqual(halted("HALTETHCHAIN"));
  expect(chainOf({ rows: [row("BTC"), row("BTC")] }, "BTC").trading).toEqual(
    unknown("unreadable: more than one row for the chain"),
  );
});

test("a chain that appears live but is not in the preset is judged too, after the preset's own", () => {
  const rows = [...rowsOf("thorchain"), row("SUI"), row("ADA")];
  expect([...judge(toEvidence({ rows })).chains.keys()].slice(-2)).toEqual(["ADA", "SUI"]);
  expect(chainOf({ rows }, "SUI").trading).toEqual(open);
  expect(chainOf({ rows, mimir: { HALTSUITRADING: 1 } }, "SUI").trading).toEqual(halted("HALTSUITRADING"));
  expect(chainOf({ rows, mimir: { "RAGNAROK-SUI-SUI": 1 } }, "SUI").trading).toEqual(halted("RAGNAROK-SUI-SUI"));
  expect([...judge(toEvidence()).chains.keys()]).toEqual(presets.thorchain.chains.map((chain) => chain.code));
});

test("on MAYAChain THOR is an external chain with a row of its own", () => {
  const network = "mayachain";
  expect(chainOf({ network, mimir: { HALTTHORCHAIN: 1 } }, "THOR").trading).toEqual(halted("HALTTHORCHAIN"));
  expect(chainOf({ network, mimir: { HALTTHORCHAIN: 1 } }, "MAYA").trading).toEqual(open);
  expect(chainOf({ network, rows: [row("BTC")] }, "THOR").trading.verdict).toBe("unknown");
});

test("the network: global keys, or global_trading_paused on any row; one chain's halt is not the network's", () => {
  const network = (facts: Facts) => judge(toEvidence(facts)).network;
  expect(network({ rows: [row("BTC"), row("ETH", { global_trading_paused: true })] })).toEqual(
    halted("global_trading_paused"),
  );
  expect(network({ rows: [row("BTC", { halted: true, chain_trading_paused: true })] })).toEqual(open);
  expect(network({ mimir: { HALTBTCTRADING: 1, HALTSIGNING: 1, PAUSELP: 1 } })).toEqual(open);
});

const unreadable: [string, Facts, reason: string, alsoSigning: boolean][] = [
  ["no node", { nodes: [] }, "upstream_unavailable: no node answered", true],
  ["neither a node nor a clock", { nodes: [], noClock: true }, "upstream_unavailable: no node answered", true],
  ["no node and a stale clock", { nodes: [], ageMs: 30_001 }, "stale: block is 31 s old", true],
  ["no mimir", { mimir: null }, "unreadable: mimir", true],
  ["no rows", { rows: null }, "unreadable: inbound_addresses", false],
  ["an empty list of rows", { rows: [] }, "unreadable: inbound_addresses", false],
  ["no node height", { height: null }, "unreadable: lastblock", true],
  ["no clock", { noClock: true }, "no_clock: no source of the block time could be read", true],
  ["a stale clock", { ageMs: 30_001 }, "stale: block is 31 s old", true],
  [
    "a frozen chain",
    { ageMs: 60_001 },
    "stale: block is 61 s old; the network may have stopped, or our clock is ahead",
    true,
  ],
  [
    "a height that stands still",
    { stillMs: 60_001 },
    "stale: the node's height has not moved for 61 s; the network may have stopped",
    true,
  ],
  ["a block in the future", { ageMs: -5_001 }, "clock_skew: the block is 6 s ahead of our clock", true],
  ["a node 6 blocks behind", { height: H - 6 }, "node_lag: the node is 6 blocks away from the block clock", true],
  ["a node 6 blocks ahead", { height: H + 6 }, "node_lag: the node is 6 blocks away from the block clock", true],
];
for (const [name, facts, reason, alsoSigning] of unreadable) {
  test(`with ${name} nothing is open`, () => {
    const verdicts = judge(toEvidence(facts));
    expect(verdicts.network).toEqual(unknown(reason));
    const eth = verdicts.chains.get("ETH");
    for (const question of ["trading", "deposits", "liquidity"] as const)
      expect(eth?.[question]).toEqual(unknown(reason));
    expect(eth?.signing).toEqual(alsoSigning ? unknown(reason) : open);
  });
}

test("up to 30 s and 5 blocks all may be open", () => {
  for (const facts of [
    { ageMs: 30_000 },
    { ageMs: -5_000 },
    { height: H - 5 },
    { height: H + 5 },
    { stillMs: 60_000 },
  ]) {
    expect(chainOf(facts, "ETH").trading, JSON.stringify(facts)).toEqual(open);
  }
});

test("the height of a verdict is the higher of the node's and the clock's", () => {
  const mimir = { HALTETHTRADING: H + 1 };
  expect(chainOf({ mimir, height: H, clockHeight: H }, "ETH").trading).toEqual(open);
  expect(chainOf({ mimir, height: H + 1, clockHeight: H }, "ETH").trading).toEqual(halted("HALTETHTRADING"));
  expect(chainOf({ mimir, height: H, clockHeight: H + 1 }, "ETH").trading).toEqual(halted("HALTETHTRADING"));
});

test("a pause until a height is over once the node and the clock have both passed it", () => {
  const mimir = { NODEPAUSECHAINGLOBAL: H };
  for (const [height, clockHeight, verdict] of [
    [H, H, halted("NODEPAUSECHAINGLOBAL")],
    [H, H + 1, halted("NODEPAUSECHAINGLOBAL")],
    [H + 1, H, halted("NODEPAUSECHAINGLOBAL")],
    [H + 1, H + 1, open],
  ] as const) {
    const facts = { mimir, height, clockHeight };
    expect(chainOf(facts, "ETH").trading, `${height} ${clockHeight}`).toEqual(verdict);
    const inForce = verdict === open ? {} : { NODEPAUSECHAINGLOBAL: { value: H, inForce: true } };
    expect(toHaltParameters(toEvidence(facts), [])).toEqual(inForce);
  }
});

test("asymmetric staleness: data that says halted may be repeated to 600 s, marked; what it calls open may not", () => {
  const mimir = { HALTETHTRADING: 1 };
  for (const [ageMs, verdict] of [
    [30_001, "halted"],
    [60_001, "halted"],
    [600_000, "halted"],
    [600_001, "unknown"],
  ] as const) {
    const eth = chainOf({ mimir, ageMs }, "ETH").trading;
    expect(eth.verdict, `${ageMs}`).toBe(verdict);
    expect(eth.reason).toMatch(/^stale: block is \d+ s old/);
    expect(eth.haltedBy).toEqual(verdict === "halted" ? ["HALTETHTRADING"] : []);
    expect(chainOf({ mimir, ageMs }, "BTC").trading.verdict).toBe("unknown");
  }
  expect(chainOf({ mimir, ageMs: -5_001 }, "ETH").trading.verdict, "a skewed clock dates nothing").toBe("unknown");
  expect(chainOf({ mimir, rows: null }, "ETH").trading).toEqual(halted("HALTETHTRADING"));
});

test("a halted read before is repeated while the clock is not fresh, for 600 s of block time", () => {
  const before = (agoMs: number, mimir: Mimir = { HALTETHTRADING: 1, HALTSIGNINGETH: 1 }) =>
    ({ ...judge(toEvidence({ mimir })), blockTimeMs: NOW - agoMs }) as Verdicts;
  const gone = { nodes: [], noClock: true };
  const repeated = chainOf({ ...gone, previous: before(600_000) }, "ETH");
  expect(repeated.trading).toEqual({
    verdict: "halted",
    haltedBy: ["HALTETHTRADING"],
    reason: "stale: halted at a block 600 s ago; no_clock: no source of the block time could be read",
  });
  expect(repeated.signing.haltedBy).toEqual(["HALTSIGNINGETH"]);
  expect(repeated.liquidity.verdict).toBe("halted");
  expect(chainOf({ ...gone, previous: before(600_001) }, "ETH").trading.verdict).toBe("unknown");
  expect(chainOf({ ...gone, previous: before(1_000) }, "BTC").trading.verdict, "open is never repeated").toBe(
    "unknown",
  );
  expect(chainOf({ previous: before(1_000) }, "ETH").trading, "fresh data replaces it").toEqual(open);
  expect(
    chainOf({ rows: null, previous: before(1_000) }, "ETH").trading.verdict,
    "with a fresh clock only data counts",
  ).toBe("unknown");
  expect(
    chainOf({ nodes: [], previous: before(9_000) }, "ETH").trading.reason,
    "the clock lives, no node answers",
  ).toBe("stale: halted at a block 9 s ago; upstream_unavailable: no node answered");
  const global = judge(toEvidence({ ...gone, previous: before(1_000, { HALTTRADING: 1 }) }));
  expect(global.network).toMatchObject({ verdict: "halted", haltedBy: ["HALTTRADING"] });
  const second = { ...before(1_000), ...global, blockTimeMs: NOW - 1_000 };
  expect(judge(toEvidence({ ...gone, previous: second })).network.verdict, "a repeated one is not repeated again").toBe(
    "unknown",
  );
  const undated = { ...before(0), blockTimeMs: null };
  expect(chainOf({ ...gone, previous: undated }, "ETH").trading.verdict).toBe("unknown");
});

test("what a stale node calls open does not lift a halted that was read on fresh data", () => {
  const previous = { ...judge(toEvidence({ mimir: { HALTETHTRADING: 1 } })), blockTimeMs: NOW - 40_000 };
  expect(chainOf({ ageMs: 31_000, previous }, "ETH").trading).toEqual({
    verdict: "halted",
    haltedBy: ["HALTETHTRADING"],
    reason: "stale: halted at a block 40 s ago; stale: block is 31 s old",
  });
  expect(chainOf({ ageMs: 31_000, previous }, "BTC").trading).toEqual(unknown("stale: block is 31 s old"));
});

test("the ragnarok of a chain's gas asset halts the chain, however that asset is called", () => {
  for (const network of ["thorchain", "mayachain"] as const) {
    for (const { code, gasAsset } of presets[network].chains) {
      const name = `RAGNAROK-${gasAsset.replace(".", "-")}`;
      expect(chainOf({ network, mimir: { [name]: 1 } }, code).trading, name).toEqual(halted(name));
    }
  }
});

test("where no rows or no parameters were read, they name no chain and no halt", () => {
  const codes = presets.thorchain.chains.map((chain) => chain.code);
  expect([...judge(toEvidence({ rows: null })).chains.keys()]).toStrictEqual(codes);
  expect(toHaltParameters(toEvidence({ mimir: null }), [])).toEqual({});
  const second = { mimir: { HALTBTCTRADING: 5 } };
  expect(Object.keys(toHaltParameters(toEvidence({ mimir: null, second }), []))).toEqual(["HALTBTCTRADING"]);
});

test("a node that lags says halted for as long as its data may be repeated", () => {
  const mimir = { HALTETHTRADING: 1 };
  const at = (height: number) => chainOf({ mimir, height, ageMs: 6_000 }, "ETH").trading;
  expect(at(H - 5)).toEqual(halted("HALTETHTRADING"));
  expect(at(H - 6)).toEqual({
    verdict: "halted",
    haltedBy: ["HALTETHTRADING"],
    reason: "stale: the node is behind the network",
  });
  expect(at(H - 99).verdict).toBe("halted");
  expect(at(H - 100).verdict).toBe("unknown");
});

test("two nodes: one that says halted is enough, on keys and on flags", () => {
  const disagreeing: [Facts, string][] = [
    [{ mimir: { HALTETHTRADING: 1 }, second: {} }, "HALTETHTRADING"],
    [{ second: { mimir: { HALTETHTRADING: 1 } } }, "HALTETHTRADING"],
    [{ second: { rows: [row("BTC"), row("ETH", { chain_trading_paused: true })] } }, "chain_trading_paused"],
    [{ second: { mimir: { HALTETHTRADING: H + 1 }, height: H + 1 } }, "HALTETHTRADING"],
  ];
  for (const [facts, name] of disagreeing) expect(chainOf(facts, "ETH").trading).toEqual(halted(name));
});

test("two nodes whose rows differ in address or router: unknown for that chain alone", () => {
  for (const field of ["address", "router"] as const) {
    const other = rowsOf("thorchain").map((one) => (one.chain === "ETH" ? { ...one, [field]: "elsewhere" } : one));
    for (const facts of [{ second: { rows: other } }, { rows: other, second: {} }]) {
      expect(chainOf(facts, "ETH").trading).toEqual(unknown(`providers_disagree: ${field}`));
      expect(chainOf(facts, "BTC").trading).toEqual(open);
      expect(chainOf(facts, "ETH").signing).toEqual(open);
      expect(judge(toEvidence(facts)).network).toEqual(open);
    }
  }
  const blank = rowsOf("thorchain").map((one) => ({ ...one, router: "" }));
  expect(chainOf({ second: { rows: blank } }, "ETH").trading, "no router and an empty one are the same").toEqual(open);
});

test("two nodes: a row or a flag that only one of them has is no agreement", () => {
  expect(chainOf({ second: { rows: [row("BTC")] } }, "ETH").trading.verdict).toBe("unknown");
  const second = { rows: [row("BTC"), row("ETH", { halted: undefined })] };
  expect(chainOf({ second }, "ETH").trading).toEqual(unknown("unreadable: halted is missing"));
});

test("two nodes more than 5 blocks apart: unknown, but halted stays halted", () => {
  for (const [a, b, verdict] of [
    [H, H - 5, "open"],
    [H - 5, H, "open"],
    [H, H - 1, "open"],
    [H + 2, H - 4, "unknown"],
  ] as const) {
    expect(chainOf({ height: a, second: { height: b } }, "ETH").trading.verdict).toBe(verdict);
  }
  const apart = { height: H + 2, second: { height: H - 4 } };
  expect(judge(toEvidence(apart)).network).toEqual(unknown("providers_disagree: two nodes are 6 blocks apart"));
  expect(chainOf({ ...apart, mimir: { HALTETHCHAIN: 1 } }, "ETH").signing).toEqual(halted("HALTETHCHAIN"));
});

test("two nodes of which one is partly read: the whole one decides, the other can only speak against it", () => {
  for (const second of [{ mimir: null }, { rows: null }, { rows: [] }, { height: null }]) {
    expect(chainOf({ second }, "ETH").trading, JSON.stringify(second)).toEqual(open);
  }
  expect(chainOf({ second: { rows: null, mimir: { HALTETHCHAIN: 1 } } }, "ETH").trading).toEqual(
    halted("HALTETHCHAIN"),
  );
  expect(chainOf({ second: { mimir: null, rows: [row("ETH", { address: "elsewhere" })] } }, "ETH").trading).toEqual(
    unknown("providers_disagree: address"),
  );
  expect(chainOf({ second: { height: null, mimir: { HALTETHCHAIN: 1 } } }, "ETH").trading).toEqual(
    unknown("providers_disagree: a node that could not be dated says halted"),
  );
});

const pool = (asset: string, more: Partial<Pool> = {}): Pool => ({
  asset,
  status: "Available",
  balance_asset: 1n,
  balance_rune: 1n,
  trading_halted: false,
  ...more,
});
const poolMap = (...pools: Pool[]) => new Map(pools.map((one) => [one.asset, one]));

test("a pool: its chain, its asset's ragnarok or its gas asset's, and its own state", () => {
  const usdc = pool("ETH.USDC-0XA0");
  const cases: [Facts, Pool, Judgement][] = [
    [{}, usdc, open],
    [{}, pool("ETH.USDC-0XA0", { status: "available" }), open],
    [{}, { ...usdc, trading_halted: undefined } as unknown as Pool, open],
    [{ mimir: { HALTETHTRADING: 1 } }, usdc, halted("HALTETHTRADING")],
    [{ mimir: { "RAGNAROK-ETH-USDC-0XA0": 1 } }, usdc, halted("RAGNAROK-ETH-USDC-0XA0")],
    [{ mimir: { "RAGNAROK-ETH-ETH": 1 } }, usdc, halted("RAGNAROK-ETH-ETH")],
    [{ mimir: { "RAGNAROK-ETH-USDT-0XDA": 1 } }, usdc, open],
    [{ mimir: { "RAGNAROK-ETH-USDC-0XA0": -1 } }, usdc, open],
    [{}, pool("ETH.USDC-0XA0", { trading_halted: true }), halted("trading_halted")],
    [{}, pool("ETH.USDC-0XA0", { status: "Staged" }), halted("pool_status")],
    [{}, pool("ETH.USDC-0XA0", { status: "Suspended", trading_halted: true }), halted("trading_halted", "pool_status")],
    [{ ageMs: 31_000 }, pool("ETH.USDC-0XA0", { status: "Staged" }), unknown("stale: block is 31 s old")],
    [{ mimir: { PAUSELP: 1, HALTSIGNING: 1 } }, usdc, open],
    [{}, pool("SUI.SUI"), unknown("unreadable: the asset's chain is not listed")],
    [{}, pool("SUI/SUI"), unknown("unreadable: the asset's chain is not listed")],
    [{}, pool("nonsense"), unknown("unreadable: the asset's chain is not listed")],
  ];
  for (const [facts, one, expected] of cases) {
    const evidence = toEvidence(facts);
    expect(judgePool(evidence, judge(evidence), one), JSON.stringify(facts.mimir)).toEqual(expected);
  }
});

test("THOR.TCY: its own key, strictly after its height, and the native chain", () => {
  const tcy = pool("THOR.TCY");
  for (const [value, verdict] of [
    [1, halted("HALTTCYTRADING")],
    [H - 1, halted("HALTTCYTRADING")],
    [H, open],
    [H + 1, open],
    [0, open],
    [-1, open],
  ] as const) {
    const evidence = toEvidence({ mimir: { HALTTCYTRADING: value } });
    expect(judgePool(evidence, judge(evidence), tcy), `${value}`).toEqual(verdict);
    expect(judgePair(evidence, judge(evidence), ["BTC.BTC", "THOR.RUNE"], poolMap(pool("BTC.BTC")))).toEqual(open);
  }
  const withoutRows = toEvidence({ rows: null });
  expect(judgePool(withoutRows, judge(withoutRows), tcy), "on the native chain mimir decides").toEqual(open);
  const evidence = toEvidence({ mimir: { HALTTHORCHAIN: 1 } });
  expect(judgePool(evidence, judge(evidence), tcy)).toEqual(halted("HALTTHORCHAIN"));
});

test("a pair: both sides count, in any form of the asset, and only the two sides", () => {
  const pools = poolMap(pool("BTC.BTC"), pool("ETH.ETH"), pool("ETH.USDC-0XA0"), pool("LTC.LTC", { status: "Staged" }));
  const judgeOf = (from: string, to: string, facts: Facts = {}, known: ReadonlyMap<string, Pool> | null = pools) => {
    const evidence = toEvidence(facts);
    return judgePair(evidence, judge(evidence), [from, to], known);
  };
  expect(judgeOf("BTC.BTC", "ETH.ETH")).toEqual(open);
  expect(judgeOf("BTC.BTC", "THOR.RUNE")).toEqual(open);
  expect(judgeOf("THOR.RUNE", "BTC/BTC")).toEqual(open);
  for (const form of ["ETH.USDC-0XA0", "ETH/USDC-0XA0", "ETH~USDC-0XA0", "ETH-USDC-0XA0"]) {
    expect(judgeOf("BTC.BTC", form, { mimir: { HALTETHTRADING: 1 } }), form).toEqual(halted("HALTETHTRADING"));
    expect(judgeOf(form, "BTC.BTC", { mimir: { "RAGNAROK-ETH-USDC-0XA0": 1 } })).toEqual(
      halted("RAGNAROK-ETH-USDC-0XA0"),
    );
    expect(judgeOf(form, "BTC.BTC", { mimir: { HALTLTCTRADING: 1 } })).toEqual(open);
  }
  expect(
    judgeOf("BTC.BTC", "ETH.ETH", { mimir: { HALTBTCTRADING: 1, HALTETHCHAIN: 1, HALTTRADING: 1 } }).haltedBy,
  ).toEqual(["HALTTRADING", "HALTBTCTRADING", "HALTETHCHAIN"]);
  expect(judgeOf("BTC.BTC", "LTC.LTC")).toEqual(halted("pool_status"));
  expect(judgeOf("BTC.BTC", "ETH.ETH", {}, null)).toEqual(unknown("unreadable: pools"));
  expect(judgeOf("THOR.RUNE", "THOR.RUNE", {}, null)).toEqual(open);
  expect(judgeOf("BTC.BTC", "DOGE.DOGE")).toEqual(unknown("unreadable: the asset has no pool"));
  expect(judgeOf("BTC.BTC", "ETH.ETH", { rows: [row("BTC")] })).toEqual(unknown("unreadable: no row for the chain"));
  expect(judgeOf("LTC.LTC", "ETH.ETH", { rows: [row("LTC")] }).verdict, "halted beats unknown").toBe("halted");
  expect(judgeOf("BTC.BTC", "ETH.ETH", { ageMs: 45_000, mimir: { HALTBTCTRADING: 1 } })).toEqual({
    verdict: "halted",
    haltedBy: ["HALTBTCTRADING"],
    reason: "stale: block is 45 s old",
  });
  expect(judgeOf("BTC.BTC", "ETH.ETH", { ageMs: 45_000 }).verdict).toBe("unknown");
  const lagging = { height: H - 6, second: {}, mimir: { HALTBTCTRADING: 1 } };
  expect(judgeOf("BTC.BTC", "ETH.ETH", lagging).reason, "by older data alone").toMatch(/^stale: the node is behind/);
  const mixed = { ...lagging, second: { mimir: { HALTETHTRADING: 1 } } };
  expect(judgeOf("BTC.BTC", "ETH.ETH", mixed), "one side by fresh data").toEqual(
    halted("HALTBTCTRADING", "HALTETHTRADING"),
  );
});

test("a synth, trade or secured asset moves on the native chain, and follows that chain too", () => {
  const pools = poolMap(pool("BTC.BTC"), pool("ETH.ETH"));
  const judgeOf = (to: string, mimir: Mimir) => {
    const evidence = toEvidence({ mimir });
    return judgePair(evidence, judge(evidence), ["BTC.BTC", to], pools);
  };
  for (const form of ["ETH/ETH", "ETH~ETH", "ETH-ETH"]) {
    expect(judgeOf(form, { HALTTHORCHAIN: 1 }), form).toEqual(halted("HALTTHORCHAIN"));
    expect(judgeOf(form, { HALTETHCHAIN: 1 }), form).toEqual(halted("HALTETHCHAIN"));
    expect(judgeOf(form, {}), form).toEqual(open);
  }
  expect(judgeOf("ETH.ETH", { HALTTHORCHAIN: 1 })).toEqual(open);
});

test("a pool on which the nodes differ is unknown, whatever else is open; a halt of its chain stays", () => {
  const doubted = { ...pool("ETH.ETH"), doubt: "providers_disagree: status" };
  const judgeOf = (facts: Facts) => {
    const evidence = toEvidence(facts);
    return judgePool(evidence, judge(evidence), doubted);
  };
  expect(judgeOf({})).toEqual(unknown("providers_disagree: status"));
  expect(judgeOf({ mimir: { HALTETHCHAIN: 1 } })).toEqual(halted("HALTETHCHAIN"));
});

test("mayanode knows no pause of deposits to one pool", () => {
  const mimir = { "PAUSELPDEPOSIT-ETH-ETH": 1, HALTETHTRADING: 1 };
  const named = (network: NetworkName) => Object.keys(toHaltParameters(toEvidence({ network, mimir }), ["ETH.ETH"]));
  expect(named("thorchain")).toEqual(["HALTETHTRADING", "PAUSELPDEPOSIT-ETH-ETH"]);
  expect(named("mayachain")).toEqual(["HALTETHTRADING"]);
});

test("halt parameters: the exact known keys in force or scheduled, nothing else", () => {
  const mimir = {
    HALTTRADING: 0,
    HALTRADING: 1,
    HALTETHSIGNING: 1,
    HALTSIGNINGETH: H,
    HALTBTCTRADING: H + 50,
    PAUSELP: 1,
    PAUSELPBTC: -1,
    NODEPAUSECHAINGLOBAL: H - 1,
    SOLVENCYHALTLTCCHAIN: 7,
    HALTTCYTRADING: H,
    "RAGNAROK-BTC-BTC": 1,
    "RAGNAROK-ETH-USDC-0XA0": 1,
    "RAGNAROK-TERRA-UST": 1,
    "PAUSELPDEPOSIT-ETH-ETH": 1,
    HALTCHURNING: 1,
  };
  expect(toHaltParameters(toEvidence({ mimir }), ["THOR.TCY", "ETH.USDC-0XA0"])).toEqual({
    PAUSELP: { value: 1, inForce: true },
    HALTBTCTRADING: { value: H + 50, inForce: false },
    HALTSIGNINGETH: { value: H, inForce: true },
    SOLVENCYHALTLTCCHAIN: { value: 7, inForce: true },
    HALTTCYTRADING: { value: H, inForce: false },
    "RAGNAROK-BTC-BTC": { value: 1, inForce: true },
    "RAGNAROK-ETH-USDC-0XA0": { value: 1, inForce: true },
    "PAUSELPDEPOSIT-ETH-ETH": { value: 1, inForce: true },
  });
  const live = { rows: [...rowsOf("thorchain"), row("BNB")], mimir: { "RAGNAROK-BNB-BNB": 1 } };
  expect(toHaltParameters(toEvidence(live), []), "of a chain that only the nodes list").toEqual({
    "RAGNAROK-BNB-BNB": { value: 1, inForce: true },
  });
  expect(toHaltParameters(toEvidence({ mimir: { NODEPAUSECHAINGLOBAL: H } }), [])).toEqual({
    NODEPAUSECHAINGLOBAL: { value: H, inForce: true },
  });
  const second = { mimir: { HALTBTCTRADING: 5 } };
  expect(
    toHaltParameters(toEvidence({ mimir: { HALTBTCTRADING: H + 5 }, second }), []),
    "in force at one node",
  ).toEqual({
    HALTBTCTRADING: { value: 5, inForce: true },
  });
  expect(
    toHaltParameters(toEvidence({ mimir: { HALTBTCTRADING: 5 }, second: { mimir: { HALTBTCTRADING: 9 } } }), []),
  ).toEqual({
    HALTBTCTRADING: { value: 5, inForce: true },
  });
  expect(toHaltParameters(toEvidence({ mimir: { HALTBTCTRADING: 5 }, height: null }), [])).toEqual({});
  expect(toHaltParameters(toEvidence({ mimir: { HALTBTCTRADING: 5 }, noClock: true }), [])).toEqual({});
});

test("an address is shown only where deposits are open", () => {
  const gate = (facts: Facts, chain: string) => {
    const evidence = toEvidence(facts);
    return toInboundGate(evidence, judge(evidence), chain);
  };
  const rows = [
    row("BTC"),
    row("ETH", { router: "0xrouter" }),
    row("LTC", { address: "" }),
    row("DOGE", { address: "a b" }),
  ];
  expect(gate({ rows }, "BTC")).toEqual({ address: "btc-vault", router: null, reason: null });
  expect(gate({ rows }, "ETH")).toEqual({ address: "eth-vault", router: "0xrouter", reason: null });
  const withheld = (reason: string) => ({ address: null, router: null, reason });
  expect(gate({ rows, mimir: { HALTETHTRADING: 1, HALTETHCHAIN: 1 } }, "ETH")).toEqual(
    withheld("halted: HALTETHTRADING, HALTETHCHAIN"),
  );
  expect(gate({ rows, ageMs: 31_000, mimir: { HALTETHCHAIN: 1 } }, "ETH")).toEqual(
    withheld("halted: HALTETHCHAIN; stale: block is 31 s old"),
  );
  expect(gate({ rows, ageMs: 31_000 }, "BTC")).toEqual(withheld("stale: block is 31 s old"));
  expect(gate({ rows, second: { rows: [row("BTC", { address: "elsewhere" })] } }, "BTC")).toEqual(
    withheld("providers_disagree: address"),
  );
  for (const first of [{ rows: null }, { mimir: null }, { height: null }]) {
    expect(gate({ ...first, second: { rows } }, "BTC").address, "the whole node's row").toBe("btc-vault");
  }
  expect(gate({ rows }, "LTC")).toEqual(withheld("unreadable: the address is not an address"));
  expect(gate({ rows }, "DOGE")).toEqual(withheld("unreadable: the address is not an address"));
  expect(gate({ rows: [row("ETH", { router: "<b>" })] }, "ETH")).toEqual(
    withheld("unreadable: the router is not an address"),
  );
  expect(gate({ rows }, "THOR")).toEqual(withheld("native_chain: send a MsgDeposit on the protocol's own chain"));
  expect(gate({ rows, mimir: { HALTTHORCHAIN: 1 } }, "THOR").reason).toMatch(/^native_chain/);
  expect(gate({ rows }, "SUI")).toEqual(withheld("unreadable: the chain is not listed"));
  expect(gate({ rows, mimir: { HALTSIGNING: 1, PAUSELP: 1 } }, "BTC").address, "neither stops deposits").toBe(
    "btc-vault",
  );
});

test("where the whole is in doubt no part is open, and what is halted stays halted", () => {
  const verdicts = judge(toEvidence({ mimir: { HALTETHTRADING: 1 } }));
  const doubted = withoutOpen(verdicts, "stale: of old");
  expect(doubted.network).toEqual(unknown("stale: of old"));
  expect(doubted.chains.get("ETH")).toMatchObject({
    trading: halted("HALTETHTRADING"),
    deposits: halted("HALTETHTRADING"),
    signing: unknown("stale: of old"),
    liquidity: halted("HALTETHTRADING"),
  });
  for (const question of questions) expect(doubted.chains.get("BTC")?.[question]).toEqual(unknown("stale: of old"));
  expect([...doubted.chains.keys()]).toEqual([...verdicts.chains.keys()]);
  expect(withoutOpen({ ...verdicts, network: halted("HALTTRADING") }, "stale: of old").network).toEqual(
    halted("HALTTRADING"),
  );
});
