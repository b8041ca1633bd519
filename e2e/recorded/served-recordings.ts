// A recorded suite as the answers of a node, body by body, with the parameters that a main network lists.
import type { NetworkFacts } from "../../tools/recorded/facts.ts";
import { answerOf, type RecordedNetwork, type RecordedSuite } from "../../tools/recorded/suites.ts";
import type { AnswerIn } from "./replay.ts";
import { listedParameters } from "./served-facts.ts";

export function serveRecordings(
  network: RecordedNetwork,
  suite: RecordedSuite,
  facts: NetworkFacts,
): AnswerIn {
  const rows = `/${network}/inbound_addresses`;
  /** A state that was not recorded whole answers as the whole one before it, but for the transactions. */
  const wholes = suite.states.map((_, index) =>
    suite.states.slice(0, index + 1).findLast((state) => state.answers[rows] !== undefined),
  );
  return (index, path) => {
    const state = suite.states[index];
    const whole = wholes[index];
    if (!state || !whole) return null;
    // Which amount and destination a quote was asked for is no matter of the verdict beside it.
    if (path.startsWith("quote/swap?")) return quoteOf(whole.answers, path);
    const found = [state, whole]
      .map((one) => answerOf(suite, one, recordedPath(one, path)))
      .find((one) => one !== null);
    if (!found) return null;
    if (path !== "mimir") return found;
    return [found[0], listedParameters(facts, found[1] as Record<string, number>)];
  };

  /** Ids are asked for in capitals, and recorded as their scenarios wrote them. */
  function recordedPath({ answers }: RecordedSuite["states"][number], path: string): string {
    const asked = `/${network}/${path}`;
    if (answers[asked] !== undefined || !/[0-9A-F]{64}$/.test(path)) return asked;
    const id = asked.slice(-64);
    return asked.slice(0, -64) + id.toLowerCase();
  }

  function quoteOf(answers: Readonly<Record<string, number>>, path: string) {
    const asked = new URLSearchParams(path.slice(path.indexOf("?")));
    const start = `/${network}/quote/swap?from_asset=${asked.get("from_asset")}&to_asset=${asked.get("to_asset")}&`;
    const index = Object.entries(answers).find(([one]) => one.startsWith(start))?.[1];
    return index === undefined ? null : (suite.bodies[index] ?? null);
  }
}
