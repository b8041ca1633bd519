// Makes the pages of refusals out of the page for missing addresses, whose frame they share.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BuiltPage, BuiltPages } from "../lib/site/serve/built-pages.ts";
import { getPageHeaders } from "../lib/site/serve/page-policy.ts";
import { cutFrame } from "./cut-frame.ts";
import { inlineScriptSources } from "./inline-scripts.ts";
import { importRefusedFrames, importRefusedPages } from "./site-modules.ts";

export async function makePages(missingHtml: string): Promise<BuiltPages> {
  const { beforeTitle, beforeContent, afterContent } = cutFrame(missingHtml);
  const fillForm = readFileSync(join("app", "refused", "fill-form.js"), "utf8");
  const { renderRefusedPages } = await importRefusedPages();
  const { renderRefusedFrames } = await importRefusedFrames();
  const refusedPages = (await renderRefusedPages()).map(
    ({ name, titleHtml, contentHtml, hasForm }) => {
      const script = hasForm ? `<script>${fillForm}</script>` : "";
      const head = `${beforeTitle}${titleHtml}${beforeContent}`;
      return [name, withPolicy(`${head}${contentHtml}${script}${afterContent}\n`)] as const;
    },
  );
  const refusedFrames = (await renderRefusedFrames()).map(
    ({ name, html }) => [name, { html, headers: {} }] as const,
  );
  return {
    missing: withPolicy(missingHtml),
    ...Object.fromEntries([...refusedPages, ...refusedFrames]),
  };
}

function withPolicy(html: string): BuiltPage {
  return { html, headers: getPageHeaders(null, inlineScriptSources(html)) };
}
