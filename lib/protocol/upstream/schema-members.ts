// What the members of answers may be: numbers, names, texts and times, and how long a list or a map may be. A wrong member fails.
import * as z from "zod";
import { CHAIN_CODE } from "../values/clean-text.ts";

/** A non-negative decimal integer string, as the node sends amounts: up to 40 digits, read as bigint. */
export const Uint = z
  .string()
  .regex(/^\d{1,40}$/, "expected a decimal integer string")
  .transform((text) => BigInt(text));
export const Int = z
  .string()
  .regex(/^-?\d{1,40}$/, "expected a decimal integer string")
  .transform((text) => BigInt(text));
/** Some versions send an empty string for an amount that does not apply. */
export const UintOrBlank = z.union([Uint, z.literal("").transform(() => null)]);
export const Count = z.number().int();
/** Far above any chain's, and small enough that sums and times of it stay exact. */
const HIGHEST = 1_000_000_000_000;
export const Height = z.number().int().nonnegative().max(HIGHEST, "expected a height");
export const HeightText = z.union([
  Height,
  z
    .string()
    .regex(/^\d{1,12}$/, "expected a height")
    .transform(Number),
]);
/** Unix seconds up to the year 2200. */
export const UnixSeconds = z
  .number()
  .int()
  .nonnegative()
  .max(7_258_118_400, "expected unix seconds");
/** A span in seconds or blocks. One that is negative or longer than a year says nothing, and costs no other member. */
export const Span = z
  .number()
  .int()
  .transform((span) => (span >= 0 && span <= 31_536_000 ? span : undefined));
export const ChainCode = z.string().regex(CHAIN_CODE, "expected a chain code");
/** Some versions leave the code of an output blank. */
export const ChainCodeOrBlank = z.union([ChainCode, z.literal("").transform(() => undefined)]);
/** `CHAIN.SYMBOL` and its synth, trade and secured forms. */
export const AssetText = z
  .string()
  .regex(/^[A-Za-z0-9]{1,12}[./~-][A-Za-z0-9./-]{1,100}$/, "expected an asset");
/** Far above what any member that is read holds (notes of a quote have 547 characters). */
const LONGEST_TEXT = 1_000;
/** For people: one that is none, or too long, says nothing, and costs no other member. */
export const Remark = z
  .unknown()
  .transform((text) =>
    typeof text === "string" && text.length <= LONGEST_TEXT ? text : undefined,
  );
export const Text = z.string().max(LONGEST_TEXT, "expected a text of at most 1,000 characters");
export const AddressText = z.string().max(256, "expected an address");
export const ParameterName = z.string().max(128, "expected a parameter's name");

/** Above what any network has, and small enough that all work on an answer stays small. */
export const MOST = {
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

/** A list of at most so many rows: a longer one is refused before a row of it is read. */
export const rows = <T extends z.ZodType>(item: T, most: number) =>
  listOf(most).pipe(z.array(item));

/** As `rows`, without those whose asset is written as none is: an odd name costs its own row alone. */
export const assetRows = <T extends z.ZodType>(item: T, most: number) =>
  listOf(most)
    .transform((list) => list.filter((row) => !isOddlyNamed(row)))
    .pipe(z.array(item));

const listOf = (most: number) => z.array(z.unknown()).max(most, `expected at most ${most} rows`);
const Named = z.object({ asset: z.string() });

function isOddlyNamed(row: unknown): boolean {
  const named = Named.safeParse(row);
  return named.success && !AssetText.safeParse(named.data.asset).success;
}
