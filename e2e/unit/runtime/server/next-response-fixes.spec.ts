// The corrections around Next, on Node's own request and response. A server that answers like Next stands behind.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { expect, test } from "@playwright/test";
import { cacheControl } from "../../../../lib/http/cache.ts";
import { amendExchange, guardServer } from "../../../../lib/runtime/server/next-response-fixes.ts";
import { listen } from "../../../support/loopback.ts";
import { sendBytes } from "../../../support/raw-request.ts";

const DATE = "Fri, 20 Nov 2026 07:15:00 GMT";
let server: Server;

test.afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
});

async function ask(status: number, headers: Record<string, string> = {}): Promise<Response> {
  server = createServer((request, response) => {
    amendExchange(request, response);
    response.setHeader("Last-Modified", DATE);
    response.setHeader("Cache-Control", cacheControl.negotiated);
    if (status === 307) {
      response.setHeader("Location", "/pricing?_rsc");
      response.setHeader("Refresh", "0;url=/pricing?_rsc");
    }
    response.writeHead(status).end();
  });
  return fetch(`${await listen(server)}/pricing`, { headers: { Connection: "close", ...headers }, redirect: "manual" });
}

const rows: [status: number, date: string | null, cache: string][] = [
  [200, DATE, cacheControl.negotiated],
  [307, null, cacheControl.live],
  [404, null, cacheControl.live],
  [405, null, cacheControl.live],
];
for (const [status, date, cache] of rows) {
  test(`a page's response ${status} ${date ? "has" : "has no"} date and has the cache rule "${cache}"`, async () => {
    const { headers } = await ask(status);
    expect([headers.get("last-modified"), headers.get("cache-control")]).toEqual([date, cache]);
  });
}

test("a redirect has its address once", async () => {
  const { headers } = await ask(307);
  expect([headers.get("location"), headers.get("refresh")]).toEqual(["/pricing?_rsc", null]);
});

test.describe("every response", () => {
  const defaultHeaders = [["X-Default", "1"]] as const;
  const start = async (status: number, headers: Record<string, string> = {}) => {
    server = createServer((request, response) => {
      amendExchange(request, response, defaultHeaders);
      response.writeHead(status, headers).end(JSON.stringify(request.headers));
    });
    guardServer(server, defaultHeaders);
    return listen(server);
  };

  for (const status of [200, 308, 400, 404, 500, 503]) {
    test(`of status ${status} has the default headers`, async () => {
      const answer = await fetch(`${await start(status)}/_next/x`, {
        redirect: "manual",
        headers: { Connection: "close" },
      });
      expect([answer.status, answer.headers.get("x-default")]).toEqual([status, "1"]);
      if ([308, 400, 500].includes(status)) expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
    });
  }

  test("that Node makes by itself has them too", async () => {
    const origin = await start(200);
    const refusal = /^HTTP\/1\.1 (\d+) .*\r\nConnection: close\r\nContent-Length: 0\r\nX-Default: 1\r\n\r\n$/s;
    const rows = [
      ["GET / HTTP/1.1\r\nhost x\r\n\r\n", "400"],
      [`GET / HTTP/1.1\r\nx: ${"x".repeat(17_000)}\r\n\r\n`, "431"],
    ] as const;
    const expecting = await sendBytes(origin, "GET / HTTP/1.1\r\nhost: x\r\nexpect: x\r\nconnection: close\r\n\r\n");
    expect(expecting).toMatch(/^HTTP\/1\.1 417 .*\r\nX-Default: 1\r\n/s);
    for (const [bytes, status] of rows) expect(refusal.exec(await sendBytes(origin, bytes))?.[1]).toBe(status);
  });

  test("to a slow client closes the connection, even if the client keeps sending", async () => {
    const origin = new URL(await start(200));
    const accepted = once(server, "connection");
    const socket = connect({ port: Number(origin.port), host: origin.hostname, allowHalfOpen: true });
    socket.resume().write("GET / HTTP/1.1\r\n");
    const [slow] = await accepted;
    // As Node does when the time for headers is over.
    server.emit("clientError", Object.assign(new Error("slow"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), slow);
    const sending = setInterval(() => socket.write("x: y\r\n"), 10);
    const [error] = await once(socket, "error").catch((thrown) => [thrown]);
    clearInterval(sending);
    expect(error.code).toMatch(/^(ECONNRESET|EPIPE)$/);
  });

  test("ignores headers with a special meaning for Next", async () => {
    const headers = {
      Connection: "close",
      "next-action": "x",
      "x-middleware-prefetch": "1",
      "x-nextjs-data": "1",
      cookie: "a",
    };
    const origin = await start(200);
    const ask = (path: string) =>
      fetch(origin + path, { headers: { ...headers, "content-type": "multipart/form-data; boundary=x" } });
    const fromNext = JSON.stringify(await (await ask("/pricing")).json());
    expect(fromNext).not.toMatch(/next-action|prefetch|nextjs|cookie|multipart/);
    expect(await (await ask("/mcp")).json()).toHaveProperty("content-type");
  });
});
