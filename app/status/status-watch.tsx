"use client";
import { useEffect } from "react";
import { PART_CHAIN } from "@/lib/site/live/read-part.ts";
import { watchStatus } from "@/lib/site/live/status/watch.ts";

interface StatusWatchProps {
  readonly part: "/status/now" | "/assets/now";
  readonly chainCode?: string;
}

export function StatusWatch({ part, chainCode }: StatusWatchProps) {
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    query.delete(PART_CHAIN);
    if (chainCode !== undefined) query.set(PART_CHAIN, chainCode);
    return watchStatus(part, query);
  }, [part, chainCode]);
  return null;
}
