// Stops the server in time after a signal. Next itself refuses new connections, but waits for open ones without end.
import type { ServerResponse } from "node:http";

/** A tool may take 8 s, and a supervisor often kills after 10 s. */
const DRAIN_MS = 9_000;

export function createDrain() {
  const open = new Set<ServerResponse>();
  let hasBegun = false;
  return {
    /** Called for each response before it begins. */
    follow(response: ServerResponse) {
      if (hasBegun) return endConnection(response);
      open.add(response);
      response.once("close", () => open.delete(response));
    },
    /** From now on each response closes its connection. A client that keeps asking would otherwise be cut off at the end. */
    begin(): void {
      hasBegun = true;
      for (const response of open) endConnection(response);
    },
  };
}

function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
  // A head that is already sent promised to keep the connection open, and Node would wait for the next request.
  response.once("finish", () => response.req.socket.destroySoon());
}

/** Returns `follow`. After SIGINT or SIGTERM, each response closes its connection. */
export function drainOnSignal() {
  const drain = createDrain();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      drain.begin();
      limitDrain(signal);
    });
  return drain.follow;
}

function limitDrain(signal: string): void {
  // Next would exit with 143 or 130. Exit code 0 means that the stop went well.
  process.once("exit", () => {
    process.exitCode = 0;
  });
  const late = () => {
    const text = `Connections that were still open ${DRAIN_MS / 1000} s after ${signal} were cut off.\n`;
    process.stderr.write(text, () => process.exit());
  };
  setTimeout(late, DRAIN_MS).unref();
}
