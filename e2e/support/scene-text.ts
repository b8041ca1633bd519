// Scenes as one line of text: what each node says, and what the network then reports.
import { expect } from "@playwright/test";
import {
  createScene,
  type Options,
  playScene,
  type Scene,
  type Source,
  silent,
  tell,
  type Voice,
} from "./scene.ts";
import { down } from "./world.ts";

/** Height of the newest block when a world starts. */
const H = 25_000_000;

/** A mimir value: `1`, `H+2` (2 blocks from now) or `61m` (the block in 61 minutes). */
function voteOf(text: string, height: number): number {
  const [, minutes] = /^(\d+)m$/.exec(text) ?? [];
  if (minutes !== undefined) return height + Number(minutes) * 10;
  return text.startsWith("H") ? height + Number(text.slice(1)) : Number(text);
}

export function fieldOf(text: string): string | boolean | undefined {
  if (text === "none") return undefined;
  return text === "true" || text === "false" ? text === "true" : text;
}

const fixed: Readonly<Record<string, Voice>> = {
  silent,
  "no-votes": { votes: null },
  "no-rows": { rows: null },
  "no-height": { ahead: null },
  "no-block": { paths: { block: down } },
  "empty-rows": { paths: { inbound_addresses: [] } },
};

function voiceOf(words: readonly string[], height: number): Voice {
  const votes: Record<string, number> = {};
  const rows: Record<string, Readonly<Record<string, unknown>> | null> = {};
  let voice: Voice = {};
  for (const word of words) {
    const [name = "", value = ""] = word.split("=", 2);
    const [chain = "", field] = name.split(".");
    const [, what, number] = /^(clock|block)?([+-]\d+)$/.exec(word) ?? [];
    if (word === "halt") votes.HALTETHTRADING = 1;
    else if (fixed[word]) voice = { ...voice, ...fixed[word] };
    else if (what !== undefined) {
      const key = what === "clock" ? "laterMs" : "ahead";
      voice = { ...voice, block: { ...voice.block, [key]: Number(number) } };
    } else if (number !== undefined) voice = { ...voice, ahead: Number(number) };
    else if (name === "lists") voice = { ...voice, lists: value.split(",") };
    else if (name === "only")
      voice = { ...voice, paths: { inbound_addresses: [{ chain: value }] } };
    else if (word.startsWith("-")) rows[word.slice(1)] = null;
    else if (field !== undefined) rows[chain] = { ...rows[chain], [field]: fieldOf(value) };
    else if (word.includes("=")) votes[name] = voteOf(value, height);
    else throw new Error(`no word of a scene: ${word}`);
  }
  return { ...(isFilled(votes) && { votes }), ...(isFilled(rows) && { rows }), ...voice };
}

const isFilled = (part: object) => Object.keys(part).length > 0;
const nodes = ["node0", "node1", "node2"] as const;

/**
 * Parses "all HALTTRADING=1; node1 ETH.router=0xother +5; after 6000". A node can have mimir values
 * (`halt`: HALTETHTRADING=1), row members, `-ETH` (no row), a height (`+5`), a block (`clock+5000`
 * in ms, `block-7`), more chains (`lists=ZA,ZB`), `only=BTC`, or a word of `fixed`.
 */
export function sceneOf(text: string, height = H): Scene {
  const voices: Partial<Record<Source, Voice>> = {};
  let scene: Scene = {};
  for (const part of text.split(";").map((item) => item.trim())) {
    const [who = "", ...words] = part.split(" ");
    const source = [...nodes, "indexer0" as const].find((name) => name === who);
    if (source) voices[source] = voiceOf(words, height);
    else if (who === "after") scene = { ...scene, afterMs: Number(words[0]) };
    else if (who === "stands") scene = { ...scene, stands: true };
    else if (who === "all") {
      const { votes, rows, ...more } = voiceOf(words, height);
      if (votes === null || rows === null) throw new Error(`not for all: ${part}`);
      scene = { ...scene, ...(votes && { votes }), ...(rows && { rows }) };
      if (isFilled(more)) for (const name of nodes) voices[name] = more;
    } else if (who !== "") throw new Error(`nobody of a scene: ${who}`);
  }
  return { ...scene, ...voices };
}

const short: readonly (readonly [word: RegExp, text: string])[] = [
  [/\bapart\b/g, "providers_disagree"],
  [/(^|\|)\s*halted\b/g, "$1 ETH TDL halted HALTETHTRADING"],
  [/allOpen/, "ETH open | BTC open | network open | failure none"],
  [/disputed/, "ETH TDL unknown providers_disagree | BTC open | network open"],
  [/nothing ((\w+)[^|]*)/, "network unknown $1 | ETH TDSL unknown $1 | failure $2"],
  [/@BTC shown/, "@BTC btcvault1 by 2, 900 s"],
  [/@ETH shown/, "@ETH ethvault1 0xrouter by 2, 900 s"],
];

/** Parses "ETH TDL halted HALTTRADING | failure none": names for `tell`, each with its result. */
export const toldOf = (text: string) =>
  short
    .reduce((told, [word, long]) => told.replace(word, long), text)
    .split("|")
    .map((part): [asked: string, told: string] => {
      const [, asked = "", told = ""] = /^\s*((?:soon )?\S+)\s*(.*?)\s*$/.exec(part) ?? [];
      return [asked, told];
    });

export interface SceneRow {
  readonly danger: string;
  readonly steps: readonly (readonly [scene: string, told: string])[];
}

/** Parses lines "danger: scene => result". A line "then: scene => result" is a further step. */
export function rowsOf(table: string): SceneRow[] {
  const rows: { danger: string; steps: [string, string][] }[] = [];
  for (const line of table.replace(/\s*\n\s*=>/g, " =>").split("\n")) {
    if (line.trim() === "") continue;
    const [, danger, scene = "", verdict = ""] = /^\s*(?:then|(.*?)):(.*?)=>(.*)$/.exec(line) ?? [];
    if (danger === undefined) rows.at(-1)?.steps.push([scene, verdict]);
    else rows.push({ danger, steps: [[scene, verdict]] });
  }
  return rows;
}

export async function holdRow({ steps }: SceneRow, options: Options): Promise<void> {
  const world = createScene({}, options);
  for (const [index, [scene, text]] of steps.entries()) {
    playScene(world, sceneOf(scene));
    world.calls.length = 0;
    const told = Object.fromEntries(text.trim() === "" ? [] : toldOf(text));
    expect({ index, ...(await tell(world, Object.keys(told))) }).toEqual({ index, ...told });
  }
}
