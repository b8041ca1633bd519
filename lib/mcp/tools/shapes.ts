// Shapes that several answers share. Amounts are decimal strings, times ISO 8601.
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Money } from "../../protocol/model/envelope.ts";
import { decimalsOf, formatUnits, formatUsd } from "../../protocol/values/amounts.ts";

/** How a JSON Schema shows a shape. `advertised` shortens shapes that every tool repeats. */
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

/** Base units of `asset` → whole units. */
export function formatBase(base: bigint, asset: string): string {
  return formatUnits(base, decimalsOf(asset));
}

export function formatBaseOrNull(base: bigint | null, asset: string | null): string | null {
  return base === null || asset === null ? null : formatBase(base, asset);
}

/** US dollars in 1e8 → a decimal string. */
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

export function inputJsonSchema(schema: z.ZodObject): InputSchema {
  return compactSchema(z.toJSONSchema(schema, { io: "input" })) as InputSchema;
}

const MIN_STATES = 6;

/** Without the types of values: nearly each can be null. */
export function outputJsonSchema(schema: z.ZodObject): JsonSchema {
  return {
    type: "object",
    ...outline(z.toJSONSchema(schema, { io: "output", metadata: outputRegistry }) as JsonSchema),
  };
}

/** For display only. Tools and prompts parse by themselves, so an error has a code and a hint. */
export type AdvertisedSchema = StandardSchemaWithJSON<unknown, unknown>;

export function advertisedSchema(schema: JsonSchema): AdvertisedSchema {
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
  for (const [key, rows] of Object.entries({ items, additionalProperties })) {
    const inner = rows && typeof rows === "object" ? outline(rows as JsonSchema, levels) : {};
    if (Object.keys(inner).length > 0) return { ...described, [key]: inner };
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
