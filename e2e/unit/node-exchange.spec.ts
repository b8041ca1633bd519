// What is put right around Next, on Node's own request and response: here in front of a server that answers as Next does.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { cacheControl } from "../../lib/http/cache.ts";
import { amendExchange } from "../../lib/http/node-exchange.ts";

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
    if (status === 307) response.setHeader("Location", "/pricing?_rsc");
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/pricing`, {
    headers: { Connection: "close", ...headers },
    redirect: "manual",
  });
}

const rows: [status: number, date: string | null, cache: string][] = [
  [200, DATE, cacheControl.negotiated],
  [307, null, cacheControl.live],
  [405, null, cacheControl.negotiated],
];
for (const [status, date, cache] of rows) {
  test(`a page's address that answers ${status} ${date ? "is" : "is not"} dated, and is kept as "${cache}"`, async () => {
    const { headers } = await ask(status);
    expect([headers.get("last-modified"), headers.get("cache-control")]).toEqual([date, cache]);
  });
}

test("a kept page is still good by its date", async () => {
  const answer = await ask(200, { "If-Modified-Since": DATE });
  expect([answer.status, answer.headers.get("last-modified")]).toEqual([304, DATE]);
});
