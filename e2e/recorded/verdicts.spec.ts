// The reader's verdicts in every recorded state of a real node: from the project's copy of the facts, and from the recordings themselves.
import { expect, test } from "@playwright/test";
import { readFacts } from "../../tools/recorded/files.ts";
import { type RecordedNetwork, readSuite, recordedFolders } from "../../tools/recorded/suites.ts";
import { shareOf } from "../support/runs.ts";
import { createReplay } from "./replay.ts";
import { serveFacts } from "./served-facts.ts";
import { serveRecordings } from "./served-recordings.ts";
import { compareVerdicts, type ToldStates } from "./verdicts.ts";

const recordings = (): string => test.info().config.metadata.recordingsDir;

for (const network of Object.keys(recordedFolders) as RecordedNetwork[]) {
  const facts = readFacts(network);
  const told: ToldStates = new Map();
  const toldByBodies: ToldStates = new Map();
  test(`verdicts of ${network}: each is what the recorded node did`, { tag: "@long" }, async () => {
    for (const suite of shareOf(facts.suites)) {
      const served = serveFacts(facts, suite);
      const { count, differences } = await compareVerdicts(facts, suite, served, told);
      expect([suite.name, differences]).toEqual([suite.name, []]);
      expect(count).toBeGreaterThan(0);
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

test("in each recorded state in which parts wait a quote in parts says so", {
  tag: "@shared",
}, async () => {
  test.skip(!recordings(), "RECORDINGS_DIR is not set");
  const recorded = readSuite(recordings(), "thorchain", "lab__mid-streamingswappause");
  const serve = serveRecordings("thorchain", recorded, readFacts("thorchain"));
  const replay = createReplay("thorchain", (state, path) => {
    const answer = serve(state, path);
    // The clock of a replay is another.
    return answer && path.startsWith("quote/swap?")
      ? [answer[0], { ...(answer[1] as object), expiry: 1_800_000_900 }]
      : answer;
  });
  const told: string[] = [];
  for (const [index, { height }] of recorded.states.entries()) {
    replay.goTo(index, height);
    const [, votes] = serve(index, "mimir") ?? [];
    const { STREAMINGSWAPPAUSE: pause } = votes as Record<string, number>;
    const streaming = { interval: 1, quantity: 20 };
    const quote = await replay.network.getQuote({
      from: "THOR.RUNE",
      to: "BTC-BTC",
      amount: "10",
      streaming,
    });
    expect(quote).toMatchObject({ failure: null, trading: { verdict: "open" } });
    const isTold = quote.warnings.some(({ code }) => code === "parts_wait");
    told.push(`${pause === 1 ? "paused" : "runs"}${isTold ? ", told" : ""}`);
  }
  expect([...new Set(told)]).toEqual(["runs", "paused, told"]);
  expect(told.filter((one) => one === "paused, told")).toHaveLength(4);
});
