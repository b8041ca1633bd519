// Progress of one call, sent only if the caller asked for it. A failed notification changes nothing.
import type { ServerContext } from "@modelcontextprotocol/server";

/** `done` rises with each report up to `total`. Never throws. */
export type ReportProgress = (done: number, total: number, message: string) => Promise<void>;

/** Null unless the request has a `progressToken`. The guard drops progress for clients without event streams. */
export function progressReporter({ mcpReq }: ServerContext): ReportProgress | null {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return null;
  return (progress, total, message) =>
    mcpReq
      .notify({ method: "notifications/progress", params: { progressToken, progress, total, message } })
      .catch(() => undefined);
}
