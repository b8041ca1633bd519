// A proxy between the site and its upstream, which answers some calls itself: faults, or what a gateway says to one call too many.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

interface Proxy {
  stop(): Promise<void>;
}
/** `calls`: all calls. `faults`: those that failed. */
interface FaultyProxy extends Proxy {
  readonly counts: { calls: number; faults: number };
}
/** Whether the call was answered, or left without an answer. */
type Answer = (incoming: IncomingMessage, response: ServerResponse) => boolean;

const EVERY = 10;
const faults = ["status", "reset", "hang", "truncated", "html"] as const;

/** Every tenth call fails, with each kind of fault in turn. */
export async function startFaultyProxy(port: number, upstreamPort: number): Promise<FaultyProxy> {
  const counts = { calls: 0, faults: 0 };
  const proxy = await startProxy(port, upstreamPort, (incoming, response) => {
    counts.calls += 1;
    if (counts.calls % EVERY !== 0) return false;
    const fault = faults[counts.faults % faults.length];
    counts.faults += 1;
    if (fault === "status") response.writeHead(503).end("busy");
    else if (fault === "reset") incoming.socket.resetAndDestroy();
    else if (fault === "truncated") response.writeHead(200, { "content-type": "application/json" }).end('{"chain":');
    else if (fault === "html") response.writeHead(200, { "content-type": "text/html" }).end("<p>Just a moment</p>");
    return true;
  });
  return { counts, ...proxy };
}

export async function startProxy(port: number, upstreamPort: number, answer: Answer): Promise<Proxy> {
  const server = createServer((incoming, response) => {
    if (answer(incoming, response)) return;
    const { url, method, headers } = incoming;
    const passed = request({ port: upstreamPort, host: "127.0.0.1", path: url, method, headers }, (passedBack) => {
      response.writeHead(passedBack.statusCode ?? 502, passedBack.headers);
      passedBack.pipe(response);
    });
    passed.once("error", () => response.destroy());
    response.once("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
