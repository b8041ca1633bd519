"use client";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { watchExpiry } from "@/lib/site/live/quote/watch-expiry.ts";
import { Verdict } from "../parts/verdict.tsx";

export function ExpiryWatch() {
  const [container, setContainer] = useState<Element | null>(null);
  useEffect(() => watchExpiry(setContainer), []);
  return container && createPortal(<ExpiredText />, container);
}

/**
 * The notice that the quote has expired. A valid quote must not have this text in its HTML, not
 * even in a `hidden` element: some programs ignore `hidden` and would take the quote for expired.
 */
function ExpiredText() {
  return (
    <Verdict state="stale">
      This quote has expired by this device's clock. Do not send on it;{" "}
      <a href={location.pathname + location.search} rel="nofollow">
        ask again
      </a>
      .
    </Verdict>
  );
}
