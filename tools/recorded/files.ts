import { readFileSync } from "node:fs";
import { root } from "../../e2e/support/root.ts";
import { type NetworkFacts, networkFacts } from "./facts.ts";
import { listSuites, type RecordedNetwork, readSuite } from "./suites.ts";

export const factsFile = (network: RecordedNetwork): string =>
  `${root}e2e/fixtures/recorded/${network}.json`;

export function readFacts(network: RecordedNetwork): NetworkFacts {
  return JSON.parse(readFileSync(factsFile(network), "utf8"));
}

export function factsText(recordingsDir: string, network: RecordedNetwork): string {
  const suites = listSuites(recordingsDir, network).map((name) =>
    readSuite(recordingsDir, network, name),
  );
  const members = Object.entries(networkFacts(network, suites)).map(([name, value]) => {
    const text = Array.isArray(value)
      ? `[\n${value.map((item) => JSON.stringify(item)).join(",\n")}\n]`
      : JSON.stringify(value);
    return `${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${members.join(",\n")}\n}\n`;
}
