// Reads the token counts that `npm run build` measured. A count is told only for the very text that it was measured on.
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

/** Relative to the project; `next.config.ts` has it traced into the deployment. */
export function tokenCountsFile(distDir: string): string {
  return join(".signpost", `tokens${distDir}.json`);
}

export function textDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

let counts: TokenCounts | undefined;

/** `x-markdown-tokens` and `x-original-tokens` of a Markdown document; none where this text was not measured. */
export function getTokenHeaders(path: BodyPath, text: string): Record<string, string> {
  counts ??= readTokenCounts();
  const count = counts[path];
  if (count?.sha256 !== textDigest(text)) return {};
  return {
    "x-markdown-tokens": String(count.markdown),
    ...(count.html === null ? {} : { "x-original-tokens": String(count.html) }),
  };
}

/** A build that was not measured has no such file: then nothing is told. */
function readTokenCounts(): TokenCounts {
  try {
    return TokenCounts.parse(JSON.parse(readFileSync(join(process.cwd(), tokenCountsFile(config().distDir)), "utf8")));
  } catch {
    return {};
  }
}
