// The dashboard and the runbook query only metrics that exist.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { measures } from "../../../lib/runtime/metrics/instruments.ts";
import { root } from "../../support/root.ts";

const endings = { histogram: ["_count", "_sum", "_bucket"], counter: ["_total"], gauge: [""] } as const;

const prometheusName = (name: string) => name.replaceAll(".", "_");

/** Name of a series → its possible labels. */
const series: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(measures).flatMap(([name, { kind, attributes }]) =>
    endings[kind].map((ending) => [
      `${prometheusName(name)}${ending}`,
      new Set([...attributes.map(prometheusName), ...(ending === "_bucket" ? ["le"] : [])]),
    ]),
  ),
);

const read = (name: string) => readFileSync(`${root}deploy/${name}`, "utf8");

/** Words of Prometheus's language, and labels that it adds to every series. */
const ownLabels = new Set(["instance", "job"]);
const words =
  /^(?:by|sum|min|max|rate|increase|topk|histogram_quantile|label_values|and|or|on|unless|absent|count|up|m|s|h)$/;

/** Names of series and labels in an expression that no code here measures. */
function findUnknown(expression: string): string[] {
  const bare = expression.replace(/"[^"]*"/g, "").replace(/\[[^\]]*\]/g, "");
  const names = [...bare.matchAll(/[a-z_][a-z_0-9]*/g)].map((match) => match[0]).filter((name) => !words.test(name));
  const used = names.filter((name) => series.has(name));
  const labels = new Set(used.flatMap((name) => [...(series.get(name) ?? [])]));
  const unknown = names.filter((name) => !series.has(name) && !labels.has(name) && !ownLabels.has(name));
  return used.length > 0 ? unknown : [expression];
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string }[];
}

test("unknown metrics, and labels that a metric does not have, are found", () => {
  expect(findUnknown('sum by (le) (rate(http_server_request_duration_bucket{http_route="/x"}[5m])) > 0.5')).toEqual([]);
  expect(findUnknown("rate(http_server_requests_total[5m]) + process_uptime")).toEqual(["http_server_requests_total"]);
  expect(findUnknown("sum by (http_route) (process_uptime)")).toEqual(["http_route"]);
  expect(findUnknown("1 + 1")).toEqual(["1 + 1"]);
});

test("every panel of the dashboard uses existing metrics, and every metric has a panel", () => {
  const { panels, templating } = JSON.parse(read("grafana-dashboard.json")) as {
    panels: readonly Panel[];
    templating: { list: readonly { query: string; name: string }[] };
  };
  const drawn = panels.filter(({ type }) => type !== "row");
  for (const { title, targets = [] } of drawn) {
    expect(targets.length, title).toBeGreaterThan(0);
    for (const { expr } of targets) expect(findUnknown(expr), title).toEqual([]);
  }
  const variables = templating.list.filter(({ name }) => name !== "datasource");
  for (const { query, name } of variables) expect(findUnknown(query), name).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const asked = JSON.stringify(drawn);
  const measured = [...series.keys()].map((name) => name.replace(/_(?:count|sum|bucket)$/, ""));
  expect(measured.filter((name) => !asked.includes(name))).toEqual([]);
});

test("every condition of the runbook uses existing metrics, and it is one page long", () => {
  const runbook = read("runbook.md");
  const conditions = [...runbook.matchAll(/^Alert[^:`]*: `([^`]+)`/gm)].map((match) => match[1] as string);
  expect(conditions.length).toBeGreaterThan(4);
  expect(conditions.length, "each alert in the form that is read here").toBe(runbook.match(/^Alert/gm)?.length);
  for (const condition of conditions) expect(findUnknown(condition), condition).toEqual([]);
  expect(runbook.split(/\s+/).length).toBeLessThan(900);
});
