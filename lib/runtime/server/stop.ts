// A server that is asked to stop ends in time and by its own will. Next itself takes no new connection from then on, and waits for the open ones without end.
import type { ServerResponse } from "node:http";

/** A tool may take 8 s; a supervisor commonly kills after 10. */
const DRAIN_MS = 9_000;

export interface Drain {
  /** Called for each answer before it begins. */
  follow(response: ServerResponse): void;
  /** From now on each answer is the last of its connection: a client that goes on asking would be cut off in the end. */
  begin(): void;
}

export function createDrain(): Drain {
  const open = new Set<ServerResponse>();
  let hasBegun = false;
  return {
    follow(response) {
      if (hasBegun) return endConnection(response);
      open.add(response);
      response.once("close", () => open.delete(response));
    },
    begin() {
      hasBegun = true;
      for (const response of open) endConnection(response);
    },
  };
}

function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
  // Where the head is out already it has promised more, and Node would wait for the next request.
  response.once("finish", () => response.req.socket.destroySoon());
}

/** Returns what follows each answer, so that its connection ends with it once a signal has come. */
export function endInTime(): Drain["follow"] {
  const drain = createDrain();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      drain.begin();
      end(signal);
    });
  return drain.follow;
}

function end(signal: string): void {
  // Next would say 143 or 130; who asked wants to know whether it went well.
  process.once("exit", () => {
    process.exitCode = 0;
  });
  const late = () => {
    const text = `Connections that were still open ${DRAIN_MS / 1000} s after ${signal} were cut off.\n`;
    process.stderr.write(text, () => process.exit());
  };
  setTimeout(late, DRAIN_MS).unref();
}
