// Reads suites of RECORDINGS_DIR: the answers of a real node by state and path.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const recordedFolders = {
  thorchain: "regtest-3.17",
  mayachain: "regtest-maya-1.124",
} as const;
export type RecordedNetwork = keyof typeof recordedFolders;

export type Answer = readonly [status: number, body: unknown];

export interface RecordedState {
  readonly height: number;
  readonly answers: Readonly<Record<string, number>>;
}

export interface RecordedSuite {
  readonly suite: string;
  readonly constants: { readonly int_64_values: Readonly<Record<string, number>> };
  readonly states: readonly RecordedState[];
  readonly bodies: readonly Answer[];
}

export function listSuites(recordingsDir: string, network: RecordedNetwork): string[] {
  return readdirSync(join(recordingsDir, recordedFolders[network]))
    .flatMap((file) => (file.endsWith(".json") ? file.slice(0, -5) : []))
    .sort();
}

export function readSuite(
  recordingsDir: string,
  network: RecordedNetwork,
  name: string,
): RecordedSuite {
  return JSON.parse(
    readFileSync(join(recordingsDir, recordedFolders[network], `${name}.json`), "utf8"),
  );
}

export function answerOf(suite: RecordedSuite, state: RecordedState, path: string): Answer | null {
  const index = state.answers[path];
  return index === undefined ? null : (suite.bodies[index] ?? null);
}
