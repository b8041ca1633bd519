// Mutation testing of the pure protocol modules: does a spec fail for every small change of a rule?
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Stryker } from "@stryker-mutator/core";

/** Each mutant runs only its own group's specs, because Playwright needs a second before the first test. */
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
  costs: { modules: ["market/swap-worth"], specs: ["market/swap-worth"] },
  ways: { modules: ["quote/way", "quote/withheld"], specs: ["quote/way", "quote/withheld"] },
  quotes: {
    modules: ["gate", "bound", "refusal", "answers", "memo", "memo-text", "figures", "facts", "request"].map(
      (name) => `quote/${name}`,
    ),
    specs: ["gate", "bound", "refusal", "refusal-words", "reading", "memo-text"].map((name) => `quote/${name}`),
  },
  limits: { modules: ["quote/order"], specs: ["quote/order"] },
  poll: { modules: ["swap/poll"], specs: ["swap/poll"] },
  outputs: { modules: ["swap/outputs", "swap/memo"], specs: ["swap/outputs", "swap/memo"] },
  node: { modules: ["swap/node"], specs: ["swap/status", "swap/words"] },
  swap: {
    modules: ["swap/status", "swap/indexer"],
    specs: ["swap/status", "swap/indexer", "swap/outputs", "swap/poll", "swap/words"],
  },
  orders: {
    modules: ["order", "queue", "reference", "advice"].map((name) => `swap/${name}`),
    specs: ["order", "queue", "reference", "advice"].map((name) => `swap/${name}`),
  },
  final: {
    modules: ["claim", "final", "shared-facts"].map((name) => `swap/${name}`),
    specs: ["final", "sources", "status", "advice"].map((name) => `swap/${name}`),
  },
  // A spec quotes these sentences in full. Here it matters only which sentence is chosen.
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
    commandRunner: { command: testCommand(specs) },
    concurrency: 2,
    timeoutMS: 20_000,
    ignorePatterns: ["**", "!lib/**", "!e2e/**", "!package.json"],
    tempDirName: "tools/mutation/.stryker-tmp",
    // Types are removed from the sources, not checked.
    disableTypeChecks: false,
    allowConsoleColors: false,
    reporters: ["progress-append-only"],
    thresholds: { high: 100, low: 90, break: 90 },
  }).runMutationTest();
  print(name, results);
}

/** A shell runs this in the sandbox. Two runs share it, so each has its own output folder. */
function testCommand(specs) {
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
