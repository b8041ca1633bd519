// Metrics as a scrape sees them: right values, fixed sets of labels, and nothing without an exporter.
import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { UpstreamError } from "../../../lib/protocol/upstream/errors.ts";
import { count, measureExchange, measures, observe, recordSeconds } from "../../../lib/runtime/metrics/instruments.ts";
import { serveMetrics } from "../../../lib/runtime/metrics/serve.ts";
import { createUpstreamReport } from "../../../lib/runtime/upstream-report.ts";
import { findFreePort } from "../../support/start-process.ts";

// One process has one exporter.
test.describe.configure({ mode: "serial" });

let port: number;
let server: Server;
test.beforeAll(async () => {
  port = await findFreePort();
  await serveMetrics({ port, version: "1.0.0" });
  server = createServer((request, response) => {
    measureExchange(request, response);
    const { type = "text/html", status = "200" } = request.headers as Record<string, string>;
    if (status === "none") request.socket.destroy();
    else if (status === "206") response.writeHead(206, ["Content-Type", type]).end("x");
    else {
      response.statusCode = Number(status);
      if (type !== "none") response.setHeader("Content-Type", type);
      response.end("x");
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
test.afterAll(() => server.close());

async function scrape(): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  return (await response.text()).split("\n");
}

async function ask(path: string, method = "GET", headers: Record<string, string> = {}): Promise<void> {
  const request = httpRequest({ port: (server.address() as AddressInfo).port, path, method, headers });
  await new Promise<void>((resolve) => {
    request.on("response", (response) => response.resume());
    request.on("error", () => undefined);
    request.on("close", resolve).end();
  });
}

test("requests are counted by resource, representation, method and status, and clients cannot add labels", async () => {
  await ask("/pricing?x=1");
  await ask("/pricing", "GET", { type: "text/markdown; charset=utf-8" });
  await ask("/pricing", "HEAD", { type: "none", status: "304" });
  await ask("/developers/mcp/opengraph-image", "GET", { type: "image/png" });
  await ask("/_next/static/a.js");
  await ask("/", "GET", { type: "text/markdown", status: "206" });
  for (let n = 0; n < 300; n += 1)
    await ask(`/hostile-${n}%22%0a/opengraph-image`, n % 2 ? "GET" : "PROPFIND", {
      type: "application/problem+json",
      status: "404",
    });
  await ask("/llms.txt", "GET", { type: "text/plain", status: "500" });
  await ask("/llms.txt", "GET", { status: "none" });
  const counts = (await scrape()).filter((line) => line.startsWith("http_server_request_duration_count{"));
  const seen = counts.map((line) => {
    const label = (name: string) => new RegExp(`[{,]${name}="([^"]*)"`).exec(line)?.[1] ?? "-";
    const names = [
      "http_request_method",
      "http_route",
      "signpost_representation",
      "http_response_status_code",
      "error_type",
    ];
    return `${names.map(label).join(" ")} = ${line.split(" ").at(-1)}`;
  });
  expect(seen.sort()).toEqual([
    "GET / markdown 206 - = 1",
    "GET /_next/* html 200 - = 1",
    "GET /developers/mcp/opengraph-image document 200 - = 1",
    "GET /llms.txt document 500 500 = 1",
    "GET /llms.txt none - aborted = 1",
    "GET /pricing html 200 - = 1",
    "GET /pricing markdown 200 - = 1",
    "GET unregistered problem 404 - = 150",
    "HEAD /pricing none 304 - = 1",
    "_OTHER unregistered problem 404 - = 150",
  ]);
});

test("every metric reaches the scrape, and an unknown value is left out", async () => {
  let age: number | null = null;
  observe("signpost.network.block.age", () => age);
  observe("signpost.network.reading.age", () => 2);
  recordSeconds("mcp.server.operation.duration", 0.02, {});
  recordSeconds("http.client.request.duration", 0.02, {});
  count("signpost.upstream.skipped", {});
  const suffixes = { histogram: "_count", counter: "_total", gauge: "" } as const;
  const seriesName = ([name, { kind }]: [string, (typeof measures)[keyof typeof measures]]) =>
    `${name.replaceAll(".", "_")}${suffixes[kind]}`;
  const listed = (lines: string[]) => new Set(lines.map((line) => line.split(/[{ ]/)[0]));
  const before = listed(await scrape());
  expect(before).not.toContain("signpost_network_block_age");
  age = 7;
  const lines = await scrape();
  const names = listed(lines);
  expect(
    Object.entries(measures)
      .map(seriesName)
      .filter((name) => !names.has(name)),
  ).toEqual([]);
  expect(lines.find((line) => line.startsWith("signpost_network_block_age"))).toMatch(/ 7$/);
  expect(lines.find((line) => line.startsWith("target_info"))).toContain('service_name="signpost"');
});

test("a call that was not made says whether a budget was spent or the upstream is left alone", async () => {
  const report = createUpstreamReport({ kind: "node", index: 6, host: "node.example", write: () => undefined });
  const path = "/thorchain/quote/swap";
  for (const code of ["budget", "budget", null])
    report({ path, seconds: null, error: new UpstreamError("skipped", path, { code }), skewMs: null });
  const told = (await scrape()).flatMap((line) =>
    line.startsWith("signpost_upstream_skipped_total{") && line.includes('"node-7"')
      ? `${/reason="(\w+)"/.exec(line)?.[1]} ${line.split(" ").at(-1)}`
      : [],
  );
  expect(told.sort()).toEqual(["budget 2", "paused 1"]);
});

test("the metrics answer their own host and path alone", async () => {
  const ask = async (path: string, host: string) => {
    const asked = httpRequest({ host: "127.0.0.1", port, path, headers: { host } }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) expect(await ask("/metrics", host)).toBe(200);
  for (const host of ["attacker.example", `attacker.example:${port}`, "localhost"])
    expect(await ask("/metrics", host), host).toBe(421);
  expect(await ask("/", `localhost:${port}`)).toBe(404);
});

test("if the port is in use, only the metrics are missing", async () => {
  const said: string[] = [];
  const { write } = process.stderr;
  process.stderr.write = ((text: string) => said.push(text) > 0) as typeof write;
  try {
    await serveMetrics({ port, version: "1.0.0" });
  } finally {
    process.stderr.write = write;
  }
  expect(said.map((line) => JSON.parse(line))).toEqual([{ metrics: "failed", cause: "EADDRINUSE", port }]);
});
