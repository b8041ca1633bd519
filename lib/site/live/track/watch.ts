// Keeps an open /track up to date, or marks it as not current. Runs in the browser.
import { createPartReader, keepOpen, NoPartError, refreshedParts } from "../read-part.ts";
import { showIcon } from "../state-icon.ts";

const PART = "/track/now";
const TIMEOUT_MS = 20_000;
/** Shortest wait after a failed poll, if the response has no Retry-After header. */
const FAILURE_PAUSE_S = 30;
const HIGHLIGHT_MS = 4_000;

/**
 * Polls while the tab is visible, until an answer has no poll interval. Unchanged elements keep
 * focus and scroll position. If a poll fails or the tab is hidden, the page says "Not current".
 */
export function watchSwap(): void {
  const swapElement = document.getElementById(refreshedParts[PART]);
  if (!swapElement || pollSeconds(swapElement) === 0) return;
  watchSwapElement(swapElement);
}

function pollSeconds(swapElement: HTMLElement): number {
  return Number(swapElement.dataset.poll ?? 0);
}

function watchSwapElement(swapElement: HTMLElement): void {
  const readPart = createPartReader(PART, TIMEOUT_MS);
  let swapTitle = document.title;
  let etag: string | null = null;
  let nextPollMs = Number.POSITIVE_INFINITY;
  let isPolling = false;
  let pollTimer: ReturnType<typeof setTimeout>;

  function setCurrent(isCurrent: boolean): void {
    findById("stale").hidden = isCurrent;
    swapElement.toggleAttribute("data-stale", !isCurrent);
    document.title = `${isCurrent ? "" : "Not current: "}${swapTitle}`;
    showIcon(isCurrent ? swapElement.dataset.icon : "stale");
  }

  function schedulePoll(seconds: number): void {
    clearTimeout(pollTimer);
    nextPollMs = Date.now() + seconds * 1000;
    pollTimer = setTimeout(poll, seconds * 1000);
  }

  /** Adds up to 10 %, so that not all open pages poll at once. */
  const scheduleNextPoll = () => schedulePoll(pollSeconds(swapElement) * (1 + Math.random() / 10));

  async function poll(): Promise<void> {
    if (document.hidden) setCurrent(false);
    if (isPolling || document.hidden) return;
    isPolling = true;
    try {
      const partUrl = PART + (swapElement.dataset.query ?? location.search);
      const partAnswer = await readPart(partUrl, etag);
      etag = partAnswer.etag;
      const { part: newSwap } = partAnswer;
      if (newSwap) {
        swapTitle = newSwap.dataset.title ?? swapTitle;
        keepOpen(
          () => swapElement,
          () => showSwap(swapElement, newSwap),
        );
      }
      setCurrent(true);
      if (pollSeconds(swapElement) > 0) scheduleNextPoll();
      else nextPollMs = Number.POSITIVE_INFINITY;
    } catch (error) {
      setCurrent(false);
      const pauseSeconds =
        (error instanceof NoPartError && error.retryAfterSeconds) || FAILURE_PAUSE_S;
      schedulePoll(Math.max(pauseSeconds, pollSeconds(swapElement)));
    }
    isPolling = false;
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() < nextPollMs) return;
    setCurrent(false);
    void poll();
  });
  scheduleNextPoll();
}

function findById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

const listParts = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>("[data-part]")];
const joinIds = (parts: readonly HTMLElement[]) => parts.map(({ id }) => id).join();
const childNodesOf = (root: HTMLElement, id: string) =>
  root.querySelector(`#${id}`)?.childNodes ?? [];

function showSwap(swapElement: HTMLElement, newSwap: HTMLElement): void {
  const focusedId = document.activeElement?.id;
  findById("stale").replaceChildren(...childNodesOf(newSwap, "stale"));
  swapElement.dataset.poll = newSwap.dataset.poll ?? "";
  swapElement.dataset.icon = newSwap.dataset.icon;
  const newParts = listParts(newSwap);
  if (joinIds(newParts) !== joinIds(listParts(swapElement)))
    findById("parts").replaceChildren(...childNodesOf(newSwap, "parts"));
  else for (const newPart of newParts) showPart(findById(newPart.id), newPart);
  if (focusedId) document.getElementById(focusedId)?.focus({ preventScroll: true });
}

function showPart(shownPart: HTMLElement, newPart: HTMLElement): void {
  if (shownPart.innerHTML === newPart.innerHTML) return;
  for (const name of shownPart.getAttributeNames()) shownPart.removeAttribute(name);
  for (const { name, value } of newPart.attributes) shownPart.setAttribute(name, value);
  shownPart.replaceChildren(...newPart.childNodes);
  if (newPart.dataset.part !== "mark") return;
  shownPart.dataset.changed = "";
  setTimeout(() => delete shownPart.dataset.changed, HIGHLIGHT_MS);
}
