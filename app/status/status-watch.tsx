"use client";
import { useEffect } from "react";
import { PART_CHAIN } from "@/lib/site/live/read-part.ts";
import { watchStatus } from "@/lib/site/live/status/watch.ts";

export function StatusWatch({
  part,
  chain,
}: {
  part: Parameters<typeof watchStatus>[0];
  chain?: string;
}) {
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    query.delete(PART_CHAIN);
    if (chain !== undefined) query.set(PART_CHAIN, chain);
    return watchStatus(part, query);
  }, [part, chain]);
  return null;
}
