// Mutation testing of the pure protocol modules: does a spec fail for every small change of a rule?
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Stryker } from "@stryker-mutator/core";

/** Each mutant runs the specs of its own group alone: a run of Playwright costs a second before the first test. */
const groups = {
  verdicts: {
    modules: ["halts", "evidence", "halt-keys", "halt-parameters", "inbound-gate"].map((name) => `safety/${name}`),
    specs: [
      ...["halts", "halt-keys", "inbound-gate", "halt-parameters", "halts-two-nodes", "halts-doubt"],
      ...["halts-rows", "halts-scheduled"],
    ]
      .map((name) => `safety/${name}`)
      .concat("market/pool-verdicts"),
  },
  freshness: { modules: ["safety/freshness"], specs: ["safety/freshness"] },
  fees: { modules: ["market/fees", "values/amounts"], specs: ["market/fees", "values/amounts"] },
  poll: { modules: ["swap/poll"], specs: ["swap/poll"] },
  outputs: { modules: ["swap/outputs", "swap/memo"], specs: ["swap/outputs", "swap/memo"] },
  node: { modules: ["swap/node"], specs: ["swap/status", "swap/words"] },
  swap: {
    modules: ["swap/status", "swap/indexer"],
    specs: ["swap/status", "swap/indexer", "swap/outputs", "swap/poll", "swap/words"],
  },
  // These sentences are prose for people, quoted in full by the spec; what counts here is which sentence is chosen.
  words: { modules: ["swap/words"], specs: ["swap/words"], excludedMutations: ["StringLiteral"] },
};

const arguments_ = process.argv.slice(2);
const names = arguments_.filter((argument) => argument in groups);
const ranges = arguments_.filter((argument) => argument.includes(".ts"));
if (names.length + ranges.length < arguments_.length) throw new Error(`groups: ${Object.keys(groups).join(", ")}`);

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));

for (const name of names.length > 0 ? names : Object.keys(groups)) {
  const { modules, specs, excludedMutations = [] } = groups[name];
  const results = await new Stryker({
    mutate: ranges.length > 0 ? ranges : modules.map((module) => `lib/protocol/${module}.ts`),
    mutator: { excludedMutations },
    testRunner: "command",
    commandRunner: { command: toCommand(specs) },
    concurrency: 2,
    timeoutMS: 20_000,
    ignorePatterns: ["**", "!lib/**", "!e2e/**", "!package.json"],
    tempDirName: "tools/mutation/.stryker-tmp",
    // The sources are stripped of their types, not checked.
    disableTypeChecks: false,
    allowConsoleColors: false,
    reporters: ["progress-append-only"],
    thresholds: { high: 100, low: 90, break: 90 },
  }).runMutationTest();
  print(name, results);
}

/** Run by a shell inside the sandbox, which two runs at once share: each has an output folder of its own. */
function toCommand(specs) {
  const files = specs.map((spec) => `e2e/unit/protocol/${spec}.spec.ts`);
  const options = "--project=unit --workers=1 --max-failures=1 --reporter=dot --trace=off --output=test-results/$$";
  return `NODE_COMPILE_CACHE=.compile-cache node node_modules/@playwright/test/cli.js test -c e2e/playwright.config.ts ${options} ${files.join(" ")}`;
}

function print(group, results) {
  for (const file of [...new Set(results.map((mutant) => mutant.fileName))].sort()) {
    const mutants = results.filter((mutant) => mutant.fileName === file);
    const counted = mutants.filter((mutant) => mutant.status !== "Ignored");
    const undetected = counted.filter((mutant) => mutant.status !== "Killed" && mutant.status !== "Timeout");
    const score = (100 * (counted.length - undetected.length)) / counted.length;
    write(`${group} ${relative(".", file)}: ${score.toFixed(1)} % of ${counted.length}`);
    for (const { location, mutatorName, status, replacement } of undetected) {
      const at = `${location.start.line}:${location.start.column}-${location.end.line}:${location.end.column}`;
      write(`  ${status} ${at} ${mutatorName} → ${replacement.replace(/\s+/g, " ").slice(0, 160)}`);
    }
  }
}

function write(line) {
  process.stdout.write(`${line}\n`);
}
