// The verify command on the built sample server: nothing fails, and each way of breaking it fails the expected rows.
import { expect, test } from "@playwright/test";
import type { Connect } from "../../verify/fetcher.ts";
import type { Report } from "../../verify/report.ts";
import { verify } from "../../verify/run.ts";
import { otherForms, skipOn } from "../support/forms.ts";
import { breakages } from "../support/verify/breakages.ts";
import { type BreakingProxy, startBreakingProxy } from "../support/verify/breaking-proxy.ts";

// One file and one worker, because the proxy caches answers for all runs.
test.describe.configure({ mode: "default", timeout: 180_000 });
skipOn(["bare"], "Next alone fails rows: tools/platform/own-differences.ts.");

let proxy: BreakingProxy;
let connect: Connect;
test.beforeAll(async ({ baseURL }) => {
  const { hostname, port } = new URL(baseURL as string);
  proxy = await startBreakingProxy({ hostname, port: Number(port) });
  connect = () => ({ hostname: "127.0.0.1", port: proxy.port });
});
test.afterAll(() => proxy.stop());

const failed = ({ rows }: Report) =>
  rows.filter(({ status }) => status === "fail").map(({ id, evidence }) => `${id}: ${evidence}`);

/** The hosts beside the site's own that a run asks, which are none that answers. */
function watchOthers(baseURL: string) {
  const others: string[] = [];
  const elsewhere: Connect = (url) => {
    if (url.host === new URL(baseURL).host) return connect(url);
    others.push(url.href);
    return { hostname: "127.0.0.1", port: 9 };
  };
  return { others, elsewhere };
}

test("the proxy without a change passes the whole site, and no foreign address is requested", async ({ baseURL }) => {
  proxy.alteration = null;
  const { others, elsewhere } = watchOthers(baseURL as string);
  const report = await verify({ url: baseURL as string, connect: elsewhere });
  expect(failed(report)).toEqual([]);
  expect(report.counts.pass).toBeGreaterThan(180);
  expect(report.counts["not-claimed"]).toBeGreaterThan(15);
  expect(report.rows.every(({ id }, index) => report.rows.findIndex((row) => row.id === id) === index)).toBe(true);
  expect([others, report.rows.find(({ id }) => id === "links.external")?.status]).toEqual([[], "skip"]);
  expect(report.external.length).toBeGreaterThan(0);
});

test("nothing fails behind a front that limits clients and refuses foreign hosts", async ({ baseURL }) => {
  // The client limit of deploy/nginx-conf.ts: 100 at once, and 20 more for each second.
  let left = 100;
  let refused = 0;
  proxy.alteration = {
    alter(exchange) {
      if (left-- <= 0) {
        refused++;
        exchange.status = 429;
        exchange.headers = { "retry-after": "1" };
      } else if (exchange.asked.host !== new URL(baseURL as string).host) exchange.status = 421;
    },
  };
  const sleep = async (ms: number) => {
    left = Math.min(100, Math.max(left, 0) + (20 * ms) / 1000);
  };
  const report = await verify({ url: baseURL as string, connect, sleep });
  expect(failed(report)).toEqual([]);
  expect(refused).toBeGreaterThan(10);
});

/** A run costs more than a breakage, so some are made at once: each of other rows, and of other answers. */
const RUNS = 7;
for (let run = 0; run < RUNS; run++) {
  const group = breakages.filter((_, at) => at % RUNS === run);
  test(`each is caught by its rows: ${group.map(([name]) => name).join(", ")}`, async ({ baseURL }) => {
    skipOn(otherForms, "It is about the command.");
    const changes = group.map(([, , change]) => change);
    proxy.alteration = {
      hide: changes.flatMap((change) => (typeof change === "function" ? [] : change.hide)),
      alter(exchange) {
        for (const change of changes) if (typeof change === "function") change(exchange);
      },
    };
    const report = await verify({ url: baseURL as string, connect });
    expect(
      failed(report)
        .map((line) => line.split(":")[0])
        .sort(),
      failed(report).join("\n"),
    ).toEqual(group.flatMap(([, rows]) => rows.split(" ")).sort());
    for (const row of report.rows) if (row.status === "fail") expect(row.todo, row.id).toMatch(/\w+ .*\.$/s);
  });
}

test("a base address without a server fails one row with the reason", async () => {
  const report = await verify({ url: "http://localhost:9" });
  expect(report.rows.map(({ id, status }) => [id, status])).toEqual([["links.base", "fail"]]);
});

test("foreign addresses are requested with --external", async ({ baseURL }) => {
  proxy.alteration = null;
  const { others, elsewhere } = watchOthers(baseURL as string);
  const curious = await verify({ url: baseURL as string, connect: elsewhere, external: true });
  expect(failed(curious).map((line) => line.split(":")[0])).toEqual(["links.external"]);
  expect(curious.external.length).toBeGreaterThan(0);
  expect(new Set(others)).toEqual(new Set(curious.external.map(({ url }) => url)));
  expect(curious.external.map(({ status }) => status)).toEqual(curious.external.map(() => null));
});
