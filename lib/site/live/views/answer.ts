// The views of MCP Apps: what they get beside a tool's answer, and how they speak with their host. All but `plain.ts` runs in the browser.
// This file: what a view reads of the answer itself.
import type { EnvelopeAnswer } from "../../../mcp/tools/envelope.ts";
import { networkNames } from "../../../protocol/values/chains.ts";

export type ViewAnswer = EnvelopeAnswer & Readonly<Record<string, unknown>>;

/** Whether this is an answer of one of our tools. Its other members are as the server's own schema made them. */
export function isAnswer(value: unknown): value is ViewAnswer {
  const { network, warnings, as_of: asOf, advice } = (value ?? {}) as Partial<ViewAnswer>;
  return (
    networkNames.some((name) => name === network) && Array.isArray(warnings) && !!asOf && typeof advice === "string"
  );
}

/** When the answer was made, by the server's clock; null where it names no block. */
export function servedMsOf({ as_of: asOf }: Pick<EnvelopeAnswer, "as_of">): number | null {
  const blockMs = Date.parse(asOf.block_time ?? "");
  return Number.isNaN(blockMs) ? null : blockMs + 1000 * (asOf.age_seconds ?? 0);
}
