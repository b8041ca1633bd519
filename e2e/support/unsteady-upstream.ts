// A proxy between a front and the built server that fails on demand.
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/**
 * `down` breaks every connection; `error` answers a cacheable 500; `cut`
 * stops within a body; `bare` sends no Vary; `changed` sends another text.
 */
type Mode = "up" | "down" | "error" | "cut" | "bare" | "changed";

export interface UnsteadyUpstream {
  readonly port: number;
  /** "GET /path" of each request that arrived. */
  readonly asked: string[];
  setMode(mode: Mode): void;
  stop(): Promise<void>;
}

export async function startUnsteadyUpstream(target: string): Promise<UnsteadyUpstream> {
  let mode: Mode = "up";
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    if (mode === "error") response.writeHead(500, { "Cache-Control": "public, max-age=3600" }).end("broken");
    else if (mode === "changed")
      response.writeHead(200, { "Content-Type": "text/plain", ETag: '"changed"' }).end("changed");
    else forward(target, incoming, response, mode);
  });
  server.on("connection", (socket) => {
    if (mode === "down") socket.destroy();
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    setMode(next) {
      mode = next;
      if (mode === "down") breakAll();
    },
    async stop() {
      server.close();
      breakAll();
      await once(server, "close");
    },
  };
}

function forward(target: string, incoming: IncomingMessage, response: ServerResponse, mode: Mode): void {
  const { method = "GET", url = "/" } = incoming;
  // A 304 has no body to cut.
  const rawHeaders = mode === "cut" ? ["host", incoming.headers.host as string] : incoming.rawHeaders;
  const { hostname, port } = new URL(target);
  const outgoing = request({ hostname, port, method, path: url, headers: rawHeaders }, (answer) => {
    if (mode === "bare") delete answer.headers.vary;
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on("error", () => response.destroy());
    if (mode !== "cut") return void answer.pipe(response);
    answer.once("data", (chunk: Buffer) => {
      response.write(chunk.subarray(0, chunk.length / 2), () => response.destroy());
    });
  });
  outgoing.on("error", () => response.destroy());
  incoming.pipe(outgoing);
}
