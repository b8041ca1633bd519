// Marks an open quote as expired. Runs in the browser.

import { withoutBreaks } from "../../../markdown/unbroken.ts";
import { leftText } from "../../../say/expiry.en.ts";

const UPDATE_MS = 1_000;
const EXPIRED_PREFIX = "Expired: ";

interface ExpiryClocks {
  readonly expiresAtMs: number;
  readonly leftAtLoadMs: number;
  readonly loadedMs: number;
  readonly sinceLoadMs: number;
  readonly nowMs: number;
}

/**
 * Time until the quote expires: the smaller of two results, by the device's clock and by the time
 * since the page loaded. If the clock is set back, only `sinceLoadMs` is right. If the device
 * slept, `sinceLoadMs` may omit that time.
 */
export function timeLeftMs({
  expiresAtMs,
  leftAtLoadMs,
  loadedMs,
  sinceLoadMs,
  nowMs,
}: ExpiryClocks): number {
  return Math.min(expiresAtMs - nowMs, leftAtLoadMs - Math.max(nowMs - loadedMs, sinceLoadMs));
}

/**
 * When the quote expires, hides what nobody may use after that, such as the memo. Then calls
 * `showExpired`, which draws the notice "This quote has expired" in the given element.
 */
export function watchExpiry(showExpired: (place: Element) => void): void {
  const quoteElement = document.querySelector<HTMLElement>("[data-expires-at]");
  if (!quoteElement) return;
  const loadedMs = Date.now() - performance.now();
  const expiresAtMs = Date.parse(quoteElement.dataset.expiresAt ?? "");
  const leftAtLoadMs = Number(quoteElement.dataset.leftMs);
  const timeLeftElement = quoteElement.querySelector("[data-left]");
  const updateTimeLeft = () => {
    const [sinceLoadMs, nowMs] = [performance.now(), Date.now()];
    const remainingMs = timeLeftMs({ expiresAtMs, leftAtLoadMs, loadedMs, sinceLoadMs, nowMs });
    if (remainingMs > 0) timeLeftElement?.replaceChildren(withoutBreaks(leftText(remainingMs)));
    else markExpired(quoteElement, showExpired);
  };
  setInterval(updateTimeLeft, UPDATE_MS);
  addEventListener("pageshow", updateTimeLeft);
  document.addEventListener("visibilitychange", updateTimeLeft);
  updateTimeLeft();
}

function markExpired(quoteElement: HTMLElement, showExpired: (place: Element) => void): void {
  if (!document.title.startsWith(EXPIRED_PREFIX)) document.title = EXPIRED_PREFIX + document.title;
  quoteElement.dataset.expired = "";
  for (const offerElement of document.querySelectorAll<HTMLElement>("[data-until-expiry]"))
    offerElement.hidden = true;
  for (const place of document.querySelectorAll<HTMLElement>("[data-after-expiry]")) {
    place.hidden = false;
    showExpired(place);
  }
}
