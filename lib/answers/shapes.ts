// Zod schemas that several JSON answers share. Amounts are decimal strings, times are ISO 8601.
import * as z from "zod";
import type { Money } from "../protocol/model/envelope.ts";
import { decimalsOf, formatUnits, formatUsd } from "../protocol/values/amounts.ts";

/**
 * Texts for the JSON Schema that MCP clients get. If `advertised` is set, clients get it in place
 * of the full schema. Used for members that every tool repeats, to save bytes.
 */
export const outputRegistry = z.registry<{
  description?: string;
  advertised?: Record<string, unknown>;
}>();

export const VerdictShape = z.enum(["open", "halted", "unknown"]);

/** Amount as a decimal string, such as "0.05", in an asset or in US dollars. Null if not known. */
export const AmountShape = z.string().nullable();
export const NumberShape = z.number().nullable();
export const TextShape = z.string().nullable();
export const NamesShape = z.array(z.string());
export const MoneyShape = z
  .object({ amount: z.string(), asset: z.string(), usd: z.string().nullable() })
  .nullable();

export function moneyAnswer(money: Money | null): z.output<typeof MoneyShape> {
  if (!money) return null;
  return {
    amount: formatBase(money.base, money.asset),
    asset: money.asset,
    usd: formatUsdAmount(money.usd),
  };
}

export function formatBase(base: bigint, asset: string): string {
  return formatUnits(base, decimalsOf(asset));
}

export function formatBaseOrNull(base: bigint | null, asset: string | null): string | null {
  return base === null || asset === null ? null : formatBase(base, asset);
}

/** Converts `usd` (US dollars times 1e8) to a decimal string in dollars, such as "1.20". */
export function formatUsdAmount(usd: bigint | null): string | null {
  return usd === null ? null : formatUsd(usd);
}
