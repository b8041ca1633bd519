// `signpost-verify` from the command line: what it prints where, and its exit codes. Each wrong call: e2e/unit/verify/command.spec.ts.
import { spawnSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import type { Report } from "../../verify/report.ts";
import { root } from "../support/root.ts";

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["verify/bin.mjs", ...args], {
    cwd: root,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("a wrong call prints its reason and its usage, with exit code 2", () => {
  const { status, stdout, stderr } = run("nope");
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^<url> "nope" is no address: .*\n\nUsage: signpost-verify <url>/);
});

test("--json prints only one document, with exit code 1 if a row fails", () => {
  const { status, stdout } = run("http://localhost:9", "--json");
  const report: Report = JSON.parse(stdout);
  expect(status).toBe(1);
  expect(report).toMatchObject({
    url: "http://localhost:9",
    swap: null,
    counts: { pass: 0, fail: 1, skip: 0, "not-claimed": 0 },
    rows: [{ id: "links.base", status: "fail", todo: "Start the server, or correct the address." }],
    external: [],
  });
  expect(Date.parse(report.startedAt)).not.toBeNaN();
});
