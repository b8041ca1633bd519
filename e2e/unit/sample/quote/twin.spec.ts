// The sample's quotes beside those of a real node with the same pools, parameters and gas rates: each figure, memo and refusal, to the last digit.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "@playwright/test";
import { answerQuote } from "../../../../lib/sample/quote/answer.ts";
import { outboundFee } from "../../../../lib/sample/quote/outbound-fee.ts";
import { findSide, type QuoteState } from "../../../../lib/sample/quote/state.ts";
import { quoteStateOf } from "../../../support/recorded-node.ts";
import { nodeFacts, readSuite, recordedQuotes } from "../../../support/recorded-suite.ts";
import { root } from "../../../support/root.ts";
import {
  compactTwin,
  formatTwin,
  readTwin,
  TWIN_FILE,
  TWIN_SUITE,
  type TwinQuestion,
} from "../../../support/twin.ts";

const suites = (folder: string) => join(folder, "regtest-3.17");

/** What is different in our answer: the node's and ours. Notes are the sample's own words. */
function differenceOf(
  state: QuoteState,
  { kind, query, answer: [status, body] }: TwinQuestion,
): object | null {
  const ours = answerQuote(state, kind, query);
  const { notes: _, ...wanted } = body;
  const { notes: __, ...found } = ours.body as Record<string, unknown>;
  const pair = { node: [status, wanted], ours: [ours.status, found] };
  return isDeepStrictEqual(pair.ours, pair.node) ? null : { question: `${kind}?${query}`, ...pair };
}

test("5,027 recorded questions are answered as the node did", () => {
  const { facts, questions } = readTwin();
  const state = quoteStateOf(facts);
  expect(questions.length).toBe(5_027);
  expect(questions.filter(({ answer }) => answer[0] !== 200).length).toBe(699);
  expect(questions.flatMap((question) => differenceOf(state, question) ?? [])).toEqual([]);
});

test("the outbound fee of every asset is the node's", () => {
  const { facts } = readTwin();
  const state = quoteStateOf(facts);
  const ours = facts.outboundFees.map(({ asset }) => [
    asset,
    String(outboundFee(state, findSide(state, asset, "to"))),
  ]);
  expect(ours).toEqual(facts.outboundFees.map(({ asset, outbound_fee }) => [asset, outbound_fee]));
});

test("the committed copy is what the recording says", { tag: "@shared" }, () => {
  const folder = test.info().config.metadata.recordingsDir;
  test.skip(!folder, "RECORDINGS_DIR is not set");
  const found = test.info().outputPath("twin.json");
  writeFileSync(found, formatTwin(compactTwin(readSuite(suites(folder), TWIN_SUITE))));
  const isSame = readFileSync(found, "utf8") === readFileSync(`${root}${TWIN_FILE}`, "utf8");
  expect(isSame, `copy ${found} to ${TWIN_FILE}`).toBe(true);
});

/** The node looks into its vaults for the payout. No answer of a node tells what is in them. */
const ofVaults =
  /fail to add outbound tx: .*(insufficient funds for outbound request|fail to get max gas details)/s;

test("every quote of every recorded state is answered as the node did", { tag: "@shared" }, () => {
  const folder = test.info().config.metadata.recordingsDir;
  test.skip(!folder, "RECORDINGS_DIR is not set");
  const counts = { same: 0, ofVaults: 0 };
  const differences: object[] = [];
  for (const file of readdirSync(suites(folder)).filter((name) => name.endsWith(".json"))) {
    const name = basename(file, ".json");
    const suite = readSuite(suites(folder), name);
    for (const recorded of suite.states) {
      const quotes = recordedQuotes(suite, recorded);
      const facts = quotes.length > 0 ? nodeFacts(suite, recorded) : null;
      if (!facts) continue;
      const state = quoteStateOf(facts);
      for (const quote of quotes) {
        const difference = differenceOf(state, quote);
        if (difference === null) counts.same++;
        else if (ofVaults.test(String(quote.answer[1].message))) counts.ofVaults++;
        else differences.push({ suite: name, height: recorded.height, ...difference });
      }
    }
  }
  expect(differences).toEqual([]);
  expect(counts).toEqual({ same: 27_378, ofVaults: 253 });
});
