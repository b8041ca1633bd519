// The sample network, of which every text says that nothing is real, and recorded nodes.
import { presets } from "../../../lib/protocol/values/chains.ts";
import { sampleTransactions } from "../../../lib/sample/transactions.ts";
import { longId } from "../../../tools/recorded/facts.ts";
import { readFacts } from "../../../tools/recorded/files.ts";
import type { RecordedNetwork } from "../../../tools/recorded/suites.ts";
import { createReplay } from "../../recorded/replay.ts";
import { serveFacts } from "../../recorded/served-facts.ts";
import { NOW } from "../../support/sample-client.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";
import { questionsOf, type State, type States } from "../state.ts";

const sample = (questions: string): State => ({
  setting: () => ({
    network: createSampleNetwork({ now: () => NOW }),
    preset: presets.sample,
    nowMs: NOW,
  }),
  questions: questionsOf(questions),
});
const toSample = (code: string) =>
  `quote+to=${code}&amount=0.5&destination=sample-${code.toLowerCase()}-recipient`;
const refunded = sampleTransactions.find(({ state }) => state === "partially_refunded");

/** The last state of a parameter's suite in which it is in force. */
function recorded(
  name: RecordedNetwork,
  parameter: string,
  toQuestion: (lastSwap: string) => string,
): State {
  const facts = readFacts(name);
  const suiteName = `lab/halt-${parameter.toLowerCase()}`;
  const suite = facts.suites.find((one) => one.name === suiteName);
  const at = suite?.states.findLastIndex(([height, parameters]) => {
    const since = facts.parameters[parameters ?? -1]?.[parameter] ?? 0;
    return since > 0 && since <= height;
  });
  const height = suite?.states[at ?? -1]?.[0];
  if (!suite || at === undefined || height === undefined)
    throw new Error(`${suiteName} of ${name} has no state with ${parameter}`);
  const seen = Object.entries(suite.txs).filter(([, tx]) =>
    tx.facts.some(([state]) => state <= at),
  );
  return {
    async setting() {
      const { network, goTo } = createReplay(name, serveFacts(facts, suite));
      goTo(at, height);
      const { clock } = await network.getStatus();
      const nowMs = (clock.blockTimeMs ?? 0) + (clock.ageMs ?? 0);
      return { network, preset: presets[name], nowMs };
    },
    questions: questionsOf(toQuestion(longId(seen.at(-1)?.[0] ?? "").toUpperCase())),
  };
}
const swapOf = (txid: string) => `swap:${txid}`;

export const otherStates: States = {
  "sample-is-not-real": sample(`status, statuspage, ${toSample("ETH")}`),
  "sample-halted-and-held-swaps": sample(`${toSample("LTC")}, ${toSample("XRP")}`),
  "sample-transaction-partly-refunded": sample(`swap:${refunded?.txid}`),
  "recorded-thorchain-payouts-halted": recorded("thorchain", "HALTSIGNING", () => "status"),
  "recorded-thorchain-swap-while-a-chain-is-halted": recorded(
    "thorchain",
    "HALTBTCTRADING",
    swapOf,
  ),
  "recorded-maya-swap-while-a-pool-is-halted": recorded("mayachain", "HALTTRADING-ETH-ETH", swapOf),
};
