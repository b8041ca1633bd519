// Shapes that several tools' answers share, and the conversion
// of facts to them. Amounts are decimal strings, times ISO 8601.
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Money } from "../../protocol/model/envelope.ts";
import { decimalsOf, formatUnits, formatUsd } from "../../protocol/values/amounts.ts";

/**
 * How the JSON Schema of an answer shows a shape. `advertised` replaces the derived schema of a shape that every tool repeats.
 */
export const outputRegistry = z.registry<{
  description?: string;
  advertised?: Record<string, unknown>;
}>();

export const VerdictShape = z.enum(["open", "halted", "unknown"]);

/** Decimal string in whole units of the asset beside it; null if not known. */
export const AmountShape = z.string().nullable();
export const NumberShape = z.number().nullable();
export const TextShape = z.string().nullable();
export const NamesShape = z.array(z.string());
export const MoneyShape = z
  .object({ amount: z.string(), asset: z.string(), usd: z.string().nullable() })
  .nullable();

export type MoneyAnswer = z.output<typeof MoneyShape>;

export function moneyAnswer(money: Money | null): MoneyAnswer {
  if (!money) return null;
  return {
    amount: formatBase(money.base, money.asset),
    asset: money.asset,
    usd: formatUsdAmount(money.usd),
  };
}

/** Base units of `asset` → whole units as a decimal string. */
export function formatBase(base: bigint, asset: string): string {
  return formatUnits(base, decimalsOf(asset));
}

/** Like `formatBase`. Null if the amount is not known, or the asset that gives its decimals. */
export function formatBaseOrNull(base: bigint | null, asset: string | null): string | null {
  return base === null || asset === null ? null : formatBase(base, asset);
}

/** US dollars in 1e8 → a decimal string, or null. */
export function formatUsdAmount(usd: bigint | null): string | null {
  return usd === null ? null : formatUsd(usd);
}

export type JsonSchema = Record<string, unknown>;

interface InputSchema extends JsonSchema {
  readonly properties: Readonly<
    Record<string, { readonly type?: string; readonly description?: string }>
  >;
  readonly required?: readonly string[];
}

/** The schema of a tool's input: closed objects, with descriptions and bounds. */
export function inputJsonSchema(schema: z.ZodObject): InputSchema {
  return compactSchema(z.toJSONSchema(schema, { io: "input" })) as InputSchema;
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
    return {
      ...told,
      properties: Object.fromEntries(
        members.map(([name, one]) => [name, outline(one, levels - 1)]),
      ),
    };
  }
  const names = (propertyNames as JsonSchema | undefined)?.enum;
  if (Array.isArray(names))
    return { ...told, properties: Object.fromEntries(names.map((name) => [name, {}])) };
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
