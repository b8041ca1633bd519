"use client";
import { useEffect } from "react";
import { watchAsking } from "@/lib/site/live/watch-asking.ts";

/** Shows that a form of the page is being answered. */
export function AskWatch() {
  useEffect(watchAsking, []);
  return null;
}
