// The model's network: what every provider would say at any instant. Immutable states in a history, so the past can be asked again.
import { type Preset, presets } from "../../lib/protocol/values/chains.ts";
import {
  BLOCK_MS,
  type Block,
  blockAt,
  down,
  notFound,
  poolBody,
  type Row,
  rowBody,
  soundFlags,
  status,
} from "../support/wire.ts";
import type { PoolSaid, RowSaid } from "./rules.ts";

export const START_MS = 1_800_000_000_000;
const START_HEIGHT = 25_000_000;

export type Fault = "timeout" | keyof typeof faultyAnswers;
export const faultyAnswers = {
  reset: down,
  wrong_shape: [{ chain: 7, asset: null }],
  empty: {},
  error_member: { error: "trading is open" },
  html: status(200, "<html>open</html>", { "content-type": "text/html" }),
  truncated: '[{"chain":"BTC","halted":fal',
  redirect: status(302, "", { location: "http://elsewhere.test/" }),
  status_500: status(500, { code: 2, message: "internal" }),
  status_404: notFound,
  status_429: status(429, { message: "slow down" }, { "retry-after": "3" }),
  status_503: status(503, "<html>busy</html>"),
  refusal: status(400, { code: 3, message: "trading is halted, can't process swap" }),
};
export const faults = ["timeout", ...Object.keys(faultyAnswers)] as readonly Fault[];

/** One row as a node's state holds it: a flag may be missing (undefined) or of a wrong type. */
interface RowState {
  present: boolean;
  flags: Record<string, boolean | string | undefined>;
  vault: number;
  router: number;
}
/** All facts about safety that one node tells. */
export interface View {
  mimir: Record<string, number>;
  rows: Record<string, RowState>;
  pools: Record<string, { status: string; halted: boolean }>;
}
export interface ProviderState {
  /** By path, or `*` for all. */
  faults: Record<string, Fault>;
  /** How long an answer takes on the fake clock. */
  latencyMs: number;
  heightOffset: number;
  timeOffsetMs: number;
  /** The block at which this provider alone is stuck. */
  stuckAt: Block | null;
  /** It has the chain of earlier, and follows at `pace` times the chain's own. */
  lag: { readonly sinceMs: number; readonly behindMs: number; readonly pace: number } | null;
  /** It repeats what this node tells, with blocks of now. */
  repeats: number | null;
  inSync: boolean;
  /** A quote that names another address than the row does. */
  strangeQuote: boolean;
}
export interface State {
  /** Blocks are made every 6 s from here on. */
  anchor: Block;
  /** A consensus halt: no block after this instant. */
  frozenAtMs: number | null;
  /** By how much the clock of the machine that reads is wrong. */
  clockErrorMs: number;
  /** What the honest network holds. */
  truth: View;
  /** What node i tells; equal to `truth` unless it deviates. */
  nodes: View[];
  providers: Record<string, ProviderState>;
}

export const assetsOf = (preset: Preset): readonly string[] =>
  preset.segment === "thorchain"
    ? ["BTC.BTC", "ETH.ETH", "ETH.USDC-0XA0B8", "GAIA.ATOM", "THOR.TCY"]
    : ["BTC.BTC", "ETH.ETH", "DASH.DASH", "THOR.RUNE", "MAYA.MAYA"];

const cutDown = (preset: Preset, ...kept: readonly string[]): Preset => {
  return { ...preset, chains: preset.chains.filter(({ code }) => kept.includes(code)) };
};
/** With a few chains alone: the same rules, more collisions, less to read. */
export const smallPresets = {
  thorchain: cutDown(presets.thorchain, "THOR", "BTC", "ETH", "GAIA"),
  mayachain: cutDown(presets.mayachain, "MAYA", "BTC", "ETH", "THOR", "DASH"),
};

export const soundProvider = (): ProviderState => ({
  faults: {},
  latencyMs: 0,
  heightOffset: 0,
  timeOffsetMs: 0,
  stuckAt: null,
  lag: null,
  repeats: null,
  inSync: true,
  strangeQuote: false,
});

export function createState(preset: Preset, nodeCount: number, indexerCount: number): State {
  const truth: View = {
    // A pause that ended long ago, junk votes that do nothing, and figures.
    mimir: {
      ...{ NODEPAUSECHAINGLOBAL: 1_000, HALTRADING: 1, HALTETHSIGNING: 1 },
      ...{ MAXRUNESUPPLY: 5e16, L1SLIPMINBPS: 5 },
    },
    rows: Object.fromEntries(
      preset.chains
        .filter((chain) => !chain.native)
        .map(({ code }) => [
          code,
          { present: true, flags: soundFlags(), vault: 1, router: code === "ETH" ? 1 : 0 },
        ]),
    ),
    pools: Object.fromEntries(
      assetsOf(preset).map((asset) => [asset, { status: "Available", halted: false }]),
    ),
  };
  const names = [
    ...Array.from({ length: nodeCount }, (_, index) => `node${index}`),
    ...Array.from({ length: indexerCount }, (_, index) => `indexer${index}`),
  ];
  return {
    anchor: { height: START_HEIGHT, timeMs: START_MS },
    frozenAtMs: null,
    clockErrorMs: 0,
    truth,
    nodes: Array.from({ length: nodeCount }, () => structuredClone(truth)),
    providers: Object.fromEntries(names.map((name) => [name, soundProvider()])),
  };
}

export function toChainBlock(state: State, atMs: number): Block {
  return blockAt(state.anchor, Math.min(atMs, state.frozenAtMs ?? atMs));
}

const providerOf = (state: State, name: string) => state.providers[name] as ProviderState;

/** Whose chain a provider tells: its own, or that of the node which it repeats. */
const sourceName = (state: State, name: string) => {
  const { repeats } = providerOf(state, name);
  return repeats === null ? name : `node${repeats}`;
};

/** A provider at an instant at which this state is in force. */
interface ProviderAt {
  readonly history: History;
  readonly state: State;
  readonly name: string;
  readonly atMs: number;
}

/** The chain as a provider has it, and the instant up to which it has it. */
function toKnownChain({ history, state, name, atMs }: ProviderAt) {
  const { lag } = providerOf(state, sourceName(state, name));
  if (lag === null) return { chainState: state, untilMs: atMs };
  const untilMs = Math.min(atMs, lag.sinceMs - lag.behindMs + lag.pace * (atMs - lag.sinceMs));
  return { chainState: history.at(untilMs), untilMs };
}

/** The newest block that a provider would tell of. A lag is told with the older block's own time. */
export function toProviderBlock(provider: ProviderAt): Block {
  const { stuckAt, repeats, heightOffset, timeOffsetMs } = providerOf(
    provider.state,
    provider.name,
  );
  const { chainState, untilMs } = toKnownChain(provider);
  const { height, timeMs } = stuckAt ?? toChainBlock(chainState, untilMs);
  const statedTimeMs = repeats === null ? timeMs : provider.atMs;
  return {
    height: height + heightOffset,
    timeMs: statedTimeMs + Math.min(0, heightOffset) * BLOCK_MS + timeOffsetMs,
  };
}

/** All facts about safety that a node tells at an instant. */
export function toView(provider: ProviderAt): View {
  const { chainState } = toKnownChain(provider);
  const source = sourceName(provider.state, provider.name);
  return chainState.nodes[Number(source.slice(4))] as View;
}

export function toRowsSaid(view: View): RowSaid[] {
  return Object.entries(view.rows).flatMap(([chain, { present, vault, router, flags }]) => {
    const code = chain.toLowerCase();
    const toldRouter = router > 0 ? `0x${code}router${router}x` : null;
    return present ? rowBody(chain, `${code}vault${vault}x`, toldRouter, flags) : [];
  });
}

export const toPoolsSaid = ({ segment }: Preset, { pools }: View) =>
  Object.entries(pools).map(([asset, { status, halted }]): PoolSaid & Row => {
    const depths = [
      "10000000000",
      `5000000000000000${segment === "mayachain" ? "00" : ""}`,
      "8000000000000",
    ] as const;
    const more = segment === "mayachain" ? { status } : { status, trading_halted: halted };
    return poolBody(segment, asset, depths, more) as PoolSaid & Row;
  });

/** The past of one script: which state held when. */
export interface History {
  readonly entries: { readonly fromMs: number; readonly state: State }[];
  change(atMs: number, edit: (state: State) => void): void;
  current(): State;
  at(atMs: number): State;
  /** Every state in force at some instant of [fromMs, toMs], with the first and the last such instant (at most one block apart). */
  during(fromMs: number, toMs: number): { state: State; instants: number[] }[];
}

export function createHistory(first: State): History {
  const entries = [{ fromMs: START_MS, state: first }];
  const current = () => (entries.at(-1) as (typeof entries)[number]).state;
  return {
    entries,
    current,
    at: (atMs) => entries.findLast(({ fromMs }) => fromMs <= atMs)?.state ?? first,
    change(atMs, edit) {
      const state = structuredClone(current());
      edit(state);
      entries.push({ fromMs: atMs, state });
    },
    during(fromMs, toMs) {
      return entries.flatMap(({ fromMs: start, state }, index) => {
        const end = entries[index + 1]?.fromMs ?? toMs;
        if (end < fromMs || start > toMs) return [];
        return [{ state, instants: [Math.max(start, fromMs), Math.min(end, toMs)] }];
      });
    },
  };
}

/** Nothing is wrong with any provider: halts and churns may stand, but everyone is alive, tells the same, and blocks are made. */
export function isSound(state: State): boolean {
  const known = soundness.get(state) ?? findSoundness(state);
  soundness.set(state, known);
  return known;
}
const soundness = new WeakMap<State, boolean>();
function findSoundness(state: State): boolean {
  if (state.frozenAtMs !== null || state.clockErrorMs !== 0) return false;
  const truth = JSON.stringify(state.truth);
  // A network without any row is taken for an unreadable answer, as one without any parameter is.
  const isListed = Object.values(state.truth.rows).some((row) => row.present);
  return (
    isListed &&
    Object.values(state.providers).every(isProviderSound) &&
    state.nodes.every((view, index) => isNodeSound(state, index) && JSON.stringify(view) === truth)
  );
}

const isProviderSound = (provider: ProviderState | undefined) =>
  JSON.stringify(provider) === JSON.stringify(soundProvider());

/** The node answers, and in the documented shape, whatever it says. */
export function isNodeSound(state: State, index: number): boolean {
  const rows = Object.values(state.nodes[index]?.rows ?? {});
  const isWellFormed = rows.every((row) =>
    Object.values(row.flags).every((flag) => typeof flag !== "string"),
  );
  return (
    isWellFormed &&
    rows.some((row) => row.present) &&
    isProviderSound(state.providers[`node${index}`])
  );
}
