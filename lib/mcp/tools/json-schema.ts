// Zod → the JSON Schema that a client reads. Short, because each schema costs every agent tokens. Parsing stays strict.
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { outputRegistry } from "./shapes.ts";

export type JsonSchema = Record<string, unknown>;

/** The schema of a tool's input: closed objects, with descriptions and bounds. */
export function inputJsonSchema(schema: z.ZodObject): JsonSchema {
  return compactSchema(z.toJSONSchema(schema, { io: "input" }), false) as JsonSchema;
}

/**
 * The schema of a tool's output: shared shapes once, objects open. Only the envelope's members are listed as required.
 */
export function outputJsonSchema(schema: z.ZodObject): JsonSchema {
  const full = compactSchema(z.toJSONSchema(schema, { io: "output", metadata: outputRegistry }), true);
  return { type: "object", ...(full as JsonSchema), required: ["network", "source", "as_of", "freshness", "advice"] };
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

function compactSchema(node: unknown, open: boolean, isNameMap = false): unknown {
  if (Array.isArray(node)) return node.map((item) => compactSchema(item, open));
  if (node === null || typeof node !== "object") return node;
  if (!isNameMap && "advertised" in node) return node.advertised;
  const shape = isNameMap ? (node as JsonSchema) : mergeTypes(node as JsonSchema);
  const entries = Object.entries(shape).filter(([key]) => isNameMap || !isDropped(key, shape, open));
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      compactSchema(value, open, !isNameMap && (key === "properties" || key === "$defs")),
    ]),
  );
}

/** In an open schema, `type` is also dropped if another keyword implies it. */
function isDropped(key: string, node: JsonSchema, open: boolean): boolean {
  if (key === "$schema" || key === "id") return true;
  if (key === "propertyNames") return !("enum" in (node.propertyNames as JsonSchema));
  if (key === "additionalProperties") return open && typeof node[key] === "boolean";
  return (
    open &&
    (key === "required" ||
      (key === "type" && ["enum", "properties", "items", "additionalProperties"].some((say) => say in node)))
  );
}

/** `anyOf: [{ type: "string" }, { type: "null" }]` becomes `type: ["string", "null"]`, a third of the tokens. */
function mergeTypes(node: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = node;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== "null") return node;
  const [value] = anyOf as [JsonSchema];
  if (Array.isArray(value.enum)) return { ...rest, enum: [...value.enum, null] };
  if (typeof value.type !== "string") return node;
  return { ...rest, ...value, type: [value.type, "null"] };
}
