"use client";
import { useEffect } from "react";
import { PART_CHAIN } from "@/lib/site/live/read-part.ts";
import { watchStatus } from "@/lib/site/live/status/watch.ts";
import { LocalTimes } from "../parts/local-times.tsx";

interface StatusWatchProps {
  readonly part: "/status/now" | "/assets/now";
  readonly chainCode?: string;
}

export function StatusWatch({ part, chainCode }: StatusWatchProps) {
  useEffect(() => {
    const partQuery = new URLSearchParams(location.search);
    partQuery.delete(PART_CHAIN);
    if (chainCode !== undefined) partQuery.set(PART_CHAIN, chainCode);
    return watchStatus(part, partQuery);
  }, [part, chainCode]);
  return <LocalTimes />;
}
