"use client";
import { useEffect } from "react";
import { PART_CHAIN } from "@/lib/site/live/read-part.ts";
import { watchStatus } from "@/lib/site/live/status/watch.ts";

interface StatusWatchProps {
  readonly part: "/status/now" | "/assets/now";
  /** The code of the chain, on the page of one chain. */
  readonly chain?: string;
}

export function StatusWatch({ part, chain }: StatusWatchProps) {
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    query.delete(PART_CHAIN);
    if (chain !== undefined) query.set(PART_CHAIN, chain);
    return watchStatus(part, query);
  }, [part, chain]);
  return null;
}
