// What each step of a script does to the model's network.
import type { Preset } from "../../lib/protocol/values/chains.ts";
import { soundFlags } from "../support/wire.ts";
import { allFlags } from "./rules.ts";
import { keysToVote, type Step, type Where } from "./steps.ts";
import type { History, ProviderState, State, View } from "./world.ts";
import { assetsOf, soundProvider, toChainBlock, toProviderBlock } from "./world.ts";

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

function viewsAt({ truth, nodes }: State, where: Where): readonly View[] {
  const view = where === "all" ? undefined : nodes[where];
  return view ? [view] : [truth, ...nodes];
}

/** Applies what a step changes in the network to a copy of the state that the caller owns. */
export function applyStep(
  preset: Preset,
  history: History,
  state: State,
  step: Step,
  nowMs: number,
): void {
  const codes = preset.chains.filter((chain) => !chain.native).map((chain) => chain.code);
  const views = "where" in step ? viewsAt(state, step.where) : [];
  const rowsOf = (...chains: readonly string[]) =>
    views.flatMap(({ rows }) => chains.flatMap((code) => rows[code] ?? []));
  const name = pick(Object.keys(state.providers), "provider" in step ? step.provider : 0);
  const provider = state.providers[name] as ProviderState;

  switch (step.do) {
    case "mimir": {
      const { value } = step;
      const height = toChainBlock(state, nowMs).height;
      const voted = value.is === "plain" ? value.value : height + value.offset;
      for (const { mimir } of views) mimir[pick(keysToVote(preset), step.key)] = voted;
      return;
    }
    case "flag": {
      const told = { true: true, false: false, missing: undefined, text: "false" }[step.value];
      for (const { flags } of rowsOf(...(step.everyRow ? codes : [pick(codes, step.chain)])))
        flags[pick(allFlags, step.flag)] = told;
      return;
    }
    case "row":
      for (const row of rowsOf(pick(codes, step.chain))) row.present = step.present;
      return;
    case "churn":
      for (const row of rowsOf(pick(codes, step.chain)))
        if (step.what === "vault" || row.router > 0) row[step.what] += 1;
      return;
    case "pool": {
      const { status, halted } = step;
      for (const { pools } of views) pools[pick(assetsOf(preset), step.asset)] = { status, halted };
      return;
    }
    case "freeze":
      state.frozenAtMs ??= nowMs;
      return;
    case "thaw":
      thaw(state, nowMs);
      return;
    case "fault":
      provider.faults[step.path] = step.fault;
      return;
    case "height":
      provider.heightOffset = step.offset;
      return;
    case "time":
      provider.timeOffsetMs = step.offsetMs;
      return;
    case "stick":
      provider.stuckAt ??= toProviderBlock({ history, state, name, atMs: nowMs });
      Object.assign(provider, { heightOffset: 0, timeOffsetMs: 0 });
      return;
    case "lag":
      provider.lag = { sinceMs: nowMs, behindMs: step.behindMs, pace: step.pace };
      return;
    case "repeat": {
      const nodeCount = state.nodes.length;
      provider.repeats = step.node % nodeCount;
      // Nobody repeats itself, or a node that repeats another one.
      if (
        name === `node${provider.repeats}` ||
        state.providers[`node${provider.repeats}`]?.repeats != null
      )
        provider.repeats = null;
      return;
    }
    case "clock":
      state.clockErrorMs = step.errorMs;
      return;
    case "latency":
      provider.latencyMs = step.ms;
      return;
    case "unsync":
      provider.inSync = false;
      return;
    case "strangeQuote":
      provider.strangeQuote = true;
      return;
    case "repair":
      state.providers[name] = soundProvider();
      if (name.startsWith("node"))
        state.nodes[Number(name.slice(4))] = structuredClone(state.truth);
      return;
    case "repairAll":
      repairAllOf(preset, state, nowMs, step.halts);
  }
}

/** Blocks are made again, from the height at which they stopped. */
function thaw(state: State, nowMs: number): void {
  if (state.frozenAtMs === null) return;
  state.anchor = { height: toChainBlock(state, nowMs).height + 1, timeMs: nowMs };
  state.frozenAtMs = null;
}

/** Every provider is sound and tells the truth; with `halts`, nothing is halted, paused, unlisted or malformed any more. */
export function repairAllOf(preset: Preset, state: State, nowMs: number, halts: boolean): void {
  thaw(state, nowMs);
  state.clockErrorMs = 0;
  for (const name of Object.keys(state.providers)) state.providers[name] = soundProvider();
  const rows = Object.values(state.truth.rows);
  const isListed = rows.some((row) => row.present);
  for (const row of rows) {
    row.present ||= !isListed;
    for (const [flag, told] of Object.entries(row.flags))
      if (typeof told === "string") row.flags[flag] = false;
    if (halts) Object.assign(row, { flags: soundFlags(), present: true });
  }
  if (halts) {
    for (const key of keysToVote(preset)) delete state.truth.mimir[key];
    for (const asset of assetsOf(preset))
      state.truth.pools[asset] = { status: "Available", halted: false };
  }
  state.nodes = state.nodes.map(() => structuredClone(state.truth));
}
