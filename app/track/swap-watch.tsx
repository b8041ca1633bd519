"use client";
import { useEffect } from "react";
import { watchSwap } from "@/lib/site/live/track/watch.ts";

/** Keeps the open page up to date. */
export function SwapWatch() {
  useEffect(watchSwap, []);
  return null;
}
