"use client";
import { useEffect } from "react";
import { watchStatus } from "@/lib/site/live/status/watch.ts";

/** Keeps the open page up to date. */
export function StatusWatch({ part }: { readonly part: Parameters<typeof watchStatus>[0] }) {
  useEffect(() => watchStatus(part), [part]);
  return null;
}
