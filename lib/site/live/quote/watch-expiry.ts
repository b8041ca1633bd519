// Marks an open quote as expired. It runs in the browser.

const LOOK_MS = 1_000;
const WORD = "Expired: ";

/**
 * By the device's clock, or by the time since the page arrived: whichever is first. `awakeMs` counts that time too where the clock is set
 * back meanwhile. It may leave out the time in which the device slept.
 */
export function isExpired({
  endMs,
  leftMs,
  startMs,
  awakeMs,
  nowMs,
}: Readonly<Record<"endMs" | "leftMs" | "startMs" | "awakeMs" | "nowMs", number>>) {
  return !(nowMs < endMs && Math.max(nowMs - startMs, awakeMs) < leftMs);
}

/** Nothing of an expired quote can be copied to send. `showExpired` gets the place for the text that says so. */
export function watchExpiry(showExpired: (place: Element) => void): void {
  const quote = document.querySelector<HTMLElement>("[data-expires-at]");
  if (!quote) return;
  const startMs = Date.now() - performance.now();
  const endMs = Date.parse(quote.dataset.expiresAt ?? "");
  const leftMs = Number(quote.dataset.leftMs);
  const look = () => {
    if (!isExpired({ endMs, leftMs, startMs, awakeMs: performance.now(), nowMs: Date.now() })) return;
    if (!document.title.startsWith(WORD)) document.title = WORD + document.title;
    quote.dataset.expired = "";
    for (const one of document.querySelectorAll<HTMLElement>("[data-until-expiry]")) one.hidden = true;
    for (const one of document.querySelectorAll<HTMLElement>("[data-after-expiry]")) {
      one.hidden = false;
      showExpired(one);
    }
  };
  setInterval(look, LOOK_MS);
  addEventListener("pageshow", look);
  document.addEventListener("visibilitychange", look);
  look();
}
