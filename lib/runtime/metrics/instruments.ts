// This folder holds what is measured and its export to Prometheus. No other folder imports OpenTelemetry.
// This file: the functions that other folders measure with. Without an exporter, OpenTelemetry drops the values.
import { type Counter, type Histogram, type Meter, metrics } from "@opentelemetry/api";

/** OpenTelemetry's recommended bounds for HTTP durations. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const histograms = new Map<string, Histogram>();
const counters = new Map<string, Counter>();

function findMeter(): Meter {
  return metrics.getMeter("signpost");
}

/** Made at the first value, because the exporter must be started before. */
function findInstrument<T>(known: Map<string, T>, name: string, create: () => T): T {
  const instrument = known.get(name) ?? create();
  known.set(name, instrument);
  return instrument;
}

export function recordSeconds<N extends NameOf<"histogram">>(
  name: N,
  seconds: number,
  attributes: AttributesOf<N>,
): void {
  const advice = { explicitBucketBoundaries: SECONDS };
  const create = () => findMeter().createHistogram(name, { ...measures[name], advice });
  findInstrument(histograms, name, create).record(seconds, attributes);
}

export function count<N extends NameOf<"counter">>(name: N, attributes: AttributesOf<N>): void {
  findInstrument(counters, name, () => findMeter().createCounter(name, measures[name])).add(1, attributes);
}

/** `read` is called at each scrape. Null leaves the value out. */
export function observe(name: NameOf<"gauge">, read: () => number | null): void {
  findMeter()
    .createObservableGauge(name, measures[name])
    .addCallback((result) => {
      const value = read();
      if (value !== null) result.observe(value);
    });
}

// All metrics, as data. Names and units follow OpenTelemetry; every attribute has a fixed set of values.
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
  "process.memory.usage": { kind: "gauge", unit: "By", description: "Resident memory of the process.", attributes: [] },
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
