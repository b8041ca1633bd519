// Reports the progress of a call to a client that asked for it.
import type { ServerContext } from "@modelcontextprotocol/server";

export type ReportProgress = (done: number, total: number, message: string) => Promise<void>;

/** Returns a function that sends progress. Null if the client sent no `progressToken`. */
export function progressReporter({ mcpReq }: ServerContext): ReportProgress | null {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return null;
  return (progress, total, message) =>
    mcpReq
      .notify({
        method: "notifications/progress",
        params: { progressToken, progress, total, message },
      })
      .catch(() => undefined);
}
