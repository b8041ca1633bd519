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
  const transport: Transport = async (url) => {
    const path = `${url.pathname}${url.search}`;
    if (path.startsWith("/v2/health")) {
      const mark = { height: at.height, timestamp: nowMs / 1_000 };
      return toResponse([200, { inSync: true, lastThorNode: mark, lastCommitted: mark }]);
    }
    if (path.startsWith("/v2/actions")) return toResponse([200, { actions: [] }]);
    const asked = path.slice(name.length + 2);
    if (asked === "lastblock") {
      return toResponse([
        200,
        [{ chain: "BTC", last_observed_in: at.height, last_signed_out: 0, [name]: at.height }],
      ]);
    }
    if (asked === "block") {
      return toResponse([
        200,
        { header: { height: `${at.height}`, time: new Date(nowMs).toISOString() } },
      ]);
    }
    return toResponse(answerIn(at.state, asked) ?? beside[asked] ?? refusal);
  };
  const create = (kind: "node" | "indexer", index: number) =>
    createProvider({
      kind,
      index,
      baseUrl: `http://${kind}${index}.test`,
      transport,
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

function toResponse([status, body]: Answer): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json" },
  });
}
