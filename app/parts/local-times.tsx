"use client";
import { useEffect } from "react";
import { showLocalTimes } from "@/lib/site/live/local-times.ts";

/** Shows the times of the open page on the reader's clock. */
export function LocalTimes() {
  useEffect(() => showLocalTimes(document), []);
  return null;
}
