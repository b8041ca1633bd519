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
  /** A state that was not recorded whole answers as the whole one before it, but for the transactions. */
  const wholes = suite.states.map((_, index) =>
    suite.states
      .slice(0, index + 1)
      .findLast(({ answers }) => answers[`/${network}/inbound_addresses`] !== undefined),
  );
  return (index, path) => {
    const [state, whole] = [suite.states[index], wholes[index]];
    if (!state || !whole) return null;
    const asked = `/${network}/${path}`;
    // Which amount and destination a quote was asked for is no matter of the verdict beside it.
    if (path.startsWith("quote/swap?")) {
      const [start = ""] = /^.*?&to_asset=.*?&/.exec(decodeURIComponent(asked)) ?? [];
      const recorded = Object.keys(whole.answers).find((one) => one.startsWith(start));
      return recorded === undefined ? null : answerOf(suite, whole, recorded);
    }
    // Ids are asked for in capitals, and recorded as their scenarios wrote them.
    const lower = asked.replace(/[0-9A-F]{64}$/, (id) => id.toLowerCase());
    const found = [state, whole]
      .map((one) => answerOf(suite, one, asked) ?? answerOf(suite, one, lower))
      .find((answer) => answer !== null);
    if (!found) return null;
    const [status, body] = found;
    return path === "mimir"
      ? [status, listedParameters(facts, body as Record<string, number>)]
      : found;
  };
}
