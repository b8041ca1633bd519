// The names of the metrics in Prometheus.
import { measures } from "../../lib/runtime/metrics/catalog.ts";

const endings = { histogram: ["_count", "_sum", "_bucket"], counter: ["_total"], gauge: [""] } as const;

const prometheusName = (name: string) => name.replaceAll(".", "_");

/** Name of a series → its possible labels. */
export const series: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(measures).flatMap(([name, { kind, attributes }]) =>
    endings[kind].map((ending) => [
      `${prometheusName(name)}${ending}`,
      new Set([...attributes.map(prometheusName), ...(ending === "_bucket" ? ["le"] : [])]),
    ]),
  ),
);
