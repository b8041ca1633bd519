// Reads the token counts that `npm run build` measured. A header has a count only for the same text that was measured.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { config } from "../../config.ts";
import type { BodyPath } from "../registry/resources.ts";

const TokenCount = z.object({
  /** SHA-256 of the Markdown, hexadecimal. */
  sha256: z.string(),
  /** Tokens (o200k) of the Markdown. */
  markdown: z.int().positive(),
  /** Tokens (o200k) of the same page's HTML; null where there is none. */
  html: z.int().positive().nullable(),
});
const TokenCounts = z.record(z.string(), TokenCount);
export type TokenCounts = z.output<typeof TokenCounts>;

/** Relative to the project. `next.config.ts` includes the file in the deployment. */
export function tokenCountsFile(distDir: string): string {
  return join(".signpost", `tokens${distDir}.json`);
}

/** SHA-256, hexadecimal. */
export function textDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

let counts: TokenCounts | undefined;

/** `x-markdown-tokens` and `x-original-tokens` of a Markdown document. Empty when this text was not measured. */
export function getTokenHeaders(path: BodyPath, text: string): Record<string, string> {
  counts ??= readMeasured(tokenCountsFile(config().distDir), TokenCounts);
  const count = counts[path];
  if (count?.sha256 !== textDigest(text)) return {};
  return {
    "x-markdown-tokens": String(count.markdown),
    ...(count.html === null ? {} : { "x-original-tokens": String(count.html) }),
  };
}

/** The record in a file of the build. Empty when the build was not measured, which leaves no file. */
export function readMeasured<Value>(file: string, schema: z.ZodType<Record<string, Value>>): Record<string, Value> {
  try {
    // Next can't tell which file this is, and would deploy the whole project. `next.config.ts` includes the files.
    return schema.parse(JSON.parse(readFileSync(join(/* turbopackIgnore: true */ process.cwd(), file), "utf8")));
  } catch {
    return {};
  }
}
