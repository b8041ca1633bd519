// The processes of one script: they share a cache, begin again, and stand still while an answer is on its way to them.

import { createNetwork, type Network } from "../../lib/protocol/network.ts";
import { createProvider } from "../../lib/protocol/upstream/provider.ts";
import type { Preset } from "../../lib/protocol/values/chains.ts";
import { type cacheLies, createCacheLiar } from "../adversary/cache-liar.ts";
import { createSharedCache } from "../support/shared-world.ts";
import type { Freeze, Script } from "./steps.ts";
import type { createUpstreams, Inbox } from "./upstreams.ts";
import type { History } from "./world.ts";

export interface Process extends Inbox {
  readonly reader: Network;
  /** What was asked while it stood still, or before. */
  readings: Promise<unknown>;
}

export function createProcesses(
  script: Script,
  preset: Preset,
  history: History,
  { clock, hear, transportOf }: ReturnType<typeof createUpstreams>,
) {
  const operators = script.operators ?? "abc".slice(0, script.nodes);
  const now = () => clock.nowMs + history.current().clockErrorMs;
  const shared = createSharedCache(preset.network);
  const lie = createCacheLiar(shared);

  function start(): Process {
    const inbox: Inbox = {
      told: [],
      thawsAtMs: 0,
      isCutOff: false,
      freeze: null,
      onFreeze: () => undefined,
    };
    const arrive = () => clock.arrive(inbox);
    const transport = (name: string) => {
      const own = transportOf(name);
      return hear(name, inbox, script.processes ? shared.wrap(own, { now, arrive }) : own);
    };
    const create = (kind: "node" | "indexer", count: number) =>
      Array.from({ length: count }, (_, index) =>
        createProvider({
          kind,
          index,
          baseUrl: `http://secret-${kind}${index}.test/base`,
          operator: kind === "node" ? `operator ${operators[index]}` : `${kind}${index}`,
          transport: transport(`${kind}${index}`),
          now,
          random: () => 0.5,
        }),
      );
    const upstreams = {
      nodes: create("node", script.nodes),
      indexers: create("indexer", script.indexers),
    };
    const reader = createNetwork({ preset, source: "live", ...upstreams, now });
    return Object.assign(inbox, { reader, readings: Promise.resolve() });
  }

  const processes = Array.from({ length: script.processes ?? 1 }, start);
  const isFrozen = ({ thawsAtMs }: Process) => clock.nowMs < thawsAtMs;

  /** Lets time pass. Who goes on meanwhile ends its readings first. */
  async function advance(ms: number): Promise<void> {
    const untilMs = clock.nowMs + ms;
    const thawing = processes.filter((one) => isFrozen(one) && one.thawsAtMs <= untilMs);
    for (const one of thawing.sort((a, b) => a.thawsAtMs - b.thawsAtMs)) {
      await clock.advance(one.thawsAtMs - clock.nowMs);
      await one.readings;
    }
    await clock.advance(untilMs - clock.nowMs);
  }

  /** Begins readings at once, and waits for them. The process of the first may stand still: for that nobody waits. */
  async function run(
    freeze: Freeze | null,
    asked: readonly { process: Process; work: () => Promise<unknown> }[],
  ) {
    const first = asked[0]?.process as Process;
    const frozen = new Promise<void>((resolve) => {
      first.onFreeze = resolve;
    });
    first.freeze = freeze;
    const ends = asked.map(({ process, work }) => {
      const reading = work();
      process.readings = Promise.all([process.readings, reading]);
      // It may fail while something else is waited for.
      process.readings.catch(() => null);
      return process === first ? Promise.race([reading, frozen]) : reading;
    });
    await Promise.all(ends);
    first.freeze = null;
  }

  return {
    processes,
    taken: shared.taken,
    lieOfCache: (what: (typeof cacheLies)[number]) => lie(what),
    advance,
    run,
    thawAll: () =>
      advance(Math.max(0, ...processes.map(({ thawsAtMs }) => thawsAtMs - clock.nowMs))),
    restart(at: number) {
      const index = at % processes.length;
      if (!isFrozen(processes[index] as Process)) processes[index] = start();
    },
    /** Those that do not stand still, from this one on; where all do, the first that goes on. */
    async listAwake(at: number): Promise<readonly Process[]> {
      const first = Math.min(...processes.map(({ thawsAtMs }) => thawsAtMs));
      await advance(Math.max(0, first - clock.nowMs));
      const turned = processes.map(
        (_, index) => processes[(at + index) % processes.length] as Process,
      );
      return turned.filter((one) => !isFrozen(one));
    },
  };
}
