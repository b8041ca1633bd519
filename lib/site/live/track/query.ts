// The query of /track → the swap to look up, or the errors of its fields. Typed text is kept.

import { listNameFaults } from "../../../mcp/tools/argument-names.ts";
import { getSwapStatus } from "../../../mcp/tools/get-swap-status.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { InputError } from "../../../protocol/values/input-error.ts";
import { parseChain, parseTypedTxid } from "../../../protocol/values/txid.ts";
import { inputText } from "../../../say/input.en.ts";

type FieldName = "txid" | "chain";

export interface TrackQuery {
  readonly typed: Readonly<Record<FieldName, string>>;
  /** `form`: unknown arguments. */
  readonly errors: Readonly<Record<FieldName | "form", string | null>>;
  /** Null without a question, or with an error. */
  readonly lookup: { readonly txid: string; readonly chain: string | null } | null;
}

export function parseTrackQuery(query: URLSearchParams, preset: Preset): TrackQuery {
  const typedText = (name: FieldName) => [...new Set(query.getAll(name))].join(" ");
  const typed = { txid: typedText("txid"), chain: typedText("chain").trim() };
  const faults = listNameFaults(query, Object.keys(getSwapStatus.inputSchema.shape));
  const faultOf = (field: FieldName) => faults.find(({ name }) => name === field)?.text ?? null;
  const formFaults = faults.filter(({ name }) => !Object.hasOwn(typed, name));
  const form = formFaults.length === 0 ? null : formFaults.map(({ text }) => text).join(" ");
  if (!query.has("txid"))
    return { typed, errors: { txid: null, chain: faultOf("chain"), form }, lookup: null };
  const chain = parseField(() => (typed.chain === "" ? null : parseChain(typed.chain, preset)));
  const txid = parseField(() => parseTypedTxid(typed.txid, chain.value ?? null, preset));
  const isComplete = faults.length === 0 && txid.value !== undefined && chain.value !== undefined;
  return {
    typed,
    errors: {
      txid: faultOf("txid") ?? txid.error,
      chain: faultOf("chain") ?? chain.error,
      form,
    },
    lookup: isComplete ? { txid: txid.value, chain: chain.value } : null,
  };
}

function parseField<T>(parse: () => T): { readonly value?: T; readonly error: string | null } {
  try {
    return { value: parse(), error: null };
  } catch (error) {
    if (error instanceof InputError) return { error: inputText(error.fault) };
    throw error;
  }
}
