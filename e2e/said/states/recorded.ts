// States that a real node had, recorded block by block: the parameters, pools and transactions are its own.
import { presets } from "../../../lib/protocol/values/chains.ts";
import { longId } from "../../../tools/recorded/facts.ts";
import { readFacts } from "../../../tools/recorded/files.ts";
import type { RecordedNetwork } from "../../../tools/recorded/suites.ts";
import { createReplay } from "../../recorded/replay.ts";
import { serveFacts } from "../../recorded/served-facts.ts";
import { type Question, type State, type States, status, swap } from "../state.ts";

/** The last state of a suite in which a parameter is in force. */
function recorded(
  name: RecordedNetwork,
  suiteName: string,
  parameter: string,
  toQuestions: (txids: readonly string[]) => readonly Question[],
): State {
  const facts = readFacts(name);
  const suite = facts.suites.find((one) => one.name === suiteName);
  const at = suite?.states.findLastIndex(([height, parameters]) => {
    const since = facts.parameters[parameters ?? -1]?.[parameter] ?? 0;
    return since > 0 && since <= height;
  });
  const height = suite?.states[at ?? -1]?.[0];
  if (!suite || at === undefined || height === undefined)
    throw new Error(`${suiteName} of ${name} has no state with ${parameter}`);
  return {
    async setting() {
      const { network, goTo } = createReplay(name, serveFacts(facts, suite));
      goTo(at, height);
      const { clock } = await network.getStatus();
      const nowMs = (clock.blockTimeMs ?? 0) + (clock.ageMs ?? 0);
      return { network, preset: presets[name], nowMs };
    },
    questions: toQuestions(
      Object.entries(suite.txs).flatMap(([id, { facts: told }]) =>
        told.some(([state]) => state <= at) ? longId(id).toUpperCase() : [],
      ),
    ),
  };
}

const statusAlone = () => [status];
const lastSwap = (txids: readonly string[]) => [swap(txids.at(-1) ?? "")];

export const recordedStates: States = {
  "recorded-thorchain-payouts-halted": recorded(
    "thorchain",
    "lab/halt-haltsigning",
    "HALTSIGNING",
    statusAlone,
  ),
  "recorded-thorchain-swap-while-a-chain-is-halted": recorded(
    "thorchain",
    "lab/halt-haltbtctrading",
    "HALTBTCTRADING",
    lastSwap,
  ),
  "recorded-maya-swap-while-a-pool-is-halted": recorded(
    "mayachain",
    "lab/halt-halttrading-eth-eth",
    "HALTTRADING-ETH-ETH",
    lastSwap,
  ),
};
