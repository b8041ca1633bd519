// What the network itself held in the last 6 s, whatever was asked: a flip older than that must show.
import type { Preset } from "../../lib/protocol/values/chains.ts";
import { isNamedBy, type PoolSaid, type Said } from "./rules.ts";
import type { History } from "./world.ts";
import {
  isNodeSound,
  isSound,
  toChainBlock,
  toPoolsSaid,
  toProviderBlock,
  toRowsSaid,
  toView,
} from "./world.ts";

export interface Past {
  /** Held as halted at every instant of the window by all nodes, or by one that was never out of order and was asked, so must be heard. */
  wasHalted(halts: (said: Said) => readonly string[]): boolean;
  wasPoolHalted(halts: (pools: readonly PoolSaid[]) => readonly string[]): boolean;
  /** A node held them at some instant of the window, and so did each that was never out of order and was asked. `router` undefined: not read. */
  wasHeld(
    ...told: readonly [code: string, address: string | null, router?: string | null]
  ): boolean;
}

/** `asked`: the providers that were asked of late. Of three nodes one may not have been, or was outvoted; of two operators, both must. */
export function createPast(
  preset: Preset,
  history: History,
  asked: ReadonlySet<string>,
  operators: string,
  fromMs: number,
  toMs: number,
): Past {
  const moments = history.during(fromMs, toMs);
  const nodes = (moments[0]?.state.nodes ?? []).map((_, index) => ({
    isSteadfast: history.entries.every(({ state }) => isNodeSound(state, index)),
    isAsked: asked.has(`node${index}`),
    saids: moments.flatMap(({ state, instants }) =>
      instants.map((atMs): Said => {
        const provider = { history, state, name: `node${index}`, atMs };
        const view = toView(provider);
        return {
          height: toProviderBlock(provider).height,
          mimir: view.mimir,
          rows: toRowsSaid(view),
        };
      }),
    ),
  }));
  const spare = Math.max(0, nodes.length - 2);
  /** Whether a reader that asks two nodes, or one where there is one, cannot have missed them all. */
  const mustBeHeard = (some: typeof nodes) => {
    const steadfast = some.filter(({ isSteadfast }) => isSteadfast);
    const isOutvoted = new Set(operators).size > 2;
    return steadfast.length > spare || (!isOutvoted && steadfast.some(({ isAsked }) => isAsked));
  };
  const pools = moments.flatMap(({ state, instants }) =>
    instants.flatMap((atMs) =>
      state.nodes.map((_, index) =>
        toPoolsSaid(preset, toView({ history, state, name: `node${index}`, atMs })),
      ),
    ),
  );
  return {
    wasHalted(halts) {
      const held = nodes.filter(({ saids }) => saids.every((said) => halts(said).length > 0));
      return held.length === nodes.length || mustBeHeard(held);
    },
    wasPoolHalted: (halts) => pools.every((said) => halts(said).length > 0),
    wasHeld(...told) {
      const held = nodes.filter(({ saids }) => saids.some((said) => isNamedBy(said, ...told)));
      return held.length > 0 && !mustBeHeard(nodes.filter((node) => !held.includes(node)));
    },
  };
}

/** What the network says where nothing is wrong and nothing changed lately. */
export interface Truth {
  /** At each height that a reader may have met. */
  readonly saids: readonly Said[];
  /** At the height of the moment at which it was asked: what the parameters will say by then is known before. */
  readonly asked: Said;
  readonly pools: readonly PoolSaid[];
}

export function toTruth(
  preset: Preset,
  history: History,
  fromMs: number,
  askedMs: number,
  toMs: number,
): Truth {
  const { truth } = history.current();
  const rows = toRowsSaid(truth);
  const heights = history
    .during(fromMs, toMs)
    .flatMap(({ state, instants }) => instants.map((at) => toChainBlock(state, at).height));
  const toSaid = (height: number): Said => ({ height, mimir: truth.mimir, rows });
  return {
    saids: [...new Set(heights)].map(toSaid),
    asked: toSaid(toChainBlock(history.current(), askedMs).height),
    pools: toPoolsSaid(preset, truth),
  };
}

/** No provider was ever wrong, and nothing at all changed since `sinceMs`. */
export function isSettled(history: History, sinceMs: number): boolean {
  const isYoung = history.entries.some(({ fromMs }, index) => index > 0 && fromMs > sinceMs);
  return !isYoung && history.entries.every(({ state }) => isSound(state));
}
