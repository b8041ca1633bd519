// Where the built server listens: only on loopback, unless HOST names another address. Its metrics: its bundles share
// one exporter, a scrape counts the requests, and only this machine can read it.
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, test } from "../support/answering-test.ts";
import { otherForms, skipOn } from "../support/forms.ts";
import { readFences } from "../support/project-docs.ts";
import { findFreePort, sampleSettings, startProcess } from "../support/start-process.ts";

skipOn(otherForms, "It starts servers of its own.");

/** "name{labels}" of each line that the documents show. */
function readExample(): string[] {
  const blocks = readFences().filter(({ language }) => language === "prometheus");
  return blocks.flatMap(({ text }) => text.split("\n").flatMap((line) => line.match(/^\S+(?= )/) ?? []));
}

/** This machine has the address 127.0.0.2, but a server on 127.0.0.1 does not answer there. */
function isAnswering(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.2", port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

test("HOST unset: another address of this machine is not answered", async ({ baseURL }) => {
  expect(await isAnswering(Number(new URL(baseURL as string).port))).toBe(false);
});

test("HOST=0.0.0.0: another address of this machine is answered, but not for metrics; requests, tool calls and upstream calls are counted", async ({
  baseURL,
}) => {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const server = await startProcess({
    args: ["node_modules/jiti/lib/jiti-cli.mjs", "bin/start.ts"],
    environment: {
      ...sampleSettings(baseURL as string),
      PORT: String(port),
      HOST: "0.0.0.0",
      METRICS_PORT: String(metricsPort),
    },
    ready: /^Try:$/m,
    limitMs: 80_000,
  });
  try {
    for (const name of ["127.0.0.1", "localhost"])
      expect((await fetch(`http://${name}:${port}/llms.txt`)).status).toBe(200);
    expect([await isAnswering(port), await isAnswering(metricsPort)]).toEqual([true, false]);
    const ask = (path: string, init?: RequestInit) => fetch(`http://localhost:${port}${path}`, init);
    const call = (name: string, more: object) =>
      ask("/mcp", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: more } }),
      });
    // The page's bundle creates the network that the tools' bundle uses. Both must recognise a refusal as one.
    await ask("/status");
    await call("get_swap_quote", { from: "USDC", to: "BTC.BTC", amount: "1" });
    await ask("/legal");
    await ask("/legal", { headers: { accept: "text/markdown" } });
    await ask("/legal", { headers: { accept: "text/markdown" } });
    await ask("/pricing");
    await ask("/pricing", { headers: { accept: "text/markdown" } });
    await ask("/.well-known/status");
    for (let n = 0; n < 20; n += 1) await ask(`/hostile-${n}?%0a=${n}`);
    await ask("/.well-known/hostile");
    await call("list_pools", { limit: 1 });
    await call("get_swap_status", { txid: "no hash" });
    await call("hostile_tool", {});

    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    const lines = (await response.text()).split("\n");
    const sumOf = (name: string, ...labels: string[]) =>
      lines
        .filter((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)))
        .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
    const requests = (...labels: string[]) => sumOf("http_server_request_duration_count", ...labels);
    const operations = (...labels: string[]) => sumOf("mcp_server_operation_duration_count", ...labels);
    const shown = readExample();
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((series) => !lines.some((line) => line.startsWith(`${series} `)))).toEqual([]);
    expect(requests('http_route="/legal"', 'signpost_representation="html"')).toBe(1);
    expect(requests('http_route="/legal"', 'signpost_representation="markdown"')).toBe(2);
    expect(requests('http_route="unregistered"', 'http_response_status_code="404"')).toBe(21);
    expect(requests('http_route="unregistered"', 'signpost_representation="problem"')).toBe(1);
    expect(requests('http_route="/mcp"', 'http_request_method="POST"')).toBe(4);
    expect(operations('gen_ai_tool_name="list_pools"')).toBe(1);
    expect(operations('gen_ai_tool_name="get_swap_status"', 'error_type="')).toBe(1);
    expect(operations('gen_ai_tool_name="get_swap_quote"', 'error_type="tool_error"')).toBe(1);
    expect(operations('error_type="fault"')).toBe(0);
    expect(operations('gen_ai_tool_name="other"', 'error_type="')).toBe(1);
    expect(
      sumOf("http_client_request_duration_count", 'signpost_upstream="node-1"', "/thorchain/pools"),
    ).toBeGreaterThan(0);
    expect(lines.some((line) => /^signpost_network_block_age \d/.test(line))).toBe(true);
    expect(lines.filter((line) => line.includes("hostile"))).toEqual([]);

    const others = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address } of others.filter(({ internal, family }) => !internal && family === "IPv4"))
      await expect(fetch(`http://${address}:${metricsPort}/metrics`)).rejects.toThrow();
    expect((await ask("/metrics")).status).toBe(404);
  } finally {
    await server.stop();
  }
});
