// The pages of refusals and of missing addresses. The build makes each once, with its headers: it is
// the same for everyone.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { config } from "../../config.ts";
import type { BuiltRefusalCode } from "../../http/problem.ts";
import type { Fields } from "../../http/ready-answer.ts";
import type { FramedPath, LivePagePath } from "../registry/resources.ts";

/** The refusal of a page, or of a frame with its theme. */
export type BuiltPageName =
  | "missing"
  | `${BuiltRefusalCode} ${LivePagePath}`
  | `${BuiltRefusalCode} ${FramedPath} ${string}`;

export interface BuiltPage {
  readonly html: string;
  readonly headers: Fields;
}

export type BuiltPages = Readonly<Partial<Record<BuiltPageName, BuiltPage>>>;

/** Stands in a built page for the hint, which may name seconds. A private character. */
export const HINT_MARK = "\u{E001}";

/** The build writes `BuiltPages` to this file. */
export function builtPagesFile(distDir: string): string {
  return join(".signpost", `pages${distDir}.json`);
}

let builtPages: BuiltPages | undefined;

/** Null in development, where no page is built in advance. Throws without the build's file. */
export function getBuiltPage(name: BuiltPageName): BuiltPage | null {
  builtPages ??= readBuiltPages();
  return builtPages[name] ?? null;
}

function readBuiltPages(): BuiltPages {
  const { inProduction, distDir } = config();
  if (!inProduction) return {};
  const file = join(/* turbopackIgnore: true */ process.cwd(), builtPagesFile(distDir));
  return JSON.parse(readFileSync(file, "utf8"));
}
