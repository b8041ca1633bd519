// The HTML document of MCP Apps: `app/mcp/view.js` with its texts and styles. It loads nothing.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { config } from "../config.ts";
import { VIEW_KEY } from "../mcp/view.ts";
import { viewWords } from "../say/view.en.ts";
import { readLayers, viewLayers } from "../site/serve/layered-style.ts";
import { inlineSource } from "../site/serve/page-policy.ts";

let cachedView: string | undefined;

export function getAnswerView(): string {
  cachedView ??= readAnswerView();
  return cachedView;
}

function readAnswerView(): string {
  const styleText = readLayers(viewLayers);
  const scriptText = readFileSync(
    join(/* turbopackIgnore: true */ process.cwd(), "app", "mcp", "view.js"),
    "utf8",
  );
  // The script resolves links in an answer, such as /status, against this origin, because the swap
  // site has those pages.
  const { swapUrl: origin } = config();
  const settingsJson = JSON.stringify({ key: VIEW_KEY, origin, words: viewWords });
  const contentPolicy = `default-src 'none'; script-src ${inlineSource(scriptText)}; style-src ${inlineSource(styleText)}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${viewWords.title}</title>
<style>${styleText}</style>
<main>
<h1 class="unseen">${viewWords.title}</h1>
<p data-place="notice" role="status"></p>
<p data-place="age"></p>
<!-- The styles of three pages: the answer may be that of any. -->
<div data-place="answer" class="quote status track" tabindex="-1"></div>
<button class="button plain" data-place="wholeButton" hidden>${viewWords.showAll}</button>
<button class="button plain" data-place="askButton" hidden>${viewWords.askAgain}</button>
</main>
<script type="application/json" data-place="settings">${settingsJson}</script>
<script type="module">${scriptText}</script>
</html>
`;
}
