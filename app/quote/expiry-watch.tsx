"use client";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { watchExpiry } from "@/lib/site/live/quote/watch-expiry.ts";
import { ExpiredText } from "./expired-text.tsx";

export function ExpiryWatch() {
  const [place, setPlace] = useState<Element | null>(null);
  useEffect(() => watchExpiry(setPlace), []);
  if (!place) return null;
  const again = (
    <a href={location.pathname + location.search} rel="nofollow">
      ask again
    </a>
  );
  return createPortal(<ExpiredText again={again} />, place);
}
