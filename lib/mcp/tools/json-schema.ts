// How clients see the schemas of tools: without keywords that cost bytes and say little.
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod";
import { outputRegistry } from "../../answers/shapes.ts";

export type JsonSchema = Record<string, unknown>;

interface InputSchema extends JsonSchema {
  readonly properties: Readonly<
    Record<string, { readonly type?: string; readonly description?: string }>
  >;
  readonly required?: readonly string[];
}

export function inputJsonSchema(schema: z.ZodObject): InputSchema {
  return compactSchema(z.toJSONSchema(schema, { io: "input" })) as InputSchema;
}

/** A shorter list of states is left out. */
const MIN_STATES = 6;

/** The types of values are left out: nearly each value can be null. */
export function outputJsonSchema(schema: z.ZodObject): JsonSchema {
  return {
    type: "object",
    ...outline(z.toJSONSchema(schema, { io: "output", metadata: outputRegistry }) as JsonSchema),
  };
}

/** For display only. Tools and prompts parse by themselves, so an error has a code and a hint. */
export type AdvertisedSchema = StandardSchemaWithJSON<unknown, unknown>;

export function advertisedSchema(schema: JsonSchema): AdvertisedSchema {
  const jsonSchema = () => schema;
  return {
    "~standard": {
      version: 1,
      vendor: "signpost",
      validate: (value) => ({ value }),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  };
}

function outline(node: JsonSchema, levels = 2): JsonSchema {
  const {
    anyOf,
    advertised,
    description,
    enum: values,
    properties,
    items,
    propertyNames,
    additionalProperties,
  } = node;
  if (advertised) return advertised as JsonSchema;
  if (Array.isArray(anyOf)) {
    const { enum: states, ...variant } = outline(
      { ...node, ...anyOf[0], anyOf: undefined },
      levels,
    );
    return Array.isArray(states) ? { ...variant, enum: [...states, null] } : variant;
  }
  const described = description === undefined ? {} : { description };
  if (Array.isArray(values))
    return values.length < MIN_STATES ? described : { ...described, enum: values };
  if (levels === 0) return described;
  if (properties) {
    const members = Object.entries(properties as Record<string, JsonSchema>);
    const outlines = members.map(([name, member]) => [name, outline(member, levels - 1)]);
    return { ...described, properties: Object.fromEntries(outlines) };
  }
  const names = (propertyNames as JsonSchema | undefined)?.enum;
  if (Array.isArray(names))
    return { ...described, properties: Object.fromEntries(names.map((name) => [name, {}])) };
  for (const [key, row] of Object.entries({ items, additionalProperties })) {
    const rowOutline = row && typeof row === "object" ? outline(row as JsonSchema, levels) : {};
    if (Object.keys(rowOutline).length > 0) return { ...described, [key]: rowOutline };
  }
  return described;
}

function compactSchema(node: unknown, isNameMap = false): unknown {
  if (Array.isArray(node)) return node.map((item) => compactSchema(item));
  if (node === null || typeof node !== "object") return node;
  const entries = Object.entries(node).filter(
    ([key, value]) => isNameMap || !isDropped(key, value),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => [key, compactSchema(value, !isNameMap && key === "properties")]),
  );
}

function isDropped(key: string, value: unknown): boolean {
  return (
    key === "$schema" ||
    key === "minItems" ||
    key === "maxItems" ||
    (key === "minLength" && value === 1)
  );
}
