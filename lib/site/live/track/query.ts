// The query of /track. The typed text is kept, and a bad id or chain is an error of its own field.

import { listNameFaults } from "../../../mcp/tools/arguments.ts";
import { getSwapStatus } from "../../../mcp/tools/get-swap-status.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { InputError } from "../../../protocol/values/input-error.ts";
import { parseChain, parseTypedTxid } from "../../../protocol/values/txid.ts";

export type TrackQuery = ReturnType<typeof parseTrackQuery>;

/** `errors.form`: of an argument that this page does not take. `asked`: null without a question, or with an error. */
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
  if (!query.has("txid")) return { typed, errors: { txid: null, chain: faultOf("chain"), form }, asked: null };
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
    if (error instanceof InputError) return { error: error.hint };
    throw error;
  }
}
