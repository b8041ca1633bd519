// The document of MCP Apps: `app/mcp/view.js` with its words and styles, and nothing else.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { VIEW_KEY } from "../mcp/view.ts";
import { viewWords as words } from "../say/view.en.ts";
import { readLayers, viewLayers } from "../site/serve/layered-style.ts";
import { inlineSource } from "../site/serve/page-policy.ts";

/** `origin`: of links in answers. */
export function readAnswerView(origin: string): string {
  const style = readLayers(viewLayers);
  const script = readFileSync(
    join(/* turbopackIgnore: true */ process.cwd(), "app", "mcp", "view.js"),
    "utf8",
  );
  const policy = `default-src 'none'; script-src ${inlineSource(script)}; style-src ${inlineSource(style)}; base-uri ${origin}; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<base href="${origin}">
<title>${words.title}</title>
<style>${style}</style>
<main>
<h1 class="unseen">${words.title}</h1>
<div data-place="answer" class="quote status track"></div>
<p data-place="notice" role="status"></p>
<footer>
<button class="button plain" data-place="whole" hidden>${words.showAll}</button>
<button class="button plain" data-place="ask" hidden>${words.askAgain}</button>
<p data-place="age"></p>
</footer>
</main>
<script type="application/json" data-place="settings">${JSON.stringify({ key: VIEW_KEY, words })}</script>
<script type="module">${script}</script>
</html>
`;
}
