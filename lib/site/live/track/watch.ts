// Keeps an open /track up to date, or says that it is not. Runs in the browser.
import { createPartReader, keepOpen, NoPartError, refreshedParts } from "../read-part.ts";
import { showIcon } from "../state-icon.ts";

const PART = "/track/now";
const TIMEOUT_MS = 20_000;
/** The pause after a failure for which the server names none. The swap's pace may be slower. */
const FAILURE_PAUSE_S = 30;
const MARKED_MS = 4_000;

/**
 * Reads again at the swap's own pace while the tab is visible, until the swap is over. Elements
 * stay, and so do focus and scroll. A failure or a hidden tab marks the page as not current.
 */
export function watchSwap(): void {
  const swap = document.getElementById(refreshedParts[PART]);
  if (!swap || paceSeconds(swap) === 0) return;
  watch(swap);
}

function paceSeconds(swap: HTMLElement): number {
  return Number(swap.dataset.poll ?? 0);
}

function watch(swap: HTMLElement): void {
  const readPart = createPartReader(PART, TIMEOUT_MS);
  let title = document.title;
  let etag: string | null = null;
  let dueMs = Number.POSITIVE_INFINITY;
  let isAsking = false;
  let timer: ReturnType<typeof setTimeout>;

  function setCurrent(isCurrent: boolean): void {
    element("stale").hidden = isCurrent;
    swap.toggleAttribute("data-stale", !isCurrent);
    document.title = `${isCurrent ? "" : "Not current: "}${title}`;
    showIcon(isCurrent ? swap.dataset.icon : "stale");
  }

  function plan(seconds: number): void {
    clearTimeout(timer);
    dueMs = Date.now() + seconds * 1000;
    timer = setTimeout(ask, seconds * 1000);
  }

  /** Up to a tenth later, so that not all readers ask at once. */
  const planAtPace = () => plan(paceSeconds(swap) * (1 + Math.random() / 10));

  async function ask(): Promise<void> {
    if (document.hidden) setCurrent(false);
    if (isAsking || document.hidden) return;
    isAsking = true;
    try {
      const answer = await readPart(PART + (swap.dataset.query ?? location.search), etag);
      etag = answer.etag;
      const { part } = answer;
      if (part) {
        title = part.dataset.title ?? title;
        keepOpen(
          () => swap,
          () => showSwap(swap, part),
        );
      }
      setCurrent(true);
      if (paceSeconds(swap) > 0) planAtPace();
      else {
        dueMs = Number.POSITIVE_INFINITY;
        element("asks").hidden = true;
      }
    } catch (error) {
      setCurrent(false);
      const pauseSeconds =
        (error instanceof NoPartError && error.retryAfterSeconds) || FAILURE_PAUSE_S;
      plan(Math.max(pauseSeconds, paceSeconds(swap)));
    }
    isAsking = false;
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() < dueMs) return;
    setCurrent(false);
    void ask();
  });
  element("asks").hidden = false;
  planAtPace();
}

function element(id: string): HTMLElement {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no #${id}`);
  return node;
}

const listParts = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>("[data-part]")];
const idsOf = (parts: readonly HTMLElement[]) => parts.map(({ id }) => id).join();
const contentOf = (root: HTMLElement, id: string) => root.querySelector(`#${id}`)?.childNodes ?? [];

function showSwap(swap: HTMLElement, next: HTMLElement): void {
  const focused = document.activeElement?.id;
  element("stale").replaceChildren(...contentOf(next, "stale"));
  swap.dataset.poll = next.dataset.poll ?? "";
  swap.dataset.icon = next.dataset.icon;
  const parts = listParts(next);
  if (idsOf(parts) !== idsOf(listParts(swap)))
    element("parts").replaceChildren(...contentOf(next, "parts"));
  else for (const part of parts) showPart(element(part.id), part);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

function showPart(shown: HTMLElement, next: HTMLElement): void {
  if (shown.innerHTML === next.innerHTML) return;
  for (const name of shown.getAttributeNames()) shown.removeAttribute(name);
  for (const { name, value } of next.attributes) shown.setAttribute(name, value);
  shown.replaceChildren(...next.childNodes);
  if (next.dataset.part !== "mark") return;
  shown.dataset.changed = "";
  setTimeout(() => delete shown.dataset.changed, MARKED_MS);
}
