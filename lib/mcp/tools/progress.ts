// Progress of one call, told only to a caller that asked for it. A notification that cannot be delivered changes nothing.
import type { ServerContext } from "@modelcontextprotocol/server";

/** `done` rises with each report up to `total`. Never throws. */
export type ReportProgress = (done: number, total: number, message: string) => Promise<void>;

/** Null unless the request carries a `progressToken`. The guard drops what a client without event streams cannot take. */
export function progressReporter({ mcpReq }: ServerContext): ReportProgress | null {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return null;
  return (progress, total, message) =>
    mcpReq
      .notify({ method: "notifications/progress", params: { progressToken, progress, total, message } })
      .catch(() => undefined);
}
