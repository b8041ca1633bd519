// The arguments of a tool, from the query of an address. What does not fit stays text, so that the tool's own error names it.
import type { z } from "zod";
import { inputJsonSchema } from "./json-schema.ts";

interface Property {
  readonly type?: string;
}

/** Of an argument that is given twice, the first one counts. An empty one is left out, as forms send it. */
export function queryArguments(schema: z.ZodObject, query: URLSearchParams): Record<string, unknown> {
  const { properties = {} } = inputJsonSchema(schema) as { properties?: Record<string, Property> };
  const names = [...new Set(query.keys())].filter((name) => query.get(name) !== "");
  return Object.fromEntries(names.map((name) => [name, parseValue(name, query.get(name) ?? "", properties[name])]));
}

function parseValue(name: string, text: string, property: Property | undefined): unknown {
  if (property?.type === "integer" && /^\d{1,9}$/.test(text)) return Number(text);
  return name === "streaming" ? parseStreaming(text) : text;
}

/** As the form of /quote and memos write it: blocks between the parts, and how many parts. */
function parseStreaming(text: string): unknown {
  const match = /^(\d{1,6})(?:\/(\d{1,6}))?$/.exec(text);
  if (!match) return text;
  const [interval, quantity] = [Number(match[1]), Number(match[2] ?? 0)];
  if (quantity === 1) return "single";
  return interval === 0 && quantity === 0 ? "rapid" : { interval, quantity };
}
