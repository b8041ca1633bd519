// Marks an open quote as expired. Runs in the browser.

import { withoutBreaks } from "../../../markdown/unbroken.ts";
import { leftText } from "../../../say/expiry.en.ts";

const UPDATE_MS = 1_000;
const EXPIRED_PREFIX = "Expired: ";

interface ExpiryClocks {
  readonly endMs: number;
  readonly leftMs: number;
  readonly startMs: number;
  readonly awakeMs: number;
  readonly nowMs: number;
}

/**
 * Time until expiry. Uses the device's clock or the time since loading, whichever leaves less.
 * `awakeMs` stays right if the clock is set back, but may omit time in which the device slept.
 */
export function timeLeftMs({ endMs, leftMs, startMs, awakeMs, nowMs }: ExpiryClocks): number {
  return Math.min(endMs - nowMs, leftMs - Math.max(nowMs - startMs, awakeMs));
}

/** At expiry, hides the texts to copy. `showExpired` fills each place for the expiry notice. */
export function watchExpiry(showExpired: (place: Element) => void): void {
  const quote = document.querySelector<HTMLElement>("[data-expires-at]");
  if (!quote) return;
  const startMs = Date.now() - performance.now();
  const endMs = Date.parse(quote.dataset.expiresAt ?? "");
  const leftMs = Number(quote.dataset.leftMs);
  const leftPlace = quote.querySelector("[data-left]");
  const update = () => {
    const [awakeMs, nowMs] = [performance.now(), Date.now()];
    const remainingMs = timeLeftMs({ endMs, leftMs, startMs, awakeMs, nowMs });
    if (remainingMs > 0) leftPlace?.replaceChildren(withoutBreaks(leftText(remainingMs)));
    else markExpired(quote, showExpired);
  };
  setInterval(update, UPDATE_MS);
  addEventListener("pageshow", update);
  document.addEventListener("visibilitychange", update);
  update();
}

function markExpired(quote: HTMLElement, showExpired: (place: Element) => void): void {
  if (!document.title.startsWith(EXPIRED_PREFIX)) document.title = EXPIRED_PREFIX + document.title;
  quote.dataset.expired = "";
  for (const offerElement of document.querySelectorAll<HTMLElement>("[data-until-expiry]"))
    offerElement.hidden = true;
  for (const place of document.querySelectorAll<HTMLElement>("[data-after-expiry]")) {
    place.hidden = false;
    showExpired(place);
  }
}
