// Keeps an open /status or /assets up to date, or marks it as out of date. Runs in the browser.

import { formatSpan } from "../../../say/figures.en.ts";
import { createPartReader, keepOpen } from "../read-part.ts";
import { showIcon } from "../state-icon.ts";
import {
  blockAgeMs,
  isSetBack,
  LONGEST_PAUSE_MS,
  PAUSE_MS,
  pauseBeforeStale,
} from "./watch-clock.ts";

const TIMEOUT_MS = 10_000;
const CHECK_INTERVAL_MS = 1_000;

interface WatchState {
  /**
   * Device times in epoch ms. `readMs`: when the request of the newest answer was sent.
   * `requestedMs`: when the last request was sent. `checkedMs`: when the age was last checked.
   */
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
  const watchState: WatchState = {
    readMs: loadedMs,
    requestedMs: loadedMs,
    checkedMs: Date.now(),
    serverMs: null,
    etag: null,
    pauseMs: PAUSE_MS,
    isRefreshing: false,
  };
  const search = query.size > 0 ? `?${query}` : "";
  let refreshTimer: ReturnType<typeof setTimeout>;
  const readFreshMs = () => Number(findLivePart().dataset.fresh);
  const isStale = () => ageMsOf(watchState) > readFreshMs();

  function checkAge(): void {
    const nowMs = Date.now();
    if (isSetBack(watchState.checkedMs, nowMs)) {
      watchState.readMs = Number.NEGATIVE_INFINITY;
      watchState.requestedMs = 0;
      void refresh();
    }
    watchState.checkedMs = nowMs;
    if (isStale()) {
      // `showStale` changes the HTML, and a 304 answer could not restore it. Without an ETag, the
      // server sends the full HTML.
      watchState.etag = null;
      showStale(ageMsOf(watchState));
    }
    announceVerdict();
  }

  async function refresh(): Promise<void> {
    if (watchState.isRefreshing || document.hidden) return;
    watchState.isRefreshing = true;
    const sentMs = Date.now();
    watchState.requestedMs = sentMs;
    try {
      const { part, etag, serverMs } = await readPart(address + search, watchState.etag);
      const newPart = part?.querySelector<HTMLElement>("[data-observed]") ?? null;
      if ((part && !newPart) || sentMs > Date.now())
        throw new Error("no answer to a request of now");
      watchState.pauseMs = PAUSE_MS;
      const isTextSelected = getSelection()?.isCollapsed === false;
      if (!newPart || !isTextSelected) {
        if (newPart) {
          replaceLivePart(newPart);
          watchState.etag = etag;
        }
        watchState.readMs = sentMs;
        watchState.serverMs = Math.max(serverMs ?? 0, Number(findLivePart().dataset.read));
      }
    } catch {
      watchState.pauseMs = Math.min(2 * watchState.pauseMs, LONGEST_PAUSE_MS);
    }
    watchState.isRefreshing = false;
    scheduleRefresh();
  }

  function scheduleRefresh(): void {
    checkAge();
    clearTimeout(refreshTimer);
    const ageMs = ageMsOf(watchState) - (Date.now() - watchState.requestedMs);
    const dueMs = pauseBeforeStale(watchState.pauseMs, ageMs, readFreshMs());
    // Adds up to 10 %, so that not all open pages request at once.
    const pauseMs = dueMs * (1 + Math.random() / 10);
    if (!document.hidden)
      refreshTimer = setTimeout(
        refresh,
        Math.max(0, watchState.requestedMs + pauseMs - Date.now()),
      );
  }

  function resume(): void {
    watchState.pauseMs = PAUSE_MS;
    scheduleRefresh();
  }

  addEventListener("pageshow", ({ persisted }) => persisted && resume());
  addEventListener("online", resume);
  document.addEventListener("visibilitychange", resume);
  setInterval(checkAge, CHECK_INTERVAL_MS);
  setTimeout(() => {
    // A page from the browser's cache may be old: the next request is due at once.
    if (isStale()) watchState.requestedMs = 0;
    scheduleRefresh();
  }, CHECK_INTERVAL_MS);
}

function ageMsOf({ serverMs, readMs }: WatchState): number {
  return blockAgeMs({
    observedMs: Number(findLivePart().dataset.observed),
    serverMs: serverMs ?? Number(findLivePart().dataset.read),
    readMs,
    isConfirmed: serverMs !== null,
    nowMs: Date.now(),
  });
}

function findElement(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`the page has no ${selector}`);
  return element;
}

const findLivePart = () => findElement("[data-observed]");
const listLive = (selector: string) => [...findLivePart().querySelectorAll<HTMLElement>(selector)];
const findVerdict = () => findElement(".signboard .verdict>span");

function showStale(ageMs: number): void {
  const part = findLivePart();
  if (part.dataset.stale === undefined) {
    part.dataset.stale = "1";
    findElement(".signboard").dataset.state = "stale";
    showIcon("stale");
    const verdictElement = findVerdict();
    // The new text is shorter. The old height is kept, so that nothing moves.
    verdictElement.style.minHeight = `${verdictElement.offsetHeight}px`;
    verdictElement.textContent = "Out of date";
    findElement("[data-old]").hidden = false;
  }
  findElement("[data-age]").textContent = Number.isFinite(ageMs)
    ? formatSpan(Math.ceil(ageMs / 1000))
    : "too";
}

function announceVerdict(): void {
  const announcementElement = findElement("[data-say]");
  const headlineText = [findVerdict(), ...listLive(HEADLINE_ITEMS)]
    .map(({ textContent }) => textContent)
    .join(" ");
  if (announcementElement.textContent !== headlineText)
    announcementElement.textContent = headlineText;
}

const HEADLINE_ITEMS = ".signboard .lines>li";
const STATE_ELEMENTS = `td[data-state],.verdict,${HEADLINE_ITEMS}`;
const FOCUSABLE = "a,summary,[tabindex]";

/** Without spans of time, which change at each reading. */
const textWithoutSpans = ({ textContent }: HTMLElement) =>
  textContent.replace(/\d+(?=\s(?:second|minute|hour|day)s?\b)/g, "");
/** What an element says of what. The row of a chain may move to another table when it changes. */
function stateTextOf(element: HTMLElement): string {
  const { cellIndex } = element as HTMLTableCellElement;
  const row = element.closest("tr")?.cells[0]?.textContent ?? element.localName;
  return [row, cellIndex, textWithoutSpans(element)].join();
}

function replaceLivePart(newPart: HTMLElement): void {
  const oldStateTexts = new Set(listLive(STATE_ELEMENTS).map(stateTextOf));
  const scrollLefts = listLive(".table").map(({ scrollLeft }) => scrollLeft);
  const focusedElement = document.activeElement as HTMLElement;
  const focusedIndex = listLive(FOCUSABLE).indexOf(focusedElement);
  const focusedHref = focusedElement.getAttribute("href");
  keepOpen(findLivePart, () => findLivePart().replaceWith(newPart));
  showIcon(findElement(".signboard").dataset.state);
  for (const [index, table] of listLive(".table").entries())
    table.scrollLeft = scrollLefts[index] ?? 0;
  // Rows change their order, so a link is found again by its address.
  const newFocus =
    focusedHref === null
      ? listLive(FOCUSABLE)[focusedIndex]
      : listLive("a").find((link) => link.getAttribute("href") === focusedHref);
  newFocus?.focus({ preventScroll: true });
  for (const element of listLive(STATE_ELEMENTS))
    element.classList.toggle("changed", !oldStateTexts.has(stateTextOf(element)));
}
