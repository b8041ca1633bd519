// Keeps an open /status or /assets up to date, or says that it is not. Runs in the browser.

import { toIsoTime } from "../../../protocol/values/instants.ts";
import { formatSpan } from "../../../say/figures.en.ts";
import { createPartReader, keepOpen } from "../read-part.ts";
import { showIcon } from "../state-icon.ts";
import { blockAgeMs, isSetBack, LONGEST_PAUSE_MS, PAUSE_MS } from "./watch-clock.ts";

const TIMEOUT_MS = 10_000;
const LOOK_MS = 1_000;

/** Replaces the live part while the page is visible, unless the reader has selected text. */
export function watchStatus(address: "/status/now" | "/assets/now", query: URLSearchParams): void {
  const readPart = createPartReader(address, TIMEOUT_MS);
  const state = loadedState(Date.now() - performance.now());
  const search = query.size > 0 ? `?${query}` : "";
  let timer: ReturnType<typeof setTimeout>;
  const isStale = () => ageOf(state) > Number(livePart().dataset.fresh);

  function look(): void {
    const nowMs = Date.now();
    if (isSetBack(state.seenMs, nowMs)) {
      state.readMs = Number.NEGATIVE_INFINITY;
      state.askedMs = 0;
      void ask();
    }
    state.seenMs = nowMs;
    if (isStale()) {
      // The page now differs from the answer with this tag, so the next answer must be whole.
      state.etag = null;
      showStale(ageOf(state));
    }
    announce();
  }

  async function ask(): Promise<void> {
    if (state.isAsking || document.hidden) return;
    state.isAsking = true;
    const sentMs = Date.now();
    state.askedMs = sentMs;
    try {
      const { part, etag, serverMs } = await readPart(address + search, state.etag);
      const next = part?.querySelector<HTMLElement>("[data-observed]") ?? null;
      if ((part && !next) || sentMs > Date.now()) throw new Error("no answer to a request of now");
      state.pauseMs = PAUSE_MS;
      if (!next || getSelection()?.isCollapsed !== false) {
        if (next) {
          replaceLivePart(next);
          state.etag = etag;
        }
        state.readMs = sentMs;
        state.serverMs = Math.max(serverMs ?? 0, Number(livePart().dataset.read));
      }
    } catch {
      state.pauseMs = Math.min(2 * state.pauseMs, LONGEST_PAUSE_MS);
    }
    state.isAsking = false;
    plan();
  }

  function plan(): void {
    look();
    clearTimeout(timer);
    // Up to a tenth more, so that not all readers ask at once.
    const pauseMs = state.pauseMs * (1 + Math.random() / 10);
    if (!document.hidden)
      timer = setTimeout(ask, Math.max(0, state.askedMs + pauseMs - Date.now()));
  }

  function wake(): void {
    state.pauseMs = PAUSE_MS;
    plan();
  }

  showLocalTimes();
  addEventListener("pageshow", ({ persisted }) => persisted && wake());
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  setInterval(look, LOOK_MS);
  setTimeout(() => {
    // A copy from a browser's memory may be old: read again at once.
    if (isStale()) state.askedMs = 0;
    plan();
  }, LOOK_MS);
}

const loadedState = (loadedMs: number) => ({
  /** By the device's clock: the newest answer's request, the last request, the last look. */
  readMs: loadedMs,
  askedMs: loadedMs,
  seenMs: Date.now(),
  serverMs: null as number | null,
  etag: null as string | null,
  pauseMs: PAUSE_MS,
  isAsking: false,
});

function ageOf({
  serverMs,
  readMs,
}: Pick<ReturnType<typeof loadedState>, "serverMs" | "readMs">): number {
  return blockAgeMs({
    observedMs: Number(livePart().dataset.observed),
    serverMs: serverMs ?? Number(livePart().dataset.read),
    readMs,
    isConfirmed: serverMs !== null,
    nowMs: Date.now(),
  });
}

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

const livePart = () => find("[data-observed]");
const listIn = (selector: string) => [...livePart().querySelectorAll<HTMLElement>(selector)];
const verdictWord = () => find(".signboard .verdict>span");

function showStale(ageMs: number): void {
  const part = livePart();
  if (part.dataset.stale === undefined) {
    part.dataset.stale = "1";
    find(".signboard").dataset.state = "stale";
    showIcon("stale");
    const word = verdictWord();
    // The shorter words keep the space, so nothing moves.
    word.style.minHeight = `${word.offsetHeight}px`;
    word.textContent = "Out of date";
    find("[data-old]").hidden = false;
  }
  find("[data-age]").textContent = Number.isFinite(ageMs)
    ? formatSpan(Math.ceil(ageMs / 1000))
    : "too";
}

function announce(): void {
  const said = find("[data-say]");
  const { textContent } = verdictWord();
  if (said.textContent !== textContent) said.textContent = textContent;
}

function showLocalTimes(): void {
  for (const place of listIn(".local")) {
    const time = [...(place.parentElement?.querySelectorAll("time") ?? [])].at(-1);
    const date = new Date(time?.dateTime ?? "");
    const local = date.getTime() - 60_000 * date.getTimezoneOffset();
    const instant = toIsoTime(local)?.slice(0, 16).replace("T", " ");
    if (instant !== undefined) place.textContent = `${instant} on your clock`;
  }
}

const MARKED = "td[data-state],.verdict";
const FOCUSABLE = "a,summary,[tabindex]";

const wordsOf = ({ textContent }: HTMLElement) => textContent.replace(/\d+/g, "");

/** Keeps scroll positions, focus and open details, and marks changes. */
function replaceLivePart(next: HTMLElement): void {
  const words = listIn(MARKED).map(wordsOf);
  const lefts = listIn(".table").map(({ scrollLeft }) => scrollLeft);
  const focused = listIn(FOCUSABLE).indexOf(document.activeElement as HTMLElement);
  keepOpen(livePart, () => livePart().replaceWith(next));
  showLocalTimes();
  showIcon(find(".signboard").dataset.state);
  for (const [index, table] of listIn(".table").entries()) table.scrollLeft = lefts[index] ?? 0;
  listIn(FOCUSABLE)[focused]?.focus({ preventScroll: true });
  for (const [index, mark] of listIn(MARKED).entries())
    mark.classList.toggle("changed", wordsOf(mark) !== words[index]);
}
