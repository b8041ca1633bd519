// A scripted world as data: what all nodes say, what one node says instead, and the results.

import type { Reason } from "../../lib/protocol/model/reasons.ts";
import type { Judgement } from "../../lib/protocol/model/verdicts.ts";
import { reasonClause } from "../../lib/say/reason-text.ts";
import { changeRows, lastBlock, scriptNodes } from "./changes.ts";
import { BLOCK_MS, type Row, rowBody } from "./wire.ts";
import { createWorld, down, type Script, toBlock, type World } from "./world.ts";

/** Changed members of rows, by chain. Null removes the row. */
type RowChanges = Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
/** Mimir values by key. */
type Votes = Readonly<Record<string, number>>;

/** What one node answers differently. Null: the node does not answer this path. */
export interface Voice {
  readonly votes?: Votes | null;
  readonly rows?: RowChanges | null;
  readonly ahead?: number | null;
  readonly block?: { readonly laterMs?: number; readonly ahead?: number };
  /** Additional chains in the node's list of addresses. */
  readonly lists?: readonly string[];
  readonly paths?: Script;
}

export const silent: Voice = { paths: { "*": down } };

export type Source = "node0" | "node1" | "node2" | "indexer0";
export interface Scene extends Readonly<Partial<Record<Source, Voice>>> {
  /** Mimir values of all nodes. */
  readonly votes?: Votes;
  readonly rows?: RowChanges;
  /** Time since the previous scene. Changes of single nodes end with their scene. */
  readonly afterMs?: number;
  readonly stands?: boolean;
}
export type Options = NonNullable<Parameters<typeof createWorld>[0]>;

const sources: readonly Source[] = ["node0", "node1", "node2", "indexer0"];

function setVoice(world: World, name: Source, voice: Voice): void {
  const { votes, rows, ahead, block, lists, paths } = voice;
  const lastblock = () => lastBlock(toBlock(world).height + (ahead ?? 0));
  /** A node that is behind has an older block. One that is ahead invents blocks of now. */
  const mark = () => {
    const { height, timeMs } = toBlock(world);
    const blocks = block?.ahead ?? ahead ?? 0;
    return {
      height: height + blocks,
      timeMs: timeMs + (block?.laterMs ?? Math.min(0, blocks) * BLOCK_MS),
    };
  };
  const told: Script = {
    ...(votes !== undefined && {
      mimir: votes === null ? down : { ...world.mimir, ...votes },
    }),
    ...(ahead !== undefined && { lastblock: ahead === null ? down : lastblock }),
    ...(rows === null && { inbound_addresses: down }),
    ...((block || ahead) && {
      health: () => ({
        inSync: true,
        lastThorNode: { ...mark(), timestamp: mark().timeMs / 1000 },
      }),
      block: () => ({ header: { ...mark(), time: new Date(mark().timeMs).toISOString() } }),
    }),
    ...paths,
  };
  scriptNodes(world, told, [name]);
  const changed = (row: Row) => {
    const change = rows?.[String(row.chain)];
    return change === null ? [] : [{ ...row, ...change } as Row];
  };
  if (rows) changeRows(world, (all) => all.flatMap(changed), name);
  const listed = lists?.map((code) => rowBody(code, `${code.toLowerCase()}vault1`, null)) ?? [];
  if (lists) changeRows(world, (all) => [...all, ...listed], name);
}

export function playScene(world: World, scene: Scene): void {
  const { votes, rows, afterMs, stands } = scene;
  world.nowMs += afterMs ?? 0;
  if (stands) world.frozenAtMs ??= world.nowMs;
  world.scripts = {};
  world.intercept = (_name, _url, reply) => reply;
  Object.assign(world.mimir, votes);
  Object.assign(world.rows, rows);
  for (const name of sources) if (scene[name]) setVoice(world, name, scene[name]);
}

/** A world with two nodes of two operators. No chain is halted unless `scene` says so. */
export function createScene(scene: Scene = {}, options: Options = {}): World {
  const world = createWorld({ nodes: 2, ...options });
  playScene(world, scene);
  return world;
}

/** "stale 3 < no_clock": the code, the numbers in the reason's sentence, and the cause. */
export function reasonText(reason: Reason): string {
  const { code, cause } = reason;
  const figures = reasonClause(reason).match(/\b\d+\b/g) ?? [];
  return `${[code, ...figures].join(" ")}${cause ? ` < ${reasonText(cause)}` : ""}`;
}

export function verdictText({ verdict, haltedBy, reason }: Judgement): string {
  const why = reason && reasonText(reason);
  if (verdict === "halted") return `${verdict} ${haltedBy.join(" ")}${why ? ` (${why})` : ""}`;
  return why ? `${verdict} ${why}` : verdict;
}

const questions = ["trading", "deposits", "signing", "liquidity"] as const;

/** Verdicts that are not open, with the first letters of `questions`: "TDL halted HALTTRADING". */
function chainText(chain: Readonly<Record<(typeof questions)[number], Judgement>>): string {
  const letters = new Map<string, string>();
  for (const question of questions) {
    const text = verdictText(chain[question]);
    const letter = question[0]?.toUpperCase();
    if (text !== "open") letters.set(text, `${letters.get(text) ?? ""}${letter}`);
  }
  const parts = [...letters].map(([text, which]) => `${which} ${text}`);
  return parts.length === 0 ? "open" : parts.join("; ");
}

const joined = <T>(list: readonly T[], toText: (item: T) => string | number) =>
  list.map(toText).join(" ");
const codesOf = (warnings: readonly { readonly code: string }[]) =>
  joined(warnings, ({ code }) => code);

/**
 * Results as text, by the names in `asked`: a key of `answers`, a chain code like `BTC` (verdicts),
 * `soon BTC` (scheduled halts: key, height, seconds), or `@BTC` (address, router, number of
 * agreeing sources and seconds left to send, or the reason why there is no address).
 */
export async function tell(
  world: World,
  asked: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const status = await world.network.getStatus();
  const inbounds = asked.some((name) => name.startsWith("@"))
    ? await world.network.getInbounds()
    : null;
  const answers: Readonly<Record<string, () => string>> = {
    network: () => verdictText(status.trading),
    sign: () => status.sign.state,
    warnings: () => codesOf(status.warnings),
    failure: () => status.failure?.code ?? "none",
    parameters: () =>
      joined(
        Object.entries(status.haltParameters),
        ([name, { value, inForce }]) => `${name}${inForce ? "=" : "~"}${value}`,
      ),
    "@warnings": () => codesOf(inbounds?.warnings ?? []),
    others: () => joined(status.chains.slice(world.preset.chains.length), ({ chain }) => chain),
    calls: () => joined(["node0", "node1", "node2"], countSafetyCalls),
    nodes: () =>
      joined(
        status.providers.filter(({ kind }) => kind === "node"),
        ({ ok }) => (ok ? "ok" : "not"),
      ),
  };
  const countSafetyCalls = (name: string) =>
    world.calls.filter((call) => call.startsWith(name) && /(mimir|addresses|block)$/.test(call))
      .length;
  const addressText = (code: string) => {
    const row = inbounds?.chains.find(({ chain }) => chain === code);
    if (!row) return "none";
    const { address, router, sourcesAgreeing, sendBeforeMs, reason } = row;
    if (address === null) {
      const rest = [router, sourcesAgreeing, sendBeforeMs].every((one) => one === null);
      return `${reason && reasonText(reason)}${rest ? "" : " with a rest"}`;
    }
    const seconds = ((sendBeforeMs ?? 0) - world.nowMs) / 1000;
    return `${[address, router].filter(Boolean).join(" ")} by ${sourcesAgreeing}, ${seconds} s`;
  };
  const answerOf = (name: string) => {
    const answer = answers[name];
    if (answer) return answer();
    if (name.startsWith("@")) return addressText(name.slice(1));
    const code = name.replace("soon ", "");
    const chain = status.chains.find((one) => one.chain === code);
    if (!chain) return "none";
    if (code === name) return chainText(chain);
    const scheduled = chain.scheduled.map(({ parameter, height, estimatedTimeMs }) => {
      const seconds = estimatedTimeMs && (estimatedTimeMs - world.nowMs) / 1000;
      return `${parameter} ${height} ${seconds}`;
    });
    return scheduled.join(", ");
  };
  return Object.fromEntries(asked.map((name) => [name, answerOf(name)]));
}
