// Keeps an open /status or /assets up to date, or says that it is not. Runs in the browser.

import { toIsoTime } from "../../../protocol/values/instants.ts";
import { formatSpan } from "../../../say/figures.en.ts";
import { createPartReader, keepOpen } from "../read-part.ts";
import { showIcon } from "../state-icon.ts";
import { blockAgeMs, isSetBack, LONGEST_PAUSE_MS, PAUSE_MS } from "./watch-clock.ts";

const TIMEOUT_MS = 10_000;
const LOOK_MS = 1_000;

interface WatchState {
  /** By the device's clock: the newest answer's request, the last request, the last look. */
  readMs: number;
  requestedMs: number;
  seenMs: number;
  /** By the server's clock: the newest answer. Null until the page has read one itself. */
  serverMs: number | null;
  etag: string | null;
  pauseMs: number;
  isAsking: boolean;
}

/** Replaces the live part while the page is visible, unless the reader has selected text. */
export function watchStatus(address: "/status/now" | "/assets/now", query: URLSearchParams): void {
  const readPart = createPartReader(address, TIMEOUT_MS);
  const loadedMs = Date.now() - performance.now();
  const state: WatchState = {
    readMs: loadedMs,
    requestedMs: loadedMs,
    seenMs: Date.now(),
    serverMs: null,
    etag: null,
    pauseMs: PAUSE_MS,
    isAsking: false,
  };
  const search = query.size > 0 ? `?${query}` : "";
  let timer: ReturnType<typeof setTimeout>;
  const isStale = () => ageMsOf(state) > Number(livePart().dataset.fresh);

  function look(): void {
    const nowMs = Date.now();
    if (isSetBack(state.seenMs, nowMs)) {
      state.readMs = Number.NEGATIVE_INFINITY;
      state.requestedMs = 0;
      void ask();
    }
    state.seenMs = nowMs;
    if (isStale()) {
      // The page now differs from the answer with this tag, so the next answer must be whole.
      state.etag = null;
      showStale(ageMsOf(state));
    }
    announce();
  }

  async function ask(): Promise<void> {
    if (state.isAsking || document.hidden) return;
    state.isAsking = true;
    const sentMs = Date.now();
    state.requestedMs = sentMs;
    try {
      const { part, etag, serverMs } = await readPart(address + search, state.etag);
      const next = part?.querySelector<HTMLElement>("[data-observed]") ?? null;
      if ((part && !next) || sentMs > Date.now()) throw new Error("no answer to a request of now");
      state.pauseMs = PAUSE_MS;
      const isTextSelected = getSelection()?.isCollapsed === false;
      if (!next || !isTextSelected) {
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
      timer = setTimeout(ask, Math.max(0, state.requestedMs + pauseMs - Date.now()));
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
    if (isStale()) state.requestedMs = 0;
    plan();
  }, LOOK_MS);
}

function ageMsOf({ serverMs, readMs }: WatchState): number {
  return blockAgeMs({
    observedMs: Number(livePart().dataset.observed),
    serverMs: serverMs ?? Number(livePart().dataset.read),
    readMs,
    isConfirmed: serverMs !== null,
    nowMs: Date.now(),
  });
}

function find(selector: string): HTMLElement {
  const node = document.querySelector<HTMLElement>(selector);
  if (!node) throw new Error(`the page has no ${selector}`);
  return node;
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
  const announcement = find("[data-say]");
  const { textContent } = verdictWord();
  if (announcement.textContent !== textContent) announcement.textContent = textContent;
}

function showLocalTimes(): void {
  for (const place of listIn(".local")) {
    const time = [...(place.parentElement?.querySelectorAll("time") ?? [])].at(-1);
    const date = new Date(time?.dateTime ?? "");
    const localMs = date.getTime() - 60_000 * date.getTimezoneOffset();
    const instant = toIsoTime(localMs)?.slice(0, 16).replace("T", " ");
    if (instant !== undefined) place.textContent = `${instant} on your clock`;
  }
}

const MARKED = "td[data-state],.verdict";
const FOCUSABLE = "a,summary,[tabindex]";

const wordsOf = ({ textContent }: HTMLElement) => textContent.replace(/\d+/g, "");

/** Keeps scroll positions, focus and open details, and marks changes. */
function replaceLivePart(next: HTMLElement): void {
  const oldWords = listIn(MARKED).map(wordsOf);
  const scrollLefts = listIn(".table").map(({ scrollLeft }) => scrollLeft);
  const focusedIndex = listIn(FOCUSABLE).indexOf(document.activeElement as HTMLElement);
  keepOpen(livePart, () => livePart().replaceWith(next));
  showLocalTimes();
  showIcon(find(".signboard").dataset.state);
  for (const [index, table] of listIn(".table").entries())
    table.scrollLeft = scrollLefts[index] ?? 0;
  listIn(FOCUSABLE)[focusedIndex]?.focus({ preventScroll: true });
  for (const [index, mark] of listIn(MARKED).entries())
    mark.classList.toggle("changed", wordsOf(mark) !== oldWords[index]);
}
