// `signpost-verify` from the command line: its messages for a wrong call, and its exit codes.
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

const misuses: [args: string[], message: string][] = [
  [[], "<url> is missing: give a base address such as https://example.org."],
  [["nope"], '<url> "nope" is no address: write it with http:// or https://.'],
  [["ftp://a.example"], "<url> must be http or https, not ftp:"],
  [["https://a.example/b"], "<url> must be a base address: https://a.example without path, query or user."],
  [["https://a.example", "https://b.example"], "One base address, not 2: the swap site's goes behind --swap."],
  [["https://a.example", "--swap", "b"], '--swap "b" is no address: write it with http:// or https://.'],
  [["https://a.example", "--nope"], "Unknown option '--nope'."],
];
for (const [args, message] of misuses) {
  test(`signpost-verify ${args.join(" ")} prints its usage, with exit code 2`, () => {
    const { status, stdout, stderr } = run(...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr).toContain("Usage: signpost-verify <url>");
  });
}

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
