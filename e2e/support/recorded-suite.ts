// A suite of a real node's answers, recorded block by block.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FeeFacts, InboundFacts, PoolFacts, RecordedNode } from "./recorded-node.ts";

export type Answer = readonly [status: number, body: Record<string, unknown>];

export interface RecordedSuite {
  readonly constants: { readonly int_64_values: Readonly<Record<string, number>> };
  /** `answers`: path with query → index of `bodies`. */
  readonly states: readonly {
    readonly height: number;
    readonly answers: Readonly<Record<string, number>>;
  }[];
  readonly bodies: readonly Answer[];
}

export function readSuite(dir: string, name: string): RecordedSuite {
  return JSON.parse(readFileSync(join(dir, `${name}.json`), "utf8")) as RecordedSuite;
}

/** What the node said of itself in a state; null where that was not recorded at this height. */
export function nodeFacts(
  suite: RecordedSuite,
  state: RecordedSuite["states"][number],
): RecordedNode | null {
  const body = <T>(path: string) => suite.bodies[state.answers[path] ?? -1]?.[1] as T | undefined;
  const [mimir, block] = [
    body<Record<string, number>>("/thorchain/mimir"),
    body<{ block: { header: { time: string } } }>("/cosmos/base/tendermint/v1beta1/blocks/latest"),
  ];
  const [pools, rows, fees] = [
    body<readonly PoolFacts[]>("/thorchain/pools"),
    body<readonly InboundFacts[]>("/thorchain/inbound_addresses"),
    body<readonly FeeFacts[]>("/thorchain/outbound_fees"),
  ];
  if (!mimir || !block || !fees || pools === undefined || rows === undefined) return null;
  return {
    height: state.height,
    time: Math.floor(Date.parse(block.block.header.time) / 1000),
    constants: suite.constants.int_64_values,
    mimir,
    pools: pools ?? [],
    inboundAddresses: rows ?? [],
    outboundFees: fees,
  };
}

/** The questions for a quote of a state, with the node's answers. */
export function recordedQuotes(suite: RecordedSuite, state: RecordedSuite["states"][number]) {
  return Object.entries(state.answers).flatMap(([path, index]) => {
    const url = new URL(path, "http://node.invalid");
    const kind = url.pathname.split("/quote/")[1];
    const answer = suite.bodies[index];
    return (kind === "swap" || kind === "limit") && answer
      ? [{ path, kind, query: url.searchParams, answer }]
      : [];
  }) as { path: string; kind: "swap" | "limit"; query: URLSearchParams; answer: Answer }[];
}
