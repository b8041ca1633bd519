// A named state: a scripted world, and what is asked of it.

import type { Network } from "../../lib/protocol/network.ts";
import type { Preset } from "../../lib/protocol/values/chains.ts";
import { type SwapRecords, scriptSwap, TXID } from "../support/transactions.ts";
import { createWorld, type World } from "../support/world.ts";

export interface Setting {
  readonly network: Network;
  readonly preset: Preset;
  readonly nowMs: number;
}

/** As the arguments of get_swap_quote. */
export type QuoteInput = Readonly<Record<string, string | number | object>>;

type LivePath = "/quote" | "/track" | "/status";

export type Question =
  | { readonly about: "status" | "statuspage" | "inbounds" | "assets" }
  | { readonly about: "chain"; readonly chain: string }
  | { readonly about: "quote"; readonly input: QuoteInput }
  | { readonly about: "page"; readonly path: LivePath; readonly search: string }
  | { readonly about: "sizes" }
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

type WorldOptions = Parameters<typeof createWorld>[0];
type Change = (world: World) => void | Promise<void>;

const healthy: Change = () => undefined;
/** So long that a halt of some thousand blocks ago is no height below zero. */
const BEFORE_MS = 6_000_000;

/** Two operators and an indexer, which all tell the same until `change` scripts them otherwise. */
export const inWorld =
  (change: Change = healthy, options: WorldOptions = {}): State["setting"] =>
  async () => {
    const world = createWorld({ nodes: 2, indexers: 1, ...options });
    world.nowMs += BEFORE_MS;
    world.hasOwnFees = true;
    await change(world);
    return world;
  };

export const status: Question = { about: "status" };
/** The answer for aggregators, in the shape of Statuspage. */
export const statuspage: Question = { about: "statuspage" };
export const inbounds: Question = { about: "inbounds" };
export const assets: Question = { about: "assets" };
export const chain = (code: string): Question => ({ about: "chain", chain: code });
export const quote = (input: QuoteInput): Question => ({ about: "quote", input });
export const swap = (txid: string, code?: string): Question => ({
  about: "swap",
  txid,
  ...(code !== undefined && { chain: code }),
});

export const swapOf = (records: SwapRecords, options: WorldOptions = {}, txid = TXID): State => ({
  setting: inWorld((world) => scriptSwap(world, records), options),
  questions: [swap(txid)],
});
/** The address of a page as somebody wrote it, with arguments that no tool takes. */
export const page = (path: LivePath, search: string): Question => ({ about: "page", path, search });
/** The table of the fee guide. */
export const sizes: Question = { about: "sizes" };
