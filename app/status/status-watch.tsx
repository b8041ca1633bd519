"use client";
import { useEffect } from "react";
import { watchStatus } from "@/lib/site/live/status/watch.ts";

/** Keeps the open page up to date. */
export function StatusWatch() {
  useEffect(watchStatus, []);
  return null;
}
