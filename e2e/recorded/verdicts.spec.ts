// The reader's verdicts in every recorded state of a real node: from the project's copy of the facts, and from the recordings themselves.
import { expect, test } from "@playwright/test";
import { readFacts } from "../../tools/recorded/files.ts";
import { type RecordedNetwork, readSuite, recordedFolders } from "../../tools/recorded/suites.ts";
import { serveFacts } from "./served-facts.ts";
import { serveRecordings } from "./served-recordings.ts";
import { compareVerdicts, type ToldStates } from "./verdicts.ts";

const recordings = (): string => test.info().config.metadata.recordingsDir;

for (const network of Object.keys(recordedFolders) as RecordedNetwork[]) {
  const facts = readFacts(network);
  const told: ToldStates = new Map();
  const toldByBodies: ToldStates = new Map();
  test.describe(`verdicts of ${network}`, () => {
    for (const suite of facts.suites) {
      test(`${suite.name}: every verdict is what the recorded node did`, async () => {
        const { count, differences } = await compareVerdicts(facts, suite, serveFacts(facts, suite), told);
        expect(differences).toEqual([]);
        expect(count).toBeGreaterThan(0);
      });
    }
  });

  test.describe(`verdicts of the recordings of ${network}`, { tag: "@shared" }, () => {
    for (const suite of facts.suites) {
      test(`${suite.name}: every verdict is what the recorded node did, body by body`, async () => {
        test.skip(!recordings(), "RECORDINGS_DIR is not set");
        const recorded = readSuite(recordings(), network, suite.name.replaceAll("/", "__"));
        const { differences } = await compareVerdicts(
          facts,
          suite,
          serveRecordings(network, recorded, facts),
          toldByBodies,
        );
        expect(differences).toEqual([]);
      });
    }
  });
}
