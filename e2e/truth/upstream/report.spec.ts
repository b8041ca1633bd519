// What the operator sees of an upstream: one line per change, in plain words, with no text of a caller.
import { expect, test } from "@playwright/test";
import { ShapeError, UpstreamError } from "../../../lib/protocol/upstream/errors.ts";
import type { UpstreamCall } from "../../../lib/protocol/upstream/provider.ts";
import { createUpstreamReport, type UpstreamLine } from "../../../lib/runtime/upstream-report.ts";

const path = "/thorchain/mimir";

function createLog() {
  const lines: UpstreamLine[] = [];
  const report = createUpstreamReport({
    kind: "node",
    index: 1,
    host: "node.example",
    write: (line) => lines.push(line),
  });
  const tell = (error: UpstreamCall["error"], more: Partial<UpstreamCall> = {}) =>
    report({ path, seconds: 0.1, error, skewMs: null, ...more });
  return { lines, tell };
}

test("the first failure, another failure and the recovery of a path are one line each, repeats are none", () => {
  const { lines, tell } = createLog();
  const refused = new UpstreamError("connect", path, { code: "ECONNREFUSED" });
  for (const error of [
    null,
    null,
    refused,
    refused,
    new UpstreamError("status", path, { status: 503 }),
    null,
    null,
  ])
    tell(error);
  expect(lines.map(({ fault, code, message }) => [fault, code, message])).toEqual([
    [
      "connect",
      "ECONNREFUSED",
      "No connection could be made: the host is down, unknown or out of reach.",
    ],
    ["status", "503", "It answered 503."],
    [null, null, "It answers again."],
  ]);
  expect(lines[0]).toMatchObject({ upstream: "node-2", host: "node.example", path });
});

test("a caller that leaves, a call that was not made and a node's refusal are not logged", () => {
  const { lines, tell } = createLog();
  tell(new UpstreamError("aborted", path));
  tell(new UpstreamError("skipped", path), { seconds: null });
  tell(new UpstreamError("status", path, { status: 400, refusal: "bad \u001b[2J" }));
  expect(lines).toEqual([]);
});

test("paths fail independently, and no transaction id is logged, of any chain", () => {
  const { lines, tell } = createLog();
  const hash = "0A".repeat(32);
  tell(new ShapeError(path, "x\n", "number"), { path: `/thorchain/tx/status/${hash}` });
  tell(null);
  for (const id of [hash.toLowerCase(), "4Ab".repeat(29), "9z".repeat(44)])
    tell(new ShapeError(path, "x\n", "number"), { path: `/thorchain/tx/status/${id}` });
  expect(lines.map((line) => [line.path, line.fault])).toEqual([
    ["/thorchain/tx/status/{txid}", "shape"],
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/0a0a|\\n/i);
});

test("a deposit without a memo is logged without its asset and amount", () => {
  const { lines, tell } = createLog();
  for (const asked of [
    "check/BTC.BTC/1234567",
    "check/ETH.ETH/7654321",
    "BTC.BTC/12345",
    "X%2FY/9",
  ])
    tell(new UpstreamError("status", path, { status: 500 }), { path: `/thorchain/memo/${asked}` });
  expect(lines.map((line) => line.path)).toEqual([
    "/thorchain/memo/check/{asset}/{number}",
    "/thorchain/memo/{asset}/{number}",
  ]);
});

test("a wrong clock is reported separately from a fault", () => {
  const { lines, tell } = createLog();
  for (const skewMs of [6_000, -70_400, -70_900, 0, 120_000]) tell(null, { skewMs });
  expect(lines.map(({ path: about, fault, message }) => [about, fault, message])).toEqual([
    [
      "clock",
      "clock_skew",
      "Its clock is 70 s behind ours: compare this machine's with a time server.",
    ],
    ["clock", null, "Its clock agrees with ours again."],
    [
      "clock",
      "clock_skew",
      "Its clock is 120 s ahead of ours: compare this machine's with a time server.",
    ],
  ]);
});
