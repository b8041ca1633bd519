// /track as plain data, for HTML and Markdown. The query's text is kept as typed.

import { listNameFaults } from "../../../mcp/tools/arguments.ts";
import { getSwapStatus } from "../../../mcp/tools/get-swap-status.ts";
import { inputJsonSchema } from "../../../mcp/tools/json-schema.ts";
import type { SwapReading } from "../../../protocol/model/swap.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { InputError } from "../../../protocol/values/input-error.ts";
import { parseChain, parseTypedTxid } from "../../../protocol/values/txid.ts";
import type { Cell } from "../../../render/blocks.ts";
import { asOfText } from "../../../say/as-of.en.ts";
import { inputText } from "../../../say/input.en.ts";
import { absoluteUrl, hrefOf } from "../../registry/links.ts";
import { swapSummary } from "./swap-summary.ts";
import { generalTimeline } from "./timeline.ts";
import { trackWords } from "./words.ts";

type TrackQuery = ReturnType<typeof parseTrackQuery>;

/** `errors.form`: unknown arguments. `asked`: null without a question, or with an error. */
export function parseTrackQuery(query: URLSearchParams, preset: Preset) {
  const written = (name: string) => [...new Set(query.getAll(name))].join(" ");
  const txid = written("txid");
  const chain = written("chain").trim();
  const typed = { txid, chain };
  const faults = listNameFaults(query, Object.keys(getSwapStatus.inputSchema.shape));
  const isField = (name: string) => Object.hasOwn(typed, name);
  const faultOf = (field: string) => faults.find(({ name }) => name === field)?.text ?? null;
  const unknown = faults.flatMap(({ name, text }) => (isField(name) ? [] : text));
  const form = unknown.length === 0 ? null : unknown.join(" ");
  if (!query.has("txid"))
    return { typed, errors: { txid: null, chain: faultOf("chain"), form }, asked: null };
  const code = queryResult(() => (chain === "" ? null : parseChain(chain, preset)));
  const id = queryResult(() => parseTypedTxid(txid, code.value ?? null, preset));
  const errors = { txid: faultOf("txid") ?? id.error, chain: faultOf("chain") ?? code.error, form };
  const isAsked = faults.length === 0 && id.value !== undefined && code.value !== undefined;
  const asked = isAsked ? { txid: id.value, chain: code.value } : null;
  return { typed, errors, asked };
}

function queryResult<T>(parse: () => T): { readonly value?: T; readonly error: string | null } {
  try {
    return { value: parse(), error: null };
  } catch (error) {
    if (error instanceof InputError) return { error: inputText(error.fault) };
    throw error;
  }
}

const { properties } = inputJsonSchema(getSwapStatus.inputSchema) as {
  readonly properties: Readonly<Record<"txid" | "chain", { readonly description: string }>>;
};
const tool = {
  name: getSwapStatus.name,
  description: getSwapStatus.description,
  txid: properties.txid.description,
  chain: properties.chain.description,
};

interface TrackFacts {
  readonly preset: Preset;
  readonly query: TrackQuery;
  readonly reading: SwapReading | null;
  readonly readAtMs: number;
  readonly samples: readonly Readonly<Record<"txid" | "state" | "title", string>>[];
}

export type TrackView = ReturnType<typeof trackView>;

export function trackView({ preset, query, reading, readAtMs, samples }: TrackFacts) {
  const track = hrefOf("/track");
  const chain = query.asked?.chain ?? null;
  const swap = reading && swapView(reading, { preset, chain, track, readAtMs });
  return {
    isRefused: isRefused(query),
    title: trackTitle(query, swap),
    form: {
      action: track,
      typed: query.typed,
      errors: query.errors,
      chains: preset.chains.map(({ code, name }) => ({ code, name })),
      tool,
    },
    swap,
    steps: reading ? [] : generalTimeline(preset),
    samples: reading
      ? []
      : samples.map((row) => ({ ...row, href: depositAddress(track, row.txid, null) })),
    links: {
      track,
      json: hrefOf("/track.json"),
      quote: hrefOf("/quote"),
      status: hrefOf("/status"),
    },
  };
}

const isRefused = ({ errors }: TrackQuery) => Object.values(errors).some((error) => error !== null);

function trackTitle(query: TrackQuery, swap: SwapView | null): string[] {
  if (swap)
    return [...(swap.stale === null ? [] : [trackWords.stale]), swap.headline, ...swap.name];
  return isRefused(query) ? [trackWords.error] : [];
}

export type SwapView = ReturnType<typeof swapView>;

function swapView(
  reading: SwapReading,
  {
    preset,
    chain,
    track,
    readAtMs,
  }: Parameters<typeof swapSummary>[1] & { readonly track: string },
) {
  const summary = swapSummary(reading, { preset, chain, readAtMs });
  const asJson = depositAddress(hrefOf("/track.json"), reading.txid, chain);
  const { paidFor } = reading;
  const paidRow = (id: string): [string, Cell] => [
    "Deposit, as an indexer names it",
    { text: id, code: true, link: { name: "/track", href: depositAddress(track, id, null) } },
  ];
  return {
    ...summary,
    self: depositAddress(track, reading.txid, chain),
    address: depositAddress(absoluteUrl("/track"), reading.txid, chain),
    asOf: asOfText(reading, preset),
    details: [
      ...(paidFor ? [paidRow(paidFor)] : []),
      ...summary.details,
      ["This answer", { text: "JSON", link: { name: "/track.json", href: asJson } }] satisfies [
        string,
        Cell,
      ],
    ],
  };
}

function depositAddress(track: string, txid: string, chain: string | null): string {
  return `${track}?${new URLSearchParams({ txid, ...(chain === null ? {} : { chain }) })}`;
}
