// The functions that other folders measure with. Without an exporter, OpenTelemetry drops the values.
import { type Counter, type Histogram, type Meter, metrics } from "@opentelemetry/api";
import { type AttributesOf, measures, type NameOf } from "./catalog.ts";

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
