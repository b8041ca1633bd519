// The bench compares equals: the peers' versions are the site's, and a ratio comes from one run.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { ratioChart } from "../../../tools/bench/chart.ts";
import { isMcpResult } from "../../../tools/bench/questions.ts";
import { median, ratioOf } from "../../../tools/bench/statistics.ts";
import { root } from "../../support/root.ts";

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

const readLock = (folder: string): Lock => JSON.parse(readFileSync(`${root}${folder}package-lock.json`, "utf8"));

test("the peers use the site's versions of Next, the SDK and the adapter", () => {
  const [site, bench] = [readLock(""), readLock("tools/bench/")];
  for (const name of ["next", "react", "react-dom", "zod", "@modelcontextprotocol/server", "@vercel/mcp-adapter"]) {
    const at = `node_modules/${name}`;
    expect(bench.packages[at]?.version, name).toBe(site.packages[at]?.version);
  }
});

test("a ratio is that of the medians, with the smallest and largest of its rounds", () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(() => median([])).toThrow("no values");
  expect(ratioOf([100, 300, 200], [100, 100, 200])).toEqual({ median: 2, min: 1, max: 3 });
});

test("only a successful result counts as an answer, as JSON or as an event", () => {
  const answerText = (answer: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, ...answer });
  expect(isMcpResult(answerText({ result: { tools: [] } }))).toBe(true);
  expect(isMcpResult(`event: message\ndata: ${answerText({ result: { content: [] } })}\n\n`)).toBe(true);
  expect(isMcpResult(answerText({ result: { content: [], isError: true } }))).toBe(false);
  expect(isMcpResult(answerText({ error: { code: -32601, message: "Method not found" } }))).toBe(false);
});

test("the chart says for each target whether it is met, and escapes text", () => {
  const value = { median: 0.9, min: 0.8, max: 1 };
  const chart = ratioChart("A <b> chart", [
    { group: "mcp", name: "met", value, target: 0.8 },
    { group: "mcp", name: "missed", value, target: 1 },
    { group: "mcp", name: "told", value, target: null },
  ]);
  expect(chart.match(/0\.90×[^<]*/g)).toEqual(["0.90× ✓", "0.90× ✗", "0.90×"]);
  expect(chart).not.toContain("<b>");
});
