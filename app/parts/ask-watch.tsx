"use client";
import { useEffect } from "react";
import { watchAsking } from "@/lib/site/live/watch-asking.ts";

export function AskWatch() {
  useEffect(watchAsking, []);
  return null;
}
