// MCP room: the argument grammars that tools and prompts share, and a refusal in our own words: never an echo of what was sent.
import { z } from "zod";
import type { Failure } from "../protocol/model.ts";

/** A decimal string in whole units; whether it has too many decimals depends on the asset. */
export const AmountText = z.string().regex(/^\d{1,30}(\.\d{1,30})?$/, 'expected a decimal string such as "0.05"');

/** The first thing wrong with the arguments. */
export function toInputFailure(error: z.ZodError, schema: z.ZodObject): Failure {
  const issue = error.issues[0];
  const path = issue?.path.join(".") ?? "";
  const legal = Object.keys(schema.shape);
  if (issue?.code === "unrecognized_keys") {
    const hint = path
      ? `${path}: unknown member.`
      : `Unknown argument. The legal ones are: ${legal.join(", ") || "none"}.`;
    return { code: "invalid_arguments", hint, retryAfterSeconds: null };
  }
  if (issue?.code === "invalid_value") {
    const values = issue.values.map(String);
    const hint = `${path}: not a legal value. The legal ones are: ${values.join(", ")}.`;
    return { code: "invalid_arguments", hint, retryAfterSeconds: null, candidates: values };
  }
  return { code: "invalid_arguments", hint: `${path || "arguments"}: ${issue?.message}.`, retryAfterSeconds: null };
}
