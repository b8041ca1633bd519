// Serves the metrics to Prometheus, on a port of their own that only this machine can reach.
import { performance } from "node:perf_hooks";
import { metrics } from "@opentelemetry/api";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import { observe } from "./instruments.ts";

export interface MetricsSetup {
  readonly port: number;
  readonly version: string;
}

/** Serves /metrics on loopback. If the port is in use, this logs a line and the site runs without metrics. */
export async function serveMetrics({ port, version }: MetricsSetup): Promise<void> {
  const exporter = new PrometheusExporter({
    host: "127.0.0.1",
    port,
    preventServerStart: true,
    withoutScopeInfo: true,
  });
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
  await exporter.startServer().catch((error: NodeJS.ErrnoException) => {
    process.stderr.write(`${JSON.stringify({ metrics: "failed", cause: error.code, port })}\n`);
  });
}
