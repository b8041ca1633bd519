// Marks an open quote as expired. Runs in the browser.

import { withoutBreaks } from "../../../markdown/unbroken.ts";
import { leftText } from "../../../say/expiry.en.ts";

const LOOK_MS = 1_000;
const WORD = "Expired: ";

/**
 * Expires by the device's clock or by the time since loading, whichever is first. `awakeMs` counts
 * when the clock was set back, but may omit the time in which the device slept.
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

/** An expired quote offers nothing to copy. `showExpired` gets the place for its text. */
export function watchExpiry(showExpired: (place: Element) => void): void {
  const quote = document.querySelector<HTMLElement>("[data-expires-at]");
  if (!quote) return;
  const startMs = Date.now() - performance.now();
  const endMs = Date.parse(quote.dataset.expiresAt ?? "");
  const leftMs = Number(quote.dataset.leftMs);
  const left = quote.querySelector("[data-left]");
  const look = () => {
    const [awakeMs, nowMs] = [performance.now(), Date.now()];
    if (!isExpired({ endMs, leftMs, startMs, awakeMs, nowMs })) {
      const stillMs = Math.min(endMs - nowMs, leftMs - Math.max(nowMs - startMs, awakeMs));
      left?.replaceChildren(withoutBreaks(leftText(stillMs)));
      return;
    }
    if (!document.title.startsWith(WORD)) document.title = WORD + document.title;
    quote.dataset.expired = "";
    for (const one of document.querySelectorAll<HTMLElement>("[data-until-expiry]"))
      one.hidden = true;
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
