// Zod → the JSON Schema that a client reads. Short, because each schema costs every agent tokens. Parsing stays strict.
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod";
import { outputRegistry } from "./shapes.ts";

export type JsonSchema = Record<string, unknown>;

/** The schema of a tool's input: closed objects, with descriptions and bounds. */
export function inputJsonSchema(schema: z.ZodObject): JsonSchema {
  return compactSchema(z.toJSONSchema(schema, { io: "input" })) as JsonSchema;
}

/** An enumeration of states is told in full. Shorter ones are in the descriptions of the tools. */
const MIN_STATES = 6;

/**
 * The outline of a tool's answer: the names of its members and of theirs, and every state. Kinds of values are left out,
 * since nearly each can be null.
 */
export function outputJsonSchema(schema: z.ZodObject): JsonSchema {
  return {
    type: "object",
    ...outline(z.toJSONSchema(schema, { io: "output", metadata: outputRegistry }) as JsonSchema),
  };
}

/** A schema for display only. Tools and prompts parse by themselves, so an error has a code and a hint. */
export function advertisedSchema(schema: JsonSchema): StandardSchemaWithJSON<unknown, unknown> {
  const converted = () => schema;
  return {
    "~standard": {
      version: 1,
      vendor: "signpost",
      validate: (value) => ({ value }),
      jsonSchema: { input: converted, output: converted },
    },
  };
}

/** `levels` below the top are named. */
function outline(node: JsonSchema, levels = 2): JsonSchema {
  const { anyOf, advertised, description, enum: values, properties, items, propertyNames, additionalProperties } = node;
  if (advertised) return advertised as JsonSchema;
  // The second form is null.
  if (Array.isArray(anyOf)) {
    const { enum: states, ...told } = outline({ ...node, ...anyOf[0], anyOf: undefined }, levels);
    return Array.isArray(states) ? { ...told, enum: [...states, null] } : told;
  }
  const told = description === undefined ? {} : { description };
  if (Array.isArray(values)) return values.length < MIN_STATES ? told : { ...told, enum: values };
  if (levels === 0) return told;
  if (properties) {
    const members = Object.entries(properties as Record<string, JsonSchema>);
    return { ...told, properties: Object.fromEntries(members.map(([name, one]) => [name, outline(one, levels - 1)])) };
  }
  const names = (propertyNames as JsonSchema | undefined)?.enum;
  if (Array.isArray(names)) return { ...told, properties: Object.fromEntries(names.map((name) => [name, {}])) };
  for (const [key, rows] of Object.entries({ items, additionalProperties })) {
    const inner = rows && typeof rows === "object" ? outline(rows as JsonSchema, levels) : {};
    if (Object.keys(inner).length > 0) return { ...told, [key]: inner };
  }
  return told;
}

/** Without what every argument would say: that it is not empty, and has no more entries than there are values. */
function compactSchema(node: unknown, isNameMap = false): unknown {
  if (Array.isArray(node)) return node.map((item) => compactSchema(item));
  if (node === null || typeof node !== "object") return node;
  const entries = Object.entries(node).filter(([key, value]) => isNameMap || !isDropped(key, value));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, compactSchema(value, !isNameMap && key === "properties")]),
  );
}

function isDropped(key: string, value: unknown): boolean {
  return key === "$schema" || key === "minItems" || key === "maxItems" || (key === "minLength" && value === 1);
}
