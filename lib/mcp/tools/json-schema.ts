// Tool schemas as clients see them: without keywords that cost bytes and say little.
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

const MIN_LISTED_VALUES = 6;

/**
 * Output schema for clients, without the types of values. Nearly every value can be null, so each
 * type would be a pair such as "string or null", which makes the schema long.
 */
export function outputJsonSchema(schema: z.ZodObject): JsonSchema {
  return {
    type: "object",
    ...outline(z.toJSONSchema(schema, { io: "output", metadata: outputRegistry }) as JsonSchema),
  };
}

/**
 * A schema that the SDK only shows to clients: its `validate` accepts everything. Tools and prompts
 * check their input themselves, so that an error has a code and a hint.
 */
export type AdvertisedSchema = StandardSchemaWithJSON<unknown, unknown>;

export function advertisedSchema(schema: JsonSchema): AdvertisedSchema {
  const getSchema = () => schema;
  return {
    "~standard": {
      version: 1,
      vendor: "signpost",
      validate: (value) => ({ value }),
      jsonSchema: { input: getSchema, output: getSchema },
    },
  };
}

function outline(node: JsonSchema, levelsLeft = 2): JsonSchema {
  const {
    anyOf,
    advertised,
    description,
    enum: enumValues,
    properties,
    items,
    propertyNames,
    additionalProperties,
  } = node;
  if (advertised) return advertised as JsonSchema;
  if (Array.isArray(anyOf)) {
    const { enum: variantValues, ...variant } = outline(
      { ...node, ...anyOf[0], anyOf: undefined },
      levelsLeft,
    );
    if (!Array.isArray(variantValues)) return variant;
    return { ...variant, enum: [...variantValues, null] };
  }
  const baseOutline = description === undefined ? {} : { description };
  if (Array.isArray(enumValues)) {
    if (enumValues.length < MIN_LISTED_VALUES) return baseOutline;
    return { ...baseOutline, enum: enumValues };
  }
  if (levelsLeft === 0) return baseOutline;
  if (properties) {
    const entries = Object.entries(properties as Record<string, JsonSchema>);
    const outlineEntries = entries.map(([name, member]) => [name, outline(member, levelsLeft - 1)]);
    return { ...baseOutline, properties: Object.fromEntries(outlineEntries) };
  }
  const recordKeys = (propertyNames as JsonSchema | undefined)?.enum;
  if (Array.isArray(recordKeys))
    return { ...baseOutline, properties: Object.fromEntries(recordKeys.map((name) => [name, {}])) };
  for (const [keyword, schema] of Object.entries({ items, additionalProperties })) {
    const isSchema = schema !== null && typeof schema === "object";
    const rowOutline = isSchema ? outline(schema as JsonSchema, levelsLeft) : {};
    if (Object.keys(rowOutline).length > 0) return { ...baseOutline, [keyword]: rowOutline };
  }
  return baseOutline;
}

function compactSchema(node: unknown, isPropertyMap = false): unknown {
  if (Array.isArray(node)) return node.map((item) => compactSchema(item));
  if (node === null || typeof node !== "object") return node;
  const keptEntries = Object.entries(node).filter(
    ([key, value]) => isPropertyMap || !isDroppedKeyword(key, value),
  );
  return Object.fromEntries(
    keptEntries.map(([key, value]) => [
      key,
      compactSchema(value, !isPropertyMap && key === "properties"),
    ]),
  );
}

/**
 * Most values that a schema or an error lists. Only the argument `fields` has more, where the answer
 * has many members: the output schema names them.
 */
export const MAX_LISTED_VALUES = 12;

function isDroppedKeyword(key: string, value: unknown): boolean {
  return (
    (key === "enum" && Array.isArray(value) && value.length > MAX_LISTED_VALUES) ||
    key === "$schema" ||
    key === "minItems" ||
    key === "maxItems" ||
    (key === "minLength" && value === 1)
  );
}
