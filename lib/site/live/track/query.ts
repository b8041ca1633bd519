// The query of /track. The typed text is kept, and a bad id or chain is an error of its own field.

import type { Preset } from "../../../protocol/values/chains.ts";
import { InputError } from "../../../protocol/values/input-error.ts";
import { parseChain, parseTypedTxid } from "../../../protocol/values/txid.ts";

export interface TrackQuery {
  readonly typed: { readonly txid: string; readonly chain: string };
  readonly errors: { readonly txid: string | null; readonly chain: string | null };
  /** Null without a question, or with an error. */
  readonly asked: { readonly txid: string; readonly chain: string | null } | null;
}

export function parseTrackQuery(query: URLSearchParams, preset: Preset): TrackQuery {
  const txid = query.getAll("txid").join(" ");
  const chain = query.getAll("chain").join(" ").trim();
  const typed = { txid, chain };
  if (!query.has("txid")) return { typed, errors: { txid: null, chain: null }, asked: null };
  const code = queryResult(() => (chain === "" ? null : parseChain(chain, preset)));
  const id = queryResult(() => parseTypedTxid(txid, code.value ?? null, preset));
  const errors = { txid: id.error, chain: code.error };
  const asked = id.value === undefined || code.value === undefined ? null : { txid: id.value, chain: code.value };
  return { typed, errors, asked };
}

type Result<T> = { readonly value: T; readonly error: null } | { readonly value?: undefined; readonly error: string };

function queryResult<T>(parse: () => T): Result<T> {
  try {
    return { value: parse(), error: null };
  } catch (error) {
    if (error instanceof InputError) return { error: error.hint };
    throw error;
  }
}
