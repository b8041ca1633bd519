// Our reader on a recorded suite: two nodes that serve the same state, and an indexer that tells of its health and of no action.
import { createNetwork, type Network } from "../../lib/protocol/network.ts";
import { createProvider } from "../../lib/protocol/upstream/provider.ts";
import type { Transport } from "../../lib/protocol/upstream/transport.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import type { RecordedNetwork } from "../../tools/recorded/suites.ts";

type Answer = readonly [status: number, body: unknown];

/** What a node answers in one state; null where it was not recorded. The path has no leading network. */
export type AnswerIn = (state: number, path: string) => Answer | null;

export interface Replay {
  readonly network: Network;
  /** Goes to a state; each is a block later than the one before. */
  goTo(state: number, height: number): void;
}

const START_MS = 1_800_000_000_000;
const BLOCK_MS = 6_000;

/** What a whole node answers beside the facts: nothing here bears on a verdict or on the state of a swap. */
const beside: Readonly<Record<string, Answer>> = {
  network: [200, { total_bond_units: "1" }],
  outbound_fees: [200, []],
  queue: [200, { swap: 0, outbound: 0, internal: 0 }],
  constants: [200, { int_64_values: {} }],
};
const refusal: Answer = [400, { code: 3, message: "not recorded", details: [] }];

export function createReplay(name: RecordedNetwork, answerIn: AnswerIn): Replay {
  let nowMs = START_MS;
  let at = { state: 0, height: 1 };
  const answerTo = ({ pathname, search }: URL): Answer => {
    const { height } = at;
    const mark = { height, timestamp: nowMs / 1_000 };
    if (pathname.startsWith("/v2/health"))
      return [200, { inSync: true, lastThorNode: mark, lastCommitted: mark }];
    if (pathname.startsWith("/v2/actions")) return [200, { actions: [] }];
    const path = `${pathname}${search}`.slice(name.length + 2);
    if (path === "lastblock")
      return [
        200,
        [{ chain: "BTC", last_observed_in: height, last_signed_out: 0, [name]: height }],
      ];
    if (path === "block")
      return [200, { header: { height: `${height}`, time: new Date(nowMs).toISOString() } }];
    return answerIn(at.state, path) ?? beside[path] ?? refusal;
  };
  const transport: Transport = async (url) => {
    const [status, body] = answerTo(url);
    return Response.json(body, { status });
  };
  const create = (kind: "node" | "indexer", index: number) =>
    createProvider({
      ...{ kind, index, transport },
      baseUrl: `http://${kind}${index}.test`,
      now: () => nowMs,
      random: () => 0,
    });
  const network = createNetwork({
    preset: presets[name],
    source: "live",
    nodes: [create("node", 0), create("node", 1)],
    indexers: [create("indexer", 0)],
    now: () => nowMs,
  });
  return {
    network,
    goTo(state, height) {
      nowMs += BLOCK_MS;
      at = { state, height };
    },
  };
}
