// Every recorded state of a real node, from the project's copy of the facts and from the recordings themselves:
// each verdict of the reader is what the node did, and each transaction stands where the node had it.
import { expect, test } from "@playwright/test";
import type { SuiteFacts } from "../../tools/recorded/facts.ts";
import { factsText, readFacts } from "../../tools/recorded/files.ts";
import { type RecordedNetwork, readSuite, recordedFolders } from "../../tools/recorded/suites.ts";
import { shareOf } from "../support/runs.ts";
import { serveFacts } from "./served-facts.ts";
import { serveRecordings } from "./served-recordings.ts";
import { compareSwaps } from "./swaps.ts";
import { type Compared, compareVerdicts, type ToldStates } from "./verdicts.ts";

function recordings(): string {
  const folder: string = test.info().config.metadata.recordingsDir;
  test.skip(!folder, "RECORDINGS_DIR is not set");
  return folder;
}

for (const network of Object.keys(recordedFolders) as RecordedNetwork[]) {
  const facts = readFacts(network);
  const [told, toldByBodies]: [ToldStates, ToldStates] = [new Map(), new Map()];
  const hasTransactions = ({ txs }: SuiteFacts) => Object.keys(txs).length > 0;

  const holdShare = (
    title: string,
    suites: readonly SuiteFacts[],
    compare: (suite: SuiteFacts) => Promise<Compared>,
  ) =>
    test(title, { tag: "@long" }, async () => {
      for (const suite of shareOf(suites)) {
        const { count, differences } = await compare(suite);
        expect([suite.name, differences]).toEqual([suite.name, []]);
        expect(count).toBeGreaterThan(0);
      }
    });
  holdShare(`verdicts of ${network}: each is what the recorded node did`, facts.suites, (suite) =>
    compareVerdicts(facts, suite, serveFacts(facts, suite), told),
  );
  holdShare(
    `transactions of ${network}: each stands where the recorded node had it, and what was final stays so`,
    facts.suites.filter(hasTransactions),
    (suite) => compareSwaps(facts, suite, serveFacts(facts, suite), "changes"),
  );

  test.describe(`recordings of ${network}, body by body`, { tag: "@shared" }, () => {
    for (const suite of facts.suites) {
      const serve = () => {
        const recorded = readSuite(recordings(), network, suite.name.replaceAll("/", "__"));
        return serveRecordings(network, recorded, facts);
      };
      test(`${suite.name}: every verdict is what the recorded node did`, async () => {
        const { differences } = await compareVerdicts(facts, suite, serve(), toldByBodies);
        expect(differences).toEqual([]);
      });
      if (hasTransactions(suite))
        test(`${suite.name}: each transaction stands where the node had it`, async () => {
          const { differences } = await compareSwaps(facts, suite, serve(), "all");
          expect(differences).toEqual([]);
        });
    }

    test(`the copy of the facts of ${network} is what the recordings make`, () =>
      expect(facts).toEqual(JSON.parse(factsText(recordings(), network))));
  });
}
