// This folder holds what is measured and its export to Prometheus. No other folder imports OpenTelemetry.
// This file: all metrics, as data. Names and units follow OpenTelemetry; every attribute has a fixed set of values.

type Kind = "histogram" | "counter" | "gauge";

interface Measure {
  readonly kind: Kind;
  readonly unit: string;
  readonly description: string;
  readonly attributes: readonly string[];
}

export const measures = {
  "http.server.request.duration": {
    kind: "histogram",
    unit: "s",
    description:
      "Requests by resource, representation, method and status, from their first line to the last byte sent.",
    attributes: [
      "http.request.method",
      "http.route",
      "http.response.status_code",
      "signpost.representation",
      "url.scheme",
      "error.type",
    ],
  },
  "mcp.server.operation.duration": {
    kind: "histogram",
    unit: "s",
    description:
      "Messages to the MCP endpoint by method, tool and what came of them, from the first byte to the answer.",
    attributes: ["mcp.method.name", "gen_ai.tool.name", "error.type"],
  },
  "http.client.request.duration": {
    kind: "histogram",
    unit: "s",
    description: "Calls to nodes and indexers by upstream, path and fault.",
    attributes: ["signpost.upstream", "url.template", "http.request.method", "server.address", "error.type"],
  },
  "signpost.upstream.skipped": {
    kind: "counter",
    unit: "{call}",
    description:
      "Calls that were not made: the budget of questions is spent (budget), or the upstream is left alone after failures or has a line too long (paused).",
    attributes: ["signpost.upstream", "url.template", "signpost.skipped.reason"],
  },
  "signpost.network.block.age": {
    kind: "gauge",
    unit: "s",
    description: "Age now of the newest block that a reading saw; absent until one did.",
    attributes: [],
  },
  "signpost.network.reading.age": {
    kind: "gauge",
    unit: "s",
    description: "Time since the network was last read; it grows while nobody asks.",
    attributes: [],
  },
  "process.memory.usage": {
    kind: "gauge",
    unit: "By",
    description: "Resident memory of the process.",
    attributes: [],
  },
  "process.uptime": { kind: "gauge", unit: "s", description: "Time since the process started.", attributes: [] },
  "nodejs.eventloop.utilization": {
    kind: "gauge",
    unit: "1",
    description: "Share of the time since the last scrape in which the event loop was busy.",
    attributes: [],
  },
} as const satisfies Readonly<Record<string, Measure>>;

type Measures = typeof measures;
/** The attributes of a metric. */
export type AttributesOf<N extends keyof Measures> = Partial<
  Record<Measures[N]["attributes"][number], string | number>
>;
export type NameOf<K extends Kind> = {
  [N in keyof Measures]: Measures[N]["kind"] extends K ? N : never;
}[keyof Measures];
