// Mutation testing of the pure protocol modules: does a spec fail for every small change of a rule?
import { glob, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Stryker } from "@stryker-mutator/core";

/** Each mutant runs only the tests of its own group that reach it. Modules are named from lib/protocol, specs from e2e/unit/protocol. */
const groups = {
  verdicts: {
    modules: ["halts", "evidence", "halt-keys", "halt-parameters", "inbound-gate"].map((name) => `safety/${name}`),
    specs: [
      ...["halts", "halt-keys", "inbound-gate", "halt-parameters", "halts-two-nodes", "halts-doubt"],
      ...["halts-rows", "halts-scheduled", "form-switches", "evidence", "send-before", "../../../adversary/one-word"],
    ]
      .map((name) => `safety/${name}`)
      .concat("market/pool-verdicts"),
  },
  freshness: { modules: ["safety/freshness"], specs: ["safety/freshness"] },
  comparison: {
    modules: ["node-pool"].map((name) => `safety/${name}`),
    specs: ["safety/alike", "../../adversary/operators"],
  },
  fees: { modules: ["market/fees", "values/amounts"], specs: ["market/fees", "values/amounts"] },
  deadline: { modules: ["safety/send-before"], specs: ["safety/send-before", "safety/inbound-gate"] },
  sign: { modules: ["safety/sign"], specs: ["safety/sign"] },
  "safety-advice": { modules: ["safety/advice"], specs: ["safety/advice-rules"] },
  sentences: {
    modules: ["safety/sentences", "model/envelope", "model/network-status"],
    specs: ["safety/sentences", "safety/sign", "safety/advice-rules", "model/warning", "model/unchecked-chains"],
  },
  live: {
    modules: ["asking", "halt-grounds", "read-part", "sign-shape"].map((name) => `../site/live/${name}`),
    specs: ["asking", "halt-grounds", "refreshed-part", "sign-shape"].map((name) => `../site/live/${name}`),
  },
  "live-status": {
    modules: [
      ...["bars", "blocks", "board", "document", "feed", "history", "history-document", "view"],
      ...["watch-clock", "words"],
    ].map((name) => `../site/live/status/${name}`),
    specs: ["board", "chain-answers", "document", "ease", "feed", "history", "page", "watch-clock"].map(
      (name) => `../site/live/status/${name}`,
    ),
  },
  "live-track": {
    modules: ["blocks", "swap-summary", "timeline", "view", "words"].map((name) => `../site/live/track/${name}`),
    specs: ["pace", "page", "query", "reason-words", "rows", "swap-summary", "timeline"].map(
      (name) => `../site/live/track/${name}`,
    ),
  },
  "live-quote": {
    modules: [...["answer", "form", "links", "markdown", "page"], ...["refusals", "sizes", "tables", "ways"]].map(
      (name) => `../site/live/quote/${name}`,
    ),
    specs: [...["costs", "ease", "form", "left-out", "order", "page", "parity", "sizes", "ways"]].map(
      (name) => `../site/live/quote/${name}`,
    ),
  },
  pools: {
    modules: ["agreement", "prices", "costs", "thin-pool"].map((name) => `market/${name}`),
    specs: ["agreement", "prices", "inbound-gas", "costs", "pool-agreement", "smallest-amount", "thin-pool"]
      .map((name) => `market/${name}`)
      .concat(["quote/forecast", "quote/figures", "quote/refusal-words"])
      .concat(["one-word", "operators", "two-witnesses"].map((name) => `../../adversary/${name}`)),
  },
  destination: { modules: ["values/destination"], specs: ["values/destination"] },
  "figure-text": { modules: ["values/figure-text"], specs: ["values/figure-text"] },
  "log-text": { modules: ["history/log-text"], specs: ["history/log-text"] },
  bodies: {
    modules: ["upstream/answer"],
    specs: ["member-scan", "json-text", "body-limits", "bounds", "large-body"].map((name) => `upstream/${name}`),
  },
  log: {
    modules: ["history/log", "history/halts"],
    specs: ["log", "log-kept", "halts"].map((name) => `history/${name}`),
  },
  checks: {
    modules: ["../runtime/timers"],
    specs: ["watch", "safety-timer"].map((name) => `../runtime/${name}`),
  },
  "file-log": { modules: ["../runtime/store/file-log"], specs: ["../runtime/store/file-log"] },
  history: { modules: ["history/log", "history/days"], specs: ["history/joined", "history/days"] },
  agreed: { modules: ["model/agreed", "network-rows"], specs: ["model/agreed", "pool-ranking"] },
  advice: {
    modules: ["quote/advice"],
    specs: ["advice", "how-to-send", "parts-pause", "gate-rules", "gate-halts", "gate", "reading", "order"].map(
      (name) => `quote/${name}`,
    ),
  },
  costs: { modules: ["market/swap-worth"], specs: ["market/swap-worth"] },
  ways: {
    modules: ["quote/way", "quote/withheld"],
    specs: ["way", "withheld", "parts-pause", "advice", "reading"].map((name) => `quote/${name}`),
  },
  gate: {
    modules: ["quote/gate"],
    specs: ["gate-rules", "gate", "gate-halts", "gate-size", "how-to-send"].map((name) => `quote/${name}`),
  },
  floor: { modules: ["market/affiliate-floor"], specs: ["market/affiliate-floor"] },
  turns: { modules: ["turns"], specs: ["turns"] },
  bound: { modules: ["quote/bound"], specs: ["quote/bound"] },
  refusal: { modules: ["quote/refusal"], specs: ["quote/refusal-words", "quote/reading"] },
  memo: {
    modules: ["quote/memo"],
    specs: ["gate", "gate-rules", "gate-size", "memo", "memo-text", "order"].map((name) => `quote/${name}`),
  },
  figures: {
    modules: ["answers", "figures"].map((name) => `quote/${name}`),
    specs: ["answers", "figures", "forecast", "reading", "gate", "gate-size", "order", "../../../adversary/quotes"].map(
      (name) => `quote/${name}`,
    ),
  },
  request: { modules: ["quote/request"], specs: ["quote/request"] },
  limits: { modules: ["quote/order"], specs: ["quote/order"] },
  poll: { modules: ["swap/poll"], specs: ["swap/poll"] },
  outputs: { modules: ["swap/outputs", "swap/memo"], specs: ["swap/outputs", "swap/memo"] },
  node: { modules: ["swap/node"], specs: ["swap/node", "swap/status", "swap/words"] },
  swap: {
    modules: ["swap/status", "swap/indexer"],
    specs: [
      ...["status", "indexer", "outputs", "poll", "words"],
      ...["situations", "sources", "order", "queue", "reference", "final", "final-rules", "advice", "judgement"],
      ...["payout-queue", "reading", "refund-address"],
    ]
      .map((name) => `swap/${name}`)
      .concat("../../adversary/swap-words", "../../adversary/final-states"),
  },
  readings: {
    modules: ["quote/reading", "swap/reading"],
    specs: [
      ...[
        "quote/reading",
        "quote/gate",
        "quote/gate-halts",
        "quote/gate-size",
        "quote/order",
        "quote/parts-pause",
        "quote/forecast",
        "quote/how-to-send",
        "quote/refusal",
        "swap/reading",
        "swap/reading-calls",
        "swap/order",
      ],
      ...["swap/queue", "swap/reference", "swap/sources", "swap/final", "market/affiliate-floor", "warnings"],
      ...["final-states", "quotes"].map((name) => `../../adversary/${name}`),
    ],
  },
  orders: {
    modules: ["order", "queue", "reference", "advice"].map((name) => `swap/${name}`),
    specs: ["order", "queue", "payout-queue", "reference", "advice"].map((name) => `swap/${name}`),
  },
  final: {
    modules: ["claim", "final", "witnesses"].map((name) => `swap/${name}`),
    specs: ["claim", "final", "final-rules", "sources", "status", "advice"]
      .map((name) => `swap/${name}`)
      .concat("../../adversary/swap-words", "../../adversary/final-states"),
  },
  // A spec quotes these sentences in full. Here it matters only which sentence is chosen.
  words: {
    modules: ["swap/words"],
    specs: ["swap/words", "swap/situations", "swap/refund-address", "../site/live/track/timeline"],
    excludedMutations: ["StringLiteral"],
  },
};

const arguments_ = process.argv.slice(2);
const names = arguments_.filter((argument) => argument in groups);
const ranges = arguments_.filter((argument) => argument.includes(".ts"));
if (names.length + ranges.length < arguments_.length) throw new Error(`groups: ${Object.keys(groups).join(", ")}`);

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const parts = await readParts();

for (const name of names.length > 0 ? names : Object.keys(groups)) {
  const { modules, specs, excludedMutations = [] } = groups[name];
  const results = await new Stryker({
    mutate: ranges.length > 0 ? ranges : modules.map((module) => join("lib/protocol", `${module}.ts`)),
    mutator: { excludedMutations },
    plugins: [fileURLToPath(new URL("spec-runner.js", import.meta.url))],
    testRunner: "specs",
    specs: specs.map((spec) => join("e2e/unit/protocol", `${spec}.spec.ts`)),
    parts,
    coverageAnalysis: "perTest",
    concurrency: 2,
    timeoutMS: 20_000,
    ignorePatterns: ["**", "!lib/**", "!app/**", "!e2e/**", "!package.json"],
    tempDirName: "tools/mutation/.stryker-tmp",
    // Types are removed from the sources, not checked.
    disableTypeChecks: false,
    allowConsoleColors: false,
    reporters: ["progress-append-only"],
    warnings: { unknownOptions: false },
    thresholds: { high: 100, low: 90, break: 90 },
  }).runMutationTest();
  print(name, results);
}

/** The parts of pages as JavaScript, since Node reads no JSX. They are not mutated: specs compare them with the Markdown. */
async function readParts() {
  const { transform } = createRequire(import.meta.url)("esbuild");
  const paths = await Array.fromAsync(glob("{app,lib}/**/*.tsx"));
  const toCode = async (path) =>
    (await transform(await readFile(path, "utf8"), { loader: "tsx", jsx: "automatic" })).code;
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await toCode(path)])));
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
