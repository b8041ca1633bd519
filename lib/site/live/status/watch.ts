// Keeps an open /status or /assets up to date, or marks it as out of date. Runs in the browser.

import { toIsoTime } from "../../../protocol/values/instants.ts";
import { formatSpan } from "../../../say/figures.en.ts";
import { createPartReader, keepOpen } from "../read-part.ts";
import { showIcon } from "../state-icon.ts";
import { blockAgeMs, isSetBack, LONGEST_PAUSE_MS, PAUSE_MS } from "./watch-clock.ts";

const TIMEOUT_MS = 10_000;
const CHECK_INTERVAL_MS = 1_000;

interface WatchState {
  /** Device times of three events: request of the newest answer, last request, last age check. */
  readMs: number;
  requestedMs: number;
  checkedMs: number;
  /** Server time of the newest answer. Null until the first request is answered. */
  serverMs: number | null;
  etag: string | null;
  pauseMs: number;
  isRefreshing: boolean;
}

export function watchStatus(address: "/status/now" | "/assets/now", query: URLSearchParams): void {
  const readPart = createPartReader(address, TIMEOUT_MS);
  const loadedMs = Date.now() - performance.now();
  const state: WatchState = {
    readMs: loadedMs,
    requestedMs: loadedMs,
    checkedMs: Date.now(),
    serverMs: null,
    etag: null,
    pauseMs: PAUSE_MS,
    isRefreshing: false,
  };
  const search = query.size > 0 ? `?${query}` : "";
  let timer: ReturnType<typeof setTimeout>;
  const isStale = () => ageMsOf(state) > Number(livePart().dataset.fresh);

  function checkAge(): void {
    const nowMs = Date.now();
    if (isSetBack(state.checkedMs, nowMs)) {
      state.readMs = Number.NEGATIVE_INFINITY;
      state.requestedMs = 0;
      void refresh();
    }
    state.checkedMs = nowMs;
    if (isStale()) {
      // The changed page no longer matches the ETag. Without an ETag, the next answer is complete.
      state.etag = null;
      showStale(ageMsOf(state));
    }
    announceVerdict();
  }

  async function refresh(): Promise<void> {
    if (state.isRefreshing || document.hidden) return;
    state.isRefreshing = true;
    const sentMs = Date.now();
    state.requestedMs = sentMs;
    try {
      const { part, etag, serverMs } = await readPart(address + search, state.etag);
      const newPart = part?.querySelector<HTMLElement>("[data-observed]") ?? null;
      if ((part && !newPart) || sentMs > Date.now())
        throw new Error("no answer to a request of now");
      state.pauseMs = PAUSE_MS;
      const isTextSelected = getSelection()?.isCollapsed === false;
      if (!newPart || !isTextSelected) {
        if (newPart) {
          replaceLivePart(newPart);
          state.etag = etag;
        }
        state.readMs = sentMs;
        state.serverMs = Math.max(serverMs ?? 0, Number(livePart().dataset.read));
      }
    } catch {
      state.pauseMs = Math.min(2 * state.pauseMs, LONGEST_PAUSE_MS);
    }
    state.isRefreshing = false;
    scheduleRefresh();
  }

  function scheduleRefresh(): void {
    checkAge();
    clearTimeout(timer);
    // Adds up to 10 %, so that not all open pages request at once.
    const pauseMs = state.pauseMs * (1 + Math.random() / 10);
    if (!document.hidden)
      timer = setTimeout(refresh, Math.max(0, state.requestedMs + pauseMs - Date.now()));
  }

  function resume(): void {
    state.pauseMs = PAUSE_MS;
    scheduleRefresh();
  }

  showLocalTimes();
  addEventListener("pageshow", ({ persisted }) => persisted && resume());
  addEventListener("online", resume);
  document.addEventListener("visibilitychange", resume);
  setInterval(checkAge, CHECK_INTERVAL_MS);
  setTimeout(() => {
    // A page from the browser's cache may be old: the next request is due at once.
    if (isStale()) state.requestedMs = 0;
    scheduleRefresh();
  }, CHECK_INTERVAL_MS);
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
const listLive = (selector: string) => [...livePart().querySelectorAll<HTMLElement>(selector)];
const verdictElement = () => find(".signboard .verdict>span");

function showStale(ageMs: number): void {
  const part = livePart();
  if (part.dataset.stale === undefined) {
    part.dataset.stale = "1";
    find(".signboard").dataset.state = "stale";
    showIcon("stale");
    const verdict = verdictElement();
    // The new text is shorter. The old height is kept, so that nothing moves.
    verdict.style.minHeight = `${verdict.offsetHeight}px`;
    verdict.textContent = "Out of date";
    find("[data-old]").hidden = false;
  }
  find("[data-age]").textContent = Number.isFinite(ageMs)
    ? formatSpan(Math.ceil(ageMs / 1000))
    : "too";
}

function announceVerdict(): void {
  const announcement = find("[data-say]");
  const { textContent } = verdictElement();
  if (announcement.textContent !== textContent) announcement.textContent = textContent;
}

function showLocalTimes(): void {
  for (const localElement of listLive(".local")) {
    const timeElement = [...(localElement.parentElement?.querySelectorAll("time") ?? [])].at(-1);
    const date = new Date(timeElement?.dateTime ?? "");
    const localMs = date.getTime() - 60_000 * date.getTimezoneOffset();
    const localText = toIsoTime(localMs)?.slice(0, 16).replace("T", " ");
    if (localText !== undefined) localElement.textContent = `${localText} on your clock`;
  }
}

const MARKED = "td[data-state],.verdict";
const FOCUSABLE = "a,summary,[tabindex]";

const textWithoutDigits = ({ textContent }: HTMLElement) => textContent.replace(/\d+/g, "");

function replaceLivePart(newPart: HTMLElement): void {
  const oldTexts = listLive(MARKED).map(textWithoutDigits);
  const scrollLefts = listLive(".table").map(({ scrollLeft }) => scrollLeft);
  const focusedIndex = listLive(FOCUSABLE).indexOf(document.activeElement as HTMLElement);
  keepOpen(livePart, () => livePart().replaceWith(newPart));
  showLocalTimes();
  showIcon(find(".signboard").dataset.state);
  for (const [index, table] of listLive(".table").entries())
    table.scrollLeft = scrollLefts[index] ?? 0;
  listLive(FOCUSABLE)[focusedIndex]?.focus({ preventScroll: true });
  for (const [index, mark] of listLive(MARKED).entries())
    mark.classList.toggle("changed", textWithoutDigits(mark) !== oldTexts[index]);
}
