// Schemas of single members (numbers, names, texts, times), and the limits of lists and maps.
import * as z from "zod";
import { CHAIN_CODE } from "../values/clean-text.ts";

export const Uint = z
  .string()
  .regex(/^\d{1,40}$/, "expected a decimal integer string")
  .transform((text) => BigInt(text));
export const Int = z
  .string()
  .regex(/^-?\d{1,40}$/, "expected a decimal integer string")
  .transform((text) => BigInt(text));
/** Some node versions send an empty string if an amount does not apply. The string becomes null. */
export const UintOrBlank = z.union([Uint, z.literal("").transform(() => null)]);
export const Count = z.number().int();
/** Above the block height of any chain, but small enough for exact arithmetic with numbers. */
const MAX_HEIGHT = 1_000_000_000_000;
export const Height = z.number().int().nonnegative().max(MAX_HEIGHT, "expected a height");
export const HeightText = z.union([
  Height,
  z
    .string()
    .regex(/^\d{1,12}$/, "expected a height")
    .transform(Number),
]);
export const UnixSeconds = z
  .number()
  .int()
  .nonnegative()
  .max(7_258_118_400, "expected unix seconds");
/** Number of seconds or blocks. Undefined if negative or above 31,536,000 (seconds of a year). */
export const Span = z
  .number()
  .int()
  .transform((span) => (span >= 0 && span <= 31_536_000 ? span : undefined));
export const ChainCode = z.string().regex(CHAIN_CODE, "expected a chain code");
export const ChainCodeOrBlank = z.union([ChainCode, z.literal("").transform(() => undefined)]);
export const AssetText = z
  .string()
  .regex(/^[A-Za-z0-9]{1,12}[./~-][A-Za-z0-9./-]{1,100}$/, "expected an asset");
/** The longest text in our recordings of node answers has 547 characters (`notes` of a quote). */
const MAX_TEXT_CHARS = 1_000;
/** Text to display. Invalid or too long text becomes undefined, so that the answer stays valid. */
export const DisplayText = z
  .unknown()
  .transform((text) =>
    typeof text === "string" && text.length <= MAX_TEXT_CHARS ? text : undefined,
  );
export const Text = z.string().max(MAX_TEXT_CHARS, "expected a text of at most 1,000 characters");
export const AddressText = z.string().max(256, "expected an address");
export const ParameterName = z.string().max(128, "expected a parameter's name");

/** Maximum rows (or keys) in an answer, to limit the work on it. No network has more. */
export const MAX_ROWS = {
  chains: 64,
  pools: 1_000,
  assets: 2_000,
  outputs: 100,
  payouts: 2_000,
  coins: 100,
  actions: 50,
  keys: 4_000,
  parts: 20_000,
};

export const rows = <T extends z.ZodType>(rowSchema: T, maxRows: number) =>
  boundedList(maxRows).pipe(z.array(rowSchema));

export const assetRows = <T extends z.ZodType>(rowSchema: T, maxRows: number) =>
  boundedList(maxRows)
    .transform((untypedRows) => untypedRows.filter((row) => !hasInvalidAsset(row)))
    .pipe(z.array(rowSchema));

const boundedList = (maxRows: number) =>
  z.array(z.unknown()).max(maxRows, `expected at most ${maxRows} rows`);
const AssetRow = z.object({ asset: z.string() });

function hasInvalidAsset(row: unknown): boolean {
  const assetRow = AssetRow.safeParse(row).data;
  return assetRow !== undefined && !AssetText.safeParse(assetRow.asset).success;
}
