// A proxy between the site and its upstream. Every tenth call fails, with each kind of fault in turn.
import { createServer, request } from "node:http";

/** `calls`: all calls. `faults`: those that failed. */
export interface FaultyProxy {
  readonly counts: { calls: number; faults: number };
  stop(): Promise<void>;
}

const EVERY = 10;
const faults = ["status", "reset", "hang", "truncated", "html"] as const;

export async function startFaultyProxy(port: number, upstreamPort: number): Promise<FaultyProxy> {
  const counts = { calls: 0, faults: 0 };
  const server = createServer((incoming, response) => {
    counts.calls += 1;
    if (counts.calls % EVERY === 0) {
      const fault = faults[counts.faults % faults.length];
      counts.faults += 1;
      if (fault === "status") response.writeHead(503).end("busy");
      else if (fault === "reset") incoming.socket.resetAndDestroy();
      else if (fault === "truncated") response.writeHead(200, { "content-type": "application/json" }).end('{"chain":');
      else if (fault === "html") response.writeHead(200, { "content-type": "text/html" }).end("<p>Just a moment</p>");
      return;
    }
    const { url, method, headers } = incoming;
    const passed = request({ port: upstreamPort, host: "127.0.0.1", path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.once("error", () => response.destroy());
    response.once("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    counts,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
