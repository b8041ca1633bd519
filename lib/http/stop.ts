// HTTP room: a server that is asked to stop ends in time and by its own will. Next itself takes no new connection from then on, and waits for the open ones without end.

/** A tool may take 8 s; a supervisor commonly kills after 10. */
const DRAIN_MS = 9_000;

export function endInTime(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => end(signal));
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
