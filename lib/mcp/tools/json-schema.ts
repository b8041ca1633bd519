// Zod → the JSON Schema that a client reads. Short by rule, for every schema costs each agent tokens; parsing stays as strict as zod.
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { outputRegistry } from "./shapes.ts";

export type JsonSchema = Record<string, unknown>;

/** What a caller may send: closed objects, with descriptions and bounds. */
export function inputJsonSchema(schema: z.ZodObject): JsonSchema {
  return compactSchema(z.toJSONSchema(schema, { io: "input" }), false) as JsonSchema;
}

/** What a caller gets: a shared shape once, objects left open, and of the members that are always there only the envelope's named so. */
export function outputJsonSchema(schema: z.ZodObject): JsonSchema {
  const full = compactSchema(z.toJSONSchema(schema, { io: "output", metadata: outputRegistry }), true);
  return { type: "object", ...(full as JsonSchema), required: ["network", "source", "as_of", "freshness", "advice"] };
}

/** A schema that only advertises: tools and prompts parse by themselves, so that a refusal carries a code and a hint. */
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

/** Of an open schema also `type` goes where another keyword says as much. */
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

/** `anyOf: [{ type: "string" }, { type: "null" }]` says the same as `type: ["string", "null"]`, in a third of the tokens. */
function mergeTypes(node: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = node;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== "null") return node;
  const [value] = anyOf as [JsonSchema];
  if (Array.isArray(value.enum)) return { ...rest, enum: [...value.enum, null] };
  if (typeof value.type !== "string") return node;
  return { ...rest, ...value, type: [value.type, "null"] };
}
