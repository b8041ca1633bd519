"use client";
import { useEffect } from "react";
import { watchStatus } from "@/lib/site/live/status/watch.ts";

/** Keeps the open page up to date. */
export function StatusWatch({ part, chain }: { part: Parameters<typeof watchStatus>[0]; chain?: string }) {
  useEffect(() => watchStatus(part, chain === undefined ? location.search : `?chain=${chain}`), [part, chain]);
  return null;
}
