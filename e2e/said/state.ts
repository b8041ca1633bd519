// A named state: a scripted world, and what is asked of it.

import type { Network } from "../../lib/protocol/network.ts";
import type { Preset } from "../../lib/protocol/values/chains.ts";
import { scriptNodes } from "../support/changes.ts";
import { playScene } from "../support/scene.ts";
import { sceneOf } from "../support/scene-text.ts";
import { type SwapRecords, scriptSwap, TXID } from "../support/transactions.ts";
import { createWorld, type Reply, type Script, toBlock, type World } from "../support/world.ts";

export interface Setting {
  readonly network: Network;
  readonly preset: Preset;
  readonly nowMs: number;
}

/** As the arguments of get_swap_quote. */
export type QuoteInput = Readonly<Record<string, string | number | object>>;

type LivePath = "/quote" | "/track" | "/status";

export type Question =
  | { readonly about: "status" | "statuspage" | "assets" | "sizes" | "facts" }
  | { readonly about: "inbounds"; readonly chain?: string }
  | { readonly about: "pools"; readonly input: object }
  | { readonly about: "prompt"; readonly name: string; readonly input: object }
  | { readonly about: "chain" | "badge"; readonly chain: string }
  | { readonly about: "board"; readonly elapsedMs: number }
  | { readonly about: "quote"; readonly input: QuoteInput }
  | { readonly about: "page"; readonly path: LivePath; readonly search: string }
  | { readonly about: "swap"; readonly txid: string; readonly chain?: string };

export interface State {
  readonly setting: () => Setting | Promise<Setting>;
  readonly questions: readonly Question[];
}

/** By name. The names say what could go wrong for somebody who sends now. */
export type States = Readonly<Record<string, State>>;

/** Scenes of one shape in one text. Each has one question, of which one surface is held. */
export interface Alike {
  /** "head": of the Markdown, what stands before the time at which it was read. */
  readonly surface: "markdown" | "head" | "tool";
  readonly scenes: States;
}

type Questions = Question | readonly Question[];
/** In the words of `sceneOf`, before anything else is scripted, or as a function. */
export type Change = string | ((world: World) => unknown);

/** So long that a halt of some thousand blocks ago is no height below zero. */
const BEFORE_MS = 6_000_000;

/** Two operators and an indexer, which all tell the same until changes script them otherwise. */
export const stateIn =
  (options: Parameters<typeof createWorld>[0]) =>
  (questions: Questions, ...changes: readonly Change[]): State => ({
    async setting() {
      const world = createWorld({ nodes: 2, ...options });
      world.nowMs += BEFORE_MS;
      world.hasOwnFees = true;
      for (const change of changes)
        if (typeof change === "function") await change(world);
        else playScene(world, sceneOf(change, toBlock(world).height));
      return world;
    },
    questions: [questions].flat(),
  });
export const state = stateIn({});
export const mayaState = stateIn({ network: "mayachain" });
export const oneNodeState = stateIn({ nodes: 1 });

/** One question in many worlds. */
export const scenesOf = (
  question: Question,
  rows: Readonly<Record<string, Change | readonly Change[] | State>>,
): States =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => {
      const isState = typeof row === "object" && "setting" in row;
      return [name, isState ? row : state(question, ...[row].flat())];
    }),
  );

export const NO_SOURCE = "node0 silent; node1 silent; indexer0 silent";
/** The network is asked before the next change. */
export const readStatus: Change = (world) => world.network.getStatus();
/** What all nodes answer, or the named ones. */
export const toNodes =
  (script: Script, ...names: readonly string[]) =>
  (world: World) =>
    scriptNodes(world, script, names.length > 0 ? names : undefined);
/** The nodes make no more blocks. */
export const stop = (afterMs: number) => (world: World) => {
  world.frozenAtMs = world.nowMs;
  world.nowMs += afterMs;
};

export const status: Question = { about: "status" };
/** The answer for aggregators, in the shape of Statuspage. */
export const statuspage: Question = { about: "statuspage" };
export const inbounds: Question = { about: "inbounds" };
export const inboundOf = (code: string): Question => ({ about: "inbounds", chain: code });
export const prompt = (name: string, input: object): Question => ({ about: "prompt", name, input });
/** As the arguments of list_pools. */
export const pools = (input: object): Question => ({ about: "pools", input });
export const assets: Question = { about: "assets" };
/** The table of the fee guide. */
export const sizes: Question = { about: "sizes" };
/** What the documents of prose say of a protocol. */
export const facts: Question = { about: "facts" };
export const badge = (code: string): Question => ({ about: "badge", chain: code });
/** The board of the homepage, some time after it was read. */
export const board = (elapsedMs = 0): Question => ({ about: "board", elapsedMs });
export const chain = (code: string): Question => ({ about: "chain", chain: code });
export const quote = (input: QuoteInput): Question => ({ about: "quote", input });
/** The address of a page as somebody wrote it, with arguments that no tool takes. */
export const page = (path: LivePath, search: string): Question => ({ about: "page", path, search });
export const swap = (txid = TXID, code?: string): Question => ({
  about: "swap",
  txid,
  ...(code !== undefined && { chain: code }),
});

export const swapOf = (records: SwapRecords, votes = "", of = state): State =>
  of(swap(), votes, (world) => scriptSwap(world, records));
/** Of what the nodes keep, the same for all or of each. */
export const swapAt = (nodes: Reply | readonly Reply[], votes?: string): State =>
  swapOf({ nodes }, votes);
/** Asked before, so that the time since the first sight counts. By then, payouts are planned. */
export const swapLater = (records: SwapRecords, waitMs = 66_000): State =>
  state(
    swap(),
    (world) => scriptSwap(world, records),
    (world) => world.network.getSwap(TXID, null),
    (world) => {
      world.nowMs += waitMs;
    },
  );
