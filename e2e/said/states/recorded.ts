// States that a real node had, recorded block by block: the parameters, pools and transactions are its own.
import { presets } from "../../../lib/protocol/values/chains.ts";
import { longId } from "../../../tools/recorded/facts.ts";
import { readFacts } from "../../../tools/recorded/files.ts";
import type { RecordedNetwork } from "../../../tools/recorded/suites.ts";
import { createReplay } from "../../recorded/replay.ts";
import { serveFacts } from "../../recorded/served-facts.ts";
import { type Question, type State, type States, status, swap } from "../state.ts";

/** The newest state of a suite. */
function recorded(
  name: RecordedNetwork,
  suiteName: string,
  toQuestions: (txids: readonly string[]) => readonly Question[],
): State {
  const facts = readFacts(name);
  const suite = facts.suites.find((one) => one.name === suiteName);
  if (!suite) throw new Error(`${name} has no suite ${suiteName}`);
  const last = suite.states.length - 1;
  const txids = Object.keys(suite.txs).map((id) => longId(id).toUpperCase());
  return {
    async setting() {
      const { network, goTo } = createReplay(name, serveFacts(facts, suite));
      goTo(last, suite.states[last]?.[0] ?? 1);
      const { clock } = await network.getStatus();
      const nowMs = (clock.blockTimeMs ?? 0) + (clock.ageMs ?? 0);
      return { network, preset: presets[name], nowMs };
    },
    questions: toQuestions(txids),
  };
}

const statusAlone = () => [status];
const firstSwap = (txids: readonly string[]) => [swap(txids[0] ?? "")];

export const recordedStates: States = {
  "recorded-thorchain-payouts-halted": recorded("thorchain", "lab/halt-haltsigning", statusAlone),
  "recorded-thorchain-chain-halted": recorded("thorchain", "lab/halt-haltbtcchain", firstSwap),
  "recorded-maya-pool-halted": recorded("mayachain", "lab/halt-halttrading-eth-eth", statusAlone),
  "recorded-maya-refunds": recorded("mayachain", "refunds/refunds", firstSwap),
};
