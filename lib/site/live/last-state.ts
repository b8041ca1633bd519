// The last state that this device read, kept for the page that stands in where there is no network, and that page. It runs in the browser.
// Nothing of a person is kept, and nothing kept ever stands on a page that the network answered.
import { formatInstant, formatSpan } from "../../protocol/values/figure-text.ts";

interface LastState {
  /** Of the block, or of the reading where none is told, by who answered; and when it was kept, by this device's clock. */
  readonly atMs: number;
  readonly keptMs: number;
  /** "Litecoin: halted". */
  readonly lines: readonly string[];
}

/** Another form of what is kept needs another number: the worker deletes all others of this name. */
export const LAST_STATE_CACHE = "last-state-1";
const LAST_STATE_ADDRESS = "/last-state";

/** Null where nothing is kept. */
export async function readLastState(): Promise<LastState | null> {
  const kept = await caches.match(LAST_STATE_ADDRESS, { cacheName: LAST_STATE_CACHE });
  return (await kept?.json()) ?? null;
}

/** A copy out of a browser's memory replaces no newer state. Where no time was told, nothing is kept any more: it may have ended. */
export async function keepLastState(atMs: number, lines: readonly string[], isSample: boolean): Promise<void> {
  try {
    if (!Number.isFinite(atMs)) return void (await caches.delete(LAST_STATE_CACHE));
    if (((await readLastState())?.atMs ?? 0) > atMs) return;
    const state: LastState = {
      ...{ atMs, keptMs: Date.now() },
      lines: isSample ? ["sample data, invented", ...lines] : lines,
    };
    await (await caches.open(LAST_STATE_CACHE)).put(LAST_STATE_ADDRESS, Response.json(state));
  } catch {
    // The browser keeps nothing here.
  }
}

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
