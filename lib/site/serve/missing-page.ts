// What the build keeps of its page for missing addresses: hashes of scripts, and the page's frame.
// The frame is the HTML around the content of a page that Next does not render.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { config } from "../../config.ts";
import { getPageHeaders } from "./page-policy.ts";

/** The build cuts these texts out of its page. */
export interface PageFrame {
  readonly beforeTitle: string;
  readonly beforeContent: string;
  readonly afterContent: string;
}

interface MissingPage {
  readonly scriptSources: readonly string[];
  readonly frame: PageFrame;
}

export interface FramedContent {
  /** The `<title>` element. */
  readonly titleHtml: string;
  readonly contentHtml: string;
}

/** In development no page is built in advance, so the frame has no look. */
const plainFrame: PageFrame = {
  beforeTitle:
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
  beforeContent: "</head><body><main>",
  afterContent: "</main></body></html>",
};

/** The build writes a `MissingPage` to this file. */
export function missingPageFile(distDir: string): string {
  return join(".signpost", `missing${distDir}.json`);
}

let missingPage: MissingPage | undefined;

function getMissingPage(): MissingPage {
  missingPage ??= readMissingPage();
  return missingPage;
}

/** Without the file no script may run. */
function readMissingPage(): MissingPage {
  const { inProduction, distDir } = config();
  const plainPage = { scriptSources: [], frame: plainFrame };
  if (!inProduction) return plainPage;
  try {
    const file = join(/* turbopackIgnore: true */ process.cwd(), missingPageFile(distDir));
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return plainPage;
  }
}

export function missingPageHeaders() {
  return getPageHeaders(null, config().inProduction ? getMissingPage().scriptSources : null);
}

/** A page in the look of this site, without scripts, and its headers. */
export function framedPage({ titleHtml, contentHtml }: FramedContent) {
  const { beforeTitle, beforeContent, afterContent } = getMissingPage().frame;
  return {
    html: `${beforeTitle}${titleHtml}${beforeContent}${contentHtml}${afterContent}\n`,
    headers: getPageHeaders(null, []),
  };
}
