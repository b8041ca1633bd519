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

/** Rendered only after the expiry: some programs ignore `hidden` and would read the text early. */
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
