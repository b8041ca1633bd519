"use client";
import { useEffect } from "react";
import { watchSwap } from "@/lib/site/live/track/watch.ts";

export function SwapWatch() {
  useEffect(watchSwap, []);
  return null;
}
