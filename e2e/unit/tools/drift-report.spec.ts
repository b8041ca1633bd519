import { expect, test } from "@playwright/test";
import { UpstreamError } from "../../../lib/protocol/upstream/errors.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { createProviderReport, driftLines, driftResult, type Reading } from "../../../tools/drift/report.ts";
import { findingText } from "./drift-parts.ts";

test.describe("reports", () => {
  const provider = { kind: "node", number: 1, host: "node.example.org" } as const;
  const fault = (kind: ConstructorParameters<typeof UpstreamError>[0], status?: number, refusal?: string): Reading => ({
    error: new UpstreamError(kind, "/p", { ...(status && { status }), ...(refusal && { refusal }) }),
  });
  const rows: readonly [what: string, endpoint: string, reading: Reading, outcome: string, finds: string[]][] = [
    ["no connection", "pools", fault("connect"), "unread connect", []],
    ["no answer in time", "pools", fault("timeout"), "unread timeout", []],
    ["rate limit", "pools", fault("status", 429), "unread status 429", []],
    ["outage", "pools", fault("status", 503), "unread status 503", []],
    ["a retired host", "pools", fault("redirect", 302), "unread redirect 302", ["bad_answer pools (redirect 302)"]],
    ["the path is gone", "pools", fault("status", 404), "unread status 404", ["bad_answer pools (status 404)"]],
    [
      "a web page",
      "pools",
      fault("content_type", 200),
      "unread content_type 200",
      ["bad_answer pools (content_type 200)"],
    ],
    [
      "a body too large",
      "block",
      fault("too_large", 200),
      "unread too_large 200",
      ["bad_answer block (too_large 200)"],
    ],
    ["a refused quote", "quote/swap", fault("status", 400, "trading is halted"), "refused status 400", []],
    ["a refused list", "pools", fault("status", 400, "no"), "unread status 400", ["bad_answer pools (status 400)"]],
    ["another failure", "pools", { error: new Error("x") }, "unread failed", []],
  ];
  for (const [what, endpoint, reading, outcome, finds] of rows) {
    test(`${what}: ${outcome}`, () => {
      const report = createProviderReport(presets.thorchain, provider, new Map([[endpoint, reading]]));
      const one = report.endpoints.find((row) => row.endpoint === endpoint);
      expect(`${one?.outcome} ${one?.reason}`).toBe(outcome);
      expect(one?.findings.map(findingText)).toEqual(finds);
      expect(driftResult([report])).toBe(finds.length > 0 ? "drift" : "offline");
      expect(report).toMatchObject({ height: null, version: null });
    });
  }

  test("one good answer means not offline, and a finding has priority", () => {
    const version = { current: "3.19.1", next: "3.19.1", querier: "3.19.1" };
    const good = createProviderReport(presets.thorchain, provider, new Map([["version", { body: version }]]));
    expect(driftResult([good])).toBe("none");
    const odd = createProviderReport(
      presets.thorchain,
      provider,
      new Map([["version", { body: { ...version, x: 1 } }]]),
    );
    expect(driftResult([good, odd])).toBe("drift");
    expect(driftLines([odd]).join("\n")).toContain("unknown_field   x: seen 1 time");
  });
});
