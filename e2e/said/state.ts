// A named state: a scripted world, and what is asked of it. Tables have both as text.

import type { Network } from "../../lib/protocol/network.ts";
import type { Preset } from "../../lib/protocol/values/chains.ts";
import { userAddress } from "../mcp/text-scenes.ts";
import {
  changeOrder,
  changeQuote,
  changeRow,
  listChain,
  poolsWith,
  refuseWith,
  scriptNodes,
} from "../support/changes.ts";
import { rowsOf } from "../support/rows.ts";
import { playScene } from "../support/scene.ts";
import { fieldOf, sceneOf } from "../support/scene-text.ts";
import { TXID } from "../support/transactions.ts";
import { poolBody, type Row } from "../support/wire.ts";
import { createWorld, down, status, toBlock, toPools, type World } from "../support/world.ts";

export interface Setting {
  readonly network: Network;
  readonly preset: Preset;
  readonly nowMs: number;
}

/** As the arguments of get_swap_quote. */
export type QuoteInput = Readonly<Record<string, string | number | object>>;

export type Question =
  | { readonly about: "status" | "statuspage" | "assets" | "sizes" | "facts" }
  | { readonly about: "inbounds"; readonly chain?: string }
  | { readonly about: "pools"; readonly input: object }
  | { readonly about: "prompt"; readonly name: string; readonly input: object }
  | { readonly about: "chain" | "badge"; readonly chain: string }
  /** The board of the homepage, some time after it was read. */
  | { readonly about: "board"; readonly elapsedMs: number }
  | { readonly about: "quote"; readonly input: QuoteInput }
  | { readonly about: "page"; readonly path: string; readonly search: string }
  /** A frame for other sites. */
  | { readonly about: "frame"; readonly frame: string; readonly search: string }
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

export const toEth = { from: "BTC", to: "ETH", amount: "0.1", destination: userAddress("ETH") };
export const USDC = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";

export function cut(text: string, sign: string): readonly [string, string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + sign.length)];
}

/** Changes arguments of `toEth` as the form of the page writes them. An empty one is left out. */
function inputOf(query: string, start: QuoteInput): QuoteInput {
  const input = { ...start };
  for (const [name, value] of query.split("&").map((pair) => cut(pair, "="))) {
    const [interval, quantity] = value.split("/").map(Number);
    if (value === "") delete input[name];
    else if (name === "streaming") input[name] = { interval, quantity };
    else input[name] = name.endsWith("_bps") ? Number(value) : value;
  }
  return input;
}

/**
 * Parses `chain:BTC`, `swap:<id>@BTC`, `/track?txid=1`, `prompt:<name>?from=BTC`,
 * `frame:status?chain=btc` or
 * `quote+amount=1`, which changes `toEth`.
 * A search that starts with "&" asks from BTC to ETH.
 */
function questionOf(text: string): Question {
  const [, about = "", rest = ""] = /^(\/?\w+)[:?+]?(.*)$/.exec(text) ?? [];
  const [name, more] = cut(rest, about === "swap" ? "@" : "?");
  if (about.startsWith("/"))
    return { about: "page", path: about, search: rest.replace(/^&/, "from=BTC&to=ETH&") };
  if (about === "frame") return { about, frame: name, search: more };
  if (about === "quote") return { about, input: inputOf(rest, toEth) };
  if (about === "prompt") return { about, name, input: inputOf(more, {}) };
  if (about === "pools") return { about, input: JSON.parse(rest) };
  if (about === "board") return { about, elapsedMs: Number(rest) };
  if (about === "swap") return { about, txid: name || TXID, ...(more && { chain: more }) };
  return { about, ...(rest && { chain: rest }) } as Question;
}

export const questionsOf = (text: string) => text.split(", ").map(questionOf);

/** The value of a member: "now+60" in seconds, a number where the node has no text, or a text. */
function memberOf(text: string, before: unknown, { nowMs }: World) {
  if (/^now[+-]\d+$/.test(text)) return Math.floor(nowMs / 1000) + Number(text.slice(3));
  return /^\d+$/.test(text) && typeof before !== "string" ? Number(text) : fieldOf(text);
}

/** Parses "memo+=:t:30&limit=5&fees.outbound=none": the memo is longer, its limit another. */
const withMembers = (world: World, text: string) => (reply: Row) => {
  const changed: Record<string, unknown> = structuredClone(reply);
  for (const [name, written] of text.split("&").map((pair) => cut(pair, "="))) {
    const value = decodeURIComponent(written);
    const [member = "", outer] = name.split(".").reverse();
    const inner = (outer === undefined ? changed : changed[outer]) as Record<string, unknown>;
    if (name === "limit") changed.memo = `${changed.memo}`.replace(/\d+$/, value);
    else if (name === "memo+") changed.memo += value;
    else if (name.startsWith("memo-"))
      changed.memo = `${changed.memo}`.replace(name.slice(5), value);
    else inner[member] = memberOf(value, inner[member], world);
  }
  return changed as Row;
};

/** `who`: the node that is named before the verb. */
export type Verb = (world: World, rest: string, who?: string) => unknown;
export type Verbs = Readonly<Record<string, Verb>>;

/** A verb that scripts the answers to a path of all nodes, or of the named one. */
export const scripts =
  (toScript: (rest: string, world: World) => Parameters<typeof scriptNodes>[1]): Verb =>
  (world, rest, who) =>
    scriptNodes(world, toScript(rest, world), who === undefined ? undefined : [who]);

const verbs: Verbs = {
  /** The network is asked before the next change. */
  asked: ({ network }) => network.getStatus(),
  waits: (world, ms) => {
    world.nowMs += Number(ms);
  },
  /** The nodes make no more blocks. */
  stops: (world, ms) => {
    world.frozenAtMs = world.nowMs;
    world.nowMs += Number(ms);
  },
  lists: listChain,
  row: (world, rest) => {
    const [code, members] = cut(rest, " ");
    changeRow(world, code, withMembers(world, members)({}));
  },
  quote: (world, rest, who) => changeQuote(world, withMembers(world, rest), who),
  order: (world, rest, who) => changeOrder(world, withMembers(world, rest), who),
  refuses: scripts((rest) => {
    const [, code = "400", words = ""] = /^(\d{3})? ?(.*)$/.exec(rest) ?? [];
    return { swap: refuseWith(words, Number(code)) };
  }),
  lacks: scripts((paths) => Object.fromEntries(paths.split(" ").map((path) => [path, down]))),
  fails: scripts((rest) => ({ [cut(rest, " ")[1]]: status(Number(cut(rest, " ")[0])) })),
  /** The pool of Ether is another. */
  pool: scripts((rest, world) => {
    const change = withMembers(world, rest);
    const ether = toPools(world).find(({ asset }) => asset === "ETH.ETH") as Row;
    return { pools: poolsWith(world, change(ether)) };
  }),
  /** Pools more, as deep as that of Ether. */
  pools: scripts((assets, world) => {
    const more = assets.split(" ").map((asset) => ({ ...toPools(world)[1], asset }) as Row);
    return { pools: poolsWith(world, {}, more) };
  }),
  "one-pool": scripts((_, world) => ({ pools: toPools(world).slice(0, 1) })),
  "all-pools": scripts((rest, world) => ({
    pools: toPools(world).map((pool) => withMembers(world, rest)(pool)),
  })),
  /** The network also swaps a token, whose deposit goes through a router. */
  usdc: scripts((_, world) => {
    const usdc = poolBody("thorchain", USDC, ["100000000000000", "625000000000000", "100000000"]);
    return { pools: [...toPools(world).slice(0, 2), { ...usdc, decimals: 6 }] };
  }),
};

type Options = NonNullable<Parameters<typeof createWorld>[0]>;
/** Words that stand before all changes. */
const worlds: Readonly<Record<string, Options>> = {
  maya: { network: "mayachain" },
  sample: { source: "sample" },
  "1 node": { nodes: 1 },
  "3 nodes": { nodes: 3 },
  "2 indexers": { indexers: 2 },
  "200 ms": { attemptMs: 200 },
  "1 operator": { urls: { node0: "https://a.nodes.test", node1: "https://b.nodes.test" } },
};

/** So long that a halt of some thousand blocks ago is no height below zero. */
const BEFORE_MS = 6_000_000;

/**
 * Two operators and an indexer, which all tell the same until they are scripted otherwise.
 * Parses "maya; all HALTTRADING=1; node1 quote limit=5": words of `worlds`, then verbs, and scenes
 * as `sceneOf` has them. A scene takes back what verbs before it scripted.
 */
export const state = (question: string, changes = "", more: Verbs = {}): State => ({
  async setting() {
    const parts = changes.split(";").map((part) => part.trim().replace(/\s+/g, " "));
    const options = parts.flatMap((part) => worlds[part] ?? []);
    const world = createWorld(Object.assign({ nodes: 2 }, ...options));
    world.nowMs += BEFORE_MS;
    world.hasOwnFees = true;
    let scene: string[] = [];
    const play = () => {
      if (scene.length > 0) playScene(world, sceneOf(scene.join(";"), toBlock(world).height));
      scene = [];
    };
    for (const part of parts.slice(options.length)) {
      const [, who, name = "", rest = ""] = /^(?:(node\d) )?([\w-]+) ?(.*)$/.exec(part) ?? [];
      const verb = more[name] ?? verbs[name];
      if (verb) play();
      if (verb) await verb(world, rest, who);
      else scene.push(part);
    }
    play();
    return world;
  },
  questions: questionsOf(question),
});

/** Rows "name | question | changes". A question that ends with a sign goes on in the row. */
export const statesOf = (question: string, table: string, more?: Verbs): States =>
  Object.fromEntries(
    rowsOf(table).map(([name = "", cell = "", changes = ""]) => {
      const asked = /[:?+]$/.test(question) ? question + cell : cell || question;
      return [name, state(asked, changes, more)];
    }),
  );

export const NO_SOURCE = "node0 silent; node1 silent; indexer0 silent";
export const NO_LIMIT = "liquidity_tolerance_bps=0";
