// What is said in many states is what the digests hold. A change that is meant: `npm run golden -- --write`.
import { expect, test } from "@playwright/test";
import { warningCodes } from "../../lib/protocol/model/envelope.ts";
import { signStates } from "../../lib/protocol/model/network-status.ts";
import { swapStates } from "../../lib/protocol/model/swap.ts";
import { questions } from "../../lib/protocol/model/verdicts.ts";
import { refusalCodes } from "../../lib/protocol/quote/refusal.ts";
import { readFacts } from "../../tools/recorded/files.ts";
import { type RecordedNetwork, readSuite, recordedFolders } from "../../tools/recorded/suites.ts";
import { countRuns } from "../support/runs.ts";
import { readDigests, Told, writeDigests } from "./digests.ts";
import { drawnGroups, type Group, namedGroups, recordedGroup } from "./states.ts";

const HELP =
  "`npm run golden -- --texts` writes what is said to golden-texts/: run it on two commits, and compare. `npm run golden -- --write` takes over what is said now.";

const recordings = (): string => test.info().config.metadata.recordingsDir;

/** Compares or writes, as the command asks. Returns what all groups together told. */
async function holdGroups(groups: Readonly<Record<string, Group>>) {
  const { golden } = test.info().config.metadata;
  const held = readDigests();
  const found = new Map<string, string>();
  const seen = new Set<string>();
  let states = 0;
  for (const [name, group] of Object.entries(groups)) {
    const told = new Told();
    await group(told.tell);
    found.set(name, told.digests());
    for (const one of told.seen) seen.add(one);
    states += told.states;
    if (golden && !golden.startsWith("--")) told.write(golden, name);
  }
  const differences = [...found].flatMap(([name, digests]) => {
    const old = held.get(name)?.split(", ") ?? [];
    const forms = digests
      .split(", ")
      .flatMap((digest) => (old.includes(digest) ? [] : digest.slice(0, -9)));
    return forms.length === 0 ? [] : [`${name}: ${forms.join(", ")}`];
  });
  if (golden === "--write") writeDigests(found);
  else expect(differences, HELP).toEqual([]);
  return { seen, states };
}

/** No reading warns with this code, and none of the whole network has this sign. */
const neverTold = ["warnings odd_asset_name", "state warned"];

/** Each code, state and verdict that there is. */
const everything = [
  ...warningCodes.map((code) => `warnings ${code}`),
  ...refusalCodes.map((code) => `error ${code}`),
  ...[...swapStates, ...signStates].map((state) => `state ${state}`),
  ...questions.flatMap((question) =>
    ["open", "halted", "unknown"].map((verdict) => `${question} ${verdict}`),
  ),
];

test("named states say what they said, and each code, state and verdict is among them", {
  tag: "@golden",
}, async () => {
  test.setTimeout(600_000);
  const { seen } = await holdGroups(namedGroups);
  expect(everything.filter((one) => !seen.has(one))).toEqual(neverTold);
  const held = [...readDigests().keys()].filter((name) => !/^(?:drawn|recorded) /.test(name));
  expect(held, "no group is gone").toEqual(Object.keys(namedGroups).sort());
});

test("drawn states say what they said", { tag: ["@golden", "@long"] }, async () => {
  test.setTimeout(1_800_000);
  const { states } = await holdGroups(drawnGroups((full) => Math.min(full, countRuns(full))));
  expect(states).toBeGreaterThanOrEqual(countRuns(5_000));
});

for (const network of Object.keys(recordedFolders) as RecordedNetwork[])
  test(`recorded states of ${network} say what they said`, {
    tag: ["@golden", "@shared", "@long"],
  }, async () => {
    test.skip(!recordings(), "RECORDINGS_DIR is not set");
    test.setTimeout(1_800_000);
    const facts = readFacts(network);
    const groups = facts.suites.map((suite) => {
      const recorded = readSuite(recordings(), network, suite.name.replaceAll("/", "__"));
      return [`recorded ${network} ${suite.name}`, recordedGroup(facts, suite, recorded)] as const;
    });
    await holdGroups(Object.fromEntries(groups.slice(0, countRuns(groups.length))));
  });
