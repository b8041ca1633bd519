// Parses the query of /track: the swap to look up, or an error for each field.

import { listNameFaults } from "../../../mcp/tools/argument-names.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { InputError } from "../../../protocol/values/input-error.ts";
import { parseChain, parseTypedTxid } from "../../../protocol/values/txid.ts";
import { inputText } from "../../../say/input.en.ts";

const fieldNames = ["txid", "chain"] as const;
type FieldName = (typeof fieldNames)[number];

export interface TrackQuery {
  readonly typed: Readonly<Record<FieldName, string>>;
  readonly errors: Readonly<Record<FieldName | "form", string | null>>;
  readonly lookup: { readonly txid: string; readonly chain: string | null } | null;
}

export const noErrors: TrackQuery["errors"] = { txid: null, chain: null, form: null };

export function typedTexts(query: URLSearchParams): TrackQuery["typed"] {
  const typedText = (name: FieldName) => [...new Set(query.getAll(name))].join(" ");
  return { txid: typedText("txid"), chain: typedText("chain").trim() };
}

export function parseTrackQuery(query: URLSearchParams, preset: Preset): TrackQuery {
  const typed = typedTexts(query);
  const nameFaults = listNameFaults(query, fieldNames);
  const faultTextOf = (field: FieldName) =>
    nameFaults.find(({ name }) => name === field)?.text ?? null;
  const otherNameFaults = nameFaults.filter(({ name }) => !Object.hasOwn(typed, name));
  const formError =
    otherNameFaults.length === 0 ? null : otherNameFaults.map(({ text }) => text).join(" ");
  if (!query.has("txid"))
    return {
      typed,
      errors: { txid: null, chain: faultTextOf("chain"), form: formError },
      lookup: null,
    };
  const chainResult = parseField(() =>
    typed.chain === "" ? null : parseChain(typed.chain, preset),
  );
  const txidResult = parseField(() =>
    parseTypedTxid(typed.txid, chainResult.value ?? null, preset),
  );
  const isLookupValid =
    nameFaults.length === 0 && txidResult.value !== undefined && chainResult.value !== undefined;
  return {
    typed,
    errors: {
      txid: faultTextOf("txid") ?? txidResult.error,
      chain: faultTextOf("chain") ?? chainResult.error,
      form: formError,
    },
    lookup: isLookupValid ? { txid: txidResult.value, chain: chainResult.value } : null,
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
