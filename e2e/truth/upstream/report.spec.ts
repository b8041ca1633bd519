// What the operator sees of an upstream: one line per change, with no text of a caller.
import { expect, test } from "@playwright/test";
import { ShapeError, UpstreamError } from "../../../lib/protocol/upstream/errors.ts";
import type { UpstreamCall } from "../../../lib/protocol/upstream/upstream.ts";
import { createUpstreamReport, type UpstreamLine } from "../../../lib/runtime/upstream-report.ts";

const path = "/thorchain/mimir";

function createLog() {
  const lines: UpstreamLine[] = [];
  const write = (line: UpstreamLine) => lines.push(line);
  const report = createUpstreamReport({ kind: "node", index: 1, host: "node.example", write });
  const tell = (error: UpstreamCall["error"], more: Partial<UpstreamCall> = {}) =>
    report({ path, seconds: 0.1, error, skewMs: null, ...more });
  return { lines, tell };
}

test("a failure, another one and the recovery of a path are one line each; no other call is logged", () => {
  const { lines, tell } = createLog();
  const left = new UpstreamError("aborted", path);
  const refusal = new UpstreamError("status", path, { status: 400, refusal: "bad \u001b[2J" });
  const dead = new UpstreamError("connect", path, { code: "ECONNREFUSED" });
  const failed = new UpstreamError("status", path, { status: 503 });
  tell(new UpstreamError("skipped", path), { seconds: null });
  for (const error of [null, refusal, left, dead, left, dead, failed, refusal, null]) tell(error);
  expect(lines.map(({ fault, code }) => [fault, code])).toEqual([
    ["connect", "ECONNREFUSED"],
    ["status", "503"],
    [null, null],
  ]);
  expect(lines[0]).toMatchObject({ upstream: "node-2", host: "node.example", path });
});

test("no transaction id, asset or amount of a caller is logged, and no word of an upstream", () => {
  const { lines, tell } = createLog();
  const hash = "0A".repeat(32);
  const ids = [hash, hash.toLowerCase(), "4Ab".repeat(29), "9z".repeat(44)];
  const memos = ["check/BTC.BTC/1234567", "check/ETH.ETH/7654321", "BTC.BTC/12345", "X%2FY/9"];
  const asked = [...ids.map((id) => `tx/status/${id}`), ...memos.map((memo) => `memo/${memo}`)];
  for (const part of asked)
    tell(new ShapeError(path, "x\n", "number"), { path: `/thorchain/${part}` });
  expect(lines.map((line) => line.path)).toEqual([
    "/thorchain/tx/status/{txid}",
    "/thorchain/memo/check/{asset}/{number}",
    "/thorchain/memo/{asset}/{number}",
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/0a0a|\\n/i);
});

test("a wrong clock is reported separately from a fault", () => {
  const { lines, tell } = createLog();
  for (const skewMs of [6_000, -70_400, -70_900, 0, 120_000]) tell(null, { skewMs });
  const told = lines.map(({ message, ...line }) => [
    ...[line.path, line.fault, message.match(/\d+ s \w+/)?.[0]],
  ]);
  expect(told).toEqual([
    ["clock", "clock_skew", "70 s behind"],
    ["clock", null, undefined],
    ["clock", "clock_skew", "120 s ahead"],
  ]);
});
