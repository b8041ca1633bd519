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
 * Time until expiry, by the device's clock or by the time since loading, whichever leaves less.
 * `sinceLoadMs` stays right if the clock is set back, but may omit time in which the device slept.
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

/** Hides the texts to copy at expiry. `showExpired` then fills each place for the notice. */
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
