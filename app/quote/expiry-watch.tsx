"use client";
import { useEffect } from "react";
import { watchExpiry } from "@/lib/site/live/quote/watch-expiry.ts";

/** Marks the open quote when it expires. */
export function ExpiryWatch() {
  useEffect(watchExpiry, []);
  return null;
}
