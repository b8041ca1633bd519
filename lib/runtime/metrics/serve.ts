// Serves the metrics to Prometheus, on a port of their own that only this machine can reach.
import { once } from "node:events";
import { createServer } from "node:http";
import { performance } from "node:perf_hooks";
import { metrics } from "@opentelemetry/api";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import { observe } from "./instruments.ts";

/** Serves /metrics on loopback. If the port is in use, this logs a line and the site runs without metrics. */
export async function serveMetrics({ port, version }: { port: number; version: string }): Promise<void> {
  const exporter = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true });
  const resource = resourceFromAttributes({ "service.name": "signpost", "service.version": version });
  metrics.setGlobalMeterProvider(new MeterProvider({ resource, readers: [exporter] }));
  let busy = performance.eventLoopUtilization();
  observe("process.memory.usage", () => process.memoryUsage.rss());
  observe("process.uptime", () => process.uptime());
  observe("nodejs.eventloop.utilization", () => {
    const before = busy;
    busy = performance.eventLoopUtilization();
    return performance.eventLoopUtilization(busy, before).utilization;
  });
  const hosts = ["127.0.0.1", "localhost"].map((name) => `${name}:${port}`);
  const server = createServer((request, response) => {
    // A page in a browser on this machine can ask by a name of its own that leads here.
    if (!hosts.includes(request.headers.host ?? "")) response.writeHead(421).end();
    else if (request.url !== "/metrics") response.writeHead(404).end();
    else exporter.getMetricsRequestHandler(request, response);
  });
  server.unref().listen(port, "127.0.0.1");
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    process.stderr.write(`${JSON.stringify({ metrics: "failed", cause: error.code, port })}\n`);
  });
}
