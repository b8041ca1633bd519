// This folder holds what is measured and its export to Prometheus. No other folder imports OpenTelemetry.
// This file: the functions that other folders measure with. Without an exporter, OpenTelemetry drops the values.
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Counter, type Histogram, type Meter, metrics } from "@opentelemetry/api";
import { parseChainPath } from "../../site/registry/chain-pages.ts";
import { chainFormEnds } from "../../site/registry/chain-paths.ts";
import { httpMethods, isDrawnImage, isResourcePath } from "../../site/registry/resources.ts";
import { amendHead } from "../internals/response-hooks.ts";

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

const knownMethods: ReadonlySet<string> = new Set(httpMethods);
const representations = new Map([
  ["", "none"],
  ["text/html", "html"],
  ["text/markdown", "markdown"],
  ["application/problem+json", "problem"],
]);

/** Measures one served request. Clients cannot create labels: an unknown value has a fixed label. Call this before the request is served and before anything changes the response. */
export function measureExchange(request: IncomingMessage, response: ServerResponse): void {
  const startMs = performance.now();
  const { method = "", url = "" } = request;
  let type = "";
  amendHead(response, (head) => {
    type = contentTypeOf(head.at(-1)) ?? `${response.getHeader("content-type") ?? ""}`;
    return head;
  });
  response.once("close", () => {
    const { statusCode, headersSent, writableFinished } = response;
    const fault = statusCode >= 500 ? String(statusCode) : writableFinished ? null : "aborted";
    recordSeconds("http.server.request.duration", (performance.now() - startMs) / 1000, {
      "http.request.method": knownMethods.has(method) ? method : "_OTHER",
      "http.route": routeLabel(url.split("?")[0] ?? ""),
      "url.scheme": "http",
      "signpost.representation": representations.get(type.split(";")[0] ?? "") ?? "document",
      ...(headersSent && { "http.response.status_code": statusCode }),
      ...(fault && { "error.type": fault }),
    });
  });
}

function routeLabel(path: string): string {
  if (isResourcePath(path)) return path;
  const asked = parseChainPath(path);
  if (asked?.chain) return `/status/{chain}${asked.form === null ? "" : chainFormEnds[asked.form]}`;
  if (path.startsWith("/_next/")) return "/_next/*";
  const page = path.replace(/\/[^/]*$/, "") || "/";
  return isDrawnImage(path) && isResourcePath(page) ? path : "unregistered";
}

/** Reads headers that were given to `writeHead`, as an object or a flat list. The response does not show them. */
function contentTypeOf(headers: unknown): string | null {
  if (typeof headers !== "object" || headers === null) return null;
  const fields = Array.isArray(headers) ? headers : Object.entries(headers).flat();
  const place = fields.findIndex((name, index) => index % 2 === 0 && /^content-type$/i.test(name));
  return place < 0 ? null : `${fields[place + 1]}`;
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
type AttributesOf<N extends keyof Measures> = Partial<Record<Measures[N]["attributes"][number], string | number>>;
type NameOf<K extends Kind> = {
  [N in keyof Measures]: Measures[N]["kind"] extends K ? N : never;
}[keyof Measures];
