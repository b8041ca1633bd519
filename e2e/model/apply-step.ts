// What each step of a script does to the model's network.
import type { Preset } from "../../lib/protocol/values/chains.ts";
import { soundFlags } from "../support/wire.ts";
import { liquidityFlag, tradingFlags } from "./rules.ts";
import { keysToVote, type Step, type Where } from "./steps.ts";
import type { ProviderState, State, View } from "./world.ts";
import { assetsOf, soundProvider, toChainBlock, toProviderBlock } from "./world.ts";

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** Applies what a step changes in the network to a copy of the state that the caller owns. */
export function applyStep(preset: Preset, state: State, step: Step, nowMs: number): void {
  const views = (place: Where): View[] => {
    const one = place === "all" ? undefined : state.nodes[place];
    return one ? [one] : [state.truth, ...state.nodes];
  };
  const names = Object.keys(state.providers);
  const providerOf = (at: number) => state.providers[pick(names, at)] as ProviderState;
  const codes = preset.chains.filter((chain) => !chain.native).map((chain) => chain.code);

  switch (step.do) {
    case "mimir": {
      const key = pick(keysToVote(preset), step.key);
      const voted =
        step.value.is === "plain"
          ? step.value.value
          : toChainBlock(state, nowMs).height + step.value.offset;
      for (const view of views(step.where)) view.mimir[key] = voted;
      return;
    }
    case "flag": {
      const flags: readonly string[] = [...tradingFlags, liquidityFlag];
      const flag = pick(flags, step.flag);
      const told = { true: true, false: false, missing: undefined, text: "false" }[step.value];
      for (const view of views(step.where))
        for (const code of step.everyRow ? codes : [pick(codes, step.chain)]) {
          const row = view.rows[code];
          if (row) row.flags[flag] = told;
        }
      return;
    }
    case "row": {
      for (const view of views(step.where)) {
        const row = view.rows[pick(codes, step.chain)];
        if (row) row.present = step.present;
      }
      return;
    }
    case "churn": {
      for (const view of views(step.where)) {
        const row = view.rows[pick(codes, step.chain)];
        if (row && step.what === "vault") row.vault += 1;
        if (row && step.what === "router" && row.router > 0) row.router += 1;
      }
      return;
    }
    case "pool": {
      for (const view of views(step.where))
        view.pools[pick(assetsOf(preset), step.asset)] = {
          status: step.status,
          halted: step.halted,
        };
      return;
    }
    case "freeze":
      state.frozenAtMs ??= nowMs;
      return;
    case "thaw":
      thaw(state, nowMs);
      return;
    case "fault":
      providerOf(step.provider).faults[step.path] = step.fault;
      return;
    case "height":
      providerOf(step.provider).heightOffset = step.offset;
      return;
    case "time":
      providerOf(step.provider).timeOffsetMs = step.offsetMs;
      return;
    case "stick": {
      const provider = providerOf(step.provider);
      provider.stuckAt ??= toProviderBlock(state, pick(names, step.provider), nowMs);
      Object.assign(provider, { heightOffset: 0, timeOffsetMs: 0 });
      return;
    }
    case "latency":
      providerOf(step.provider).latencyMs = step.ms;
      return;
    case "unsync":
      providerOf(step.provider).inSync = false;
      return;
    case "strangeQuote":
      providerOf(step.provider).strangeQuote = true;
      return;
    case "repair": {
      const name = pick(names, step.provider);
      state.providers[name] = soundProvider();
      const node = Number(name.replace("node", ""));
      if (name.startsWith("node")) state.nodes[node] = structuredClone(state.truth);
      return;
    }
    case "repairAll":
      repairAllOf(preset, state, nowMs, step.halts);
      return;
    case "advance":
    case "read":
    case "restart":
    case "cache":
      return;
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
