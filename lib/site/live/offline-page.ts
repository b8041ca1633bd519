// The page that stands in where there is no network, with the last state that this device read. Pure: the clock is an argument.
import { formatInstant, formatSpan } from "../../protocol/values/figure-text.ts";
import type { LastState } from "./last-state.ts";

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A page of its own, without a colour, a shape or a script. */
export function offlinePage(state: LastState | null, nowMs: number, isOffline: boolean): string {
  const why = isOffline ? "You are offline" : "This site cannot be reached";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${why}</title>
<style>body{font:1.1rem/1.5 sans-serif;max-width:36rem;margin:auto;padding:1rem}</style>
</head>
<body>
<main>
<h1>${why}. Nothing here is of now.</h1>
<p>Do not send funds based on this page.</p>
<p><a href="">Try again</a></p>
${state === null ? "<p>This device has kept no earlier state.</p>" : lastStateHtml(state, nowMs)}
</main>
</body>
</html>
`;
}

function lastStateHtml({ atMs, keptMs, lines }: LastState, nowMs: number): string {
  // By a clock that runs ahead it looks older, never younger. Set back since, a clock tells no age.
  const seconds = (nowMs - Math.min(atMs, keptMs)) / 1000;
  const age = nowMs < keptMs ? "how long ago is not known" : `${formatSpan(seconds)} before this page was opened`;
  const items = lines.map((line) => `<li>At ${formatInstant(atMs)}: “${escapeHtml(line)}”</li>`);
  return `<h2>The last state that this device read</h2>
<p>It is as of ${formatInstant(atMs)} (${age}). All of it may have changed since.</p>
<ul>
${items.join("\n")}
</ul>`;
}
