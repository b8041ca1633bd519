// Turns the query of a URL into the arguments of a tool.
import type * as z from "zod";
import { withToolArguments } from "../../protocol/values/quote-fields.ts";
import { isCampaignName } from "./argument-names.ts";
import { inputJsonSchema } from "./json-schema.ts";

export function queryArguments(
  schema: z.ZodObject,
  query: URLSearchParams,
): Record<string, unknown> {
  const { properties } = inputJsonSchema(schema);
  const toolQuery = Object.hasOwn(properties, "amount_usd") ? withToolArguments(query) : query;
  const argumentNames = [...new Set(toolQuery.keys())].filter((name) => !isCampaignName(name));
  return Object.fromEntries(
    argumentNames.flatMap((name) => {
      if (properties[name]?.type === "array") {
        const entries = toolQuery
          .getAll(name)
          .join()
          .split(",")
          .map((text) => text.trim());
        const namedEntries = entries.filter((text) => text !== "");
        return namedEntries.length === 0 ? [] : [[name, namedEntries]];
      }
      const [value = "", ...otherValues] = new Set(toolQuery.getAll(name));
      if (otherValues.length > 0) return [[name, [value, ...otherValues]]];
      // An HTML form also sends fields that are empty, so an empty value counts as no argument.
      if (value === "" && Object.hasOwn(properties, name)) return [];
      return [[name, parseValue(name, value, properties[name]?.type)]];
    }),
  );
}

function parseValue(name: string, text: string, type: string | undefined): unknown {
  if (type === "integer" && /^\d{1,9}$/.test(text)) return Number(text);
  return name === "streaming" ? parseStreaming(text) : text;
}

/** Parses "interval/quantity", such as "1/5": memos and the form of /quote write it like this. */
function parseStreaming(text: string): unknown {
  const match = /^(\d{1,6})(?:\/(\d{1,6}))?$/.exec(text);
  if (!match) return text;
  const [interval, quantity] = [Number(match[1]), Number(match[2] ?? 0)];
  if (quantity === 1) return "single";
  return interval === 0 && quantity === 0 ? "rapid" : { interval, quantity };
}
