// The drift check as its operator sees it: what is unread, what is a finding, and how the command ends.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { toChildEnvironment } from "../../lib/config.ts";
import { presets } from "../../lib/protocol/chains.ts";
import type { Finding } from "../../lib/protocol/drift.ts";
import { endpoints } from "../../lib/protocol/drift-fields.ts";
import { type Reading, toDriftLines, toDriftResult, toProviderReport } from "../../lib/protocol/drift-report.ts";
import { UpstreamError } from "../../lib/protocol/errors.ts";
import { fixtureTxids, readFixture } from "../upstream/read-fixture.ts";
import type { Row } from "../upstream/scene.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import type { Change } from "../upstream/view.ts";
import { toText, without } from "./drift-parts.ts";

const root = join(fileURLToPath(new URL(".", import.meta.url)), "..", "..");

test.describe("reports", () => {
  const provider = { kind: "node", number: 1, host: "node.example.org" } as const;
  const fault = (...args: ConstructorParameters<typeof UpstreamError>): Reading => ({
    error: new UpstreamError(...args),
  });
  const rows: readonly [what: string, endpoint: string, reading: Reading, outcome: string, finds: string[]][] = [
    ["no connection", "pools", fault("connect", "/p"), "unread connect", []],
    ["no answer in time", "pools", fault("timeout", "/p"), "unread timeout", []],
    ["rate limit", "pools", fault("status", "/p", { status: 429 }), "unread status 429", []],
    ["outage", "pools", fault("status", "/p", { status: 503 }), "unread status 503", []],
    [
      "a retired host",
      "pools",
      fault("redirect", "/p", { status: 302 }),
      "unread redirect 302",
      ["bad_answer pools (redirect 302)"],
    ],
    [
      "the path is gone",
      "pools",
      fault("status", "/p", { status: 404 }),
      "unread status 404",
      ["bad_answer pools (status 404)"],
    ],
    [
      "a web page",
      "pools",
      fault("content_type", "/p", { status: 200 }),
      "unread content_type 200",
      ["bad_answer pools (content_type 200)"],
    ],
    [
      "a body that outgrew the limit",
      "block",
      fault("too_large", "/p", { status: 200 }),
      "unread too_large 200",
      ["bad_answer block (too_large 200)"],
    ],
    [
      "a refused quote",
      "quote/swap",
      fault("status", "/q", { status: 400, refusal: "trading is halted" }),
      "refused status 400",
      [],
    ],
    [
      "a refused list",
      "pools",
      fault("status", "/p", { status: 400, refusal: "no" }),
      "unread status 400",
      ["bad_answer pools (status 400)"],
    ],
    ["another failure", "pools", { error: new Error("x") }, "unread failed", []],
  ];
  for (const [what, endpoint, reading, outcome, finds] of rows) {
    test(`${what}: ${outcome}`, () => {
      const report = toProviderReport(presets.thorchain, provider, new Map([[endpoint, reading]]));
      const one = report.endpoints.find((row) => row.endpoint === endpoint);
      expect(`${one?.outcome} ${one?.reason}`).toBe(outcome);
      expect(one?.findings.map(toText)).toEqual(finds);
      expect(toDriftResult([report])).toBe(finds.length > 0 ? "drift" : "offline");
      expect(report).toMatchObject({ height: null, version: null });
    });
  }

  test("one good answer is enough not to be offline, and a finding beats it", () => {
    const version = { current: "3.19.1", next: "3.19.1", querier: "3.19.1" };
    const good = toProviderReport(presets.thorchain, provider, new Map([["version", { body: version }]]));
    expect(toDriftResult([good])).toBe("none");
    const odd = toProviderReport(presets.thorchain, provider, new Map([["version", { body: { ...version, x: 1 } }]]));
    expect(toDriftResult([good, odd])).toBe("drift");
    expect(toDriftLines([odd]).join("\n")).toContain("unknown_field   x: seen 1 time");
  });
});

interface Output {
  readonly code: number | null;
  readonly out: string;
}
function run(variables: Record<string, string>, ...args: string[]): Promise<Output> {
  const unset = { NETWORK: "", NODE_URLS: "", INDEXER_URLS: "" };
  const env = { ...toChildEnvironment(), ...unset, ...variables };
  const child = spawn("npx", ["--no-install", "jiti", "bin/drift.ts", ...args], { cwd: root, env });
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  return new Promise((resolve) => child.once("exit", (code) => resolve({ code, out })));
}

test.describe("the command", () => {
  test.describe.configure({ mode: "serial" });
  let upstream: Upstream;
  const thorchain = () => ({
    NETWORK: "thorchain",
    NODE_URLS: `${upstream.nodeUrl(0)},${upstream.nodeUrl(1)}`,
    INDEXER_URLS: upstream.indexerUrl(0),
  });
  /** The fixture shows six chains; these are rows for the preset's others. */
  const wholeRows = (): Change => {
    const { inboundAddresses } = readFixture("thorchain");
    const template = without(inboundAddresses.find((row) => row.chain === "LTC") as Row, "chain");
    const codes = presets.thorchain.chains.filter((chain) => !chain.native).map((chain) => chain.code);
    const absent = codes.filter((code) => !inboundAddresses.some((row) => row.chain === code));
    return { inbound: Object.fromEntries(absent.map((code) => [code, template])) };
  };
  const constants: Change = { path: "/thorchain/constants", body: { int_64_values: { BlocksPerYear: 1 } } };
  test.beforeAll(async () => {
    upstream = await startUpstream({ scene: readFixture("thorchain") });
  });
  test.beforeEach(() => {
    upstream.reset();
    upstream.set(wholeRows(), constants);
  });
  test.afterAll(() => upstream.close());

  test("no drift: exit code 0, one call an endpoint, heights and versions of all", async () => {
    const { code, out } = await run(thorchain());
    expect(out).toContain("No drift");
    expect(code).toBe(0);
    expect(out).toMatch(/node 2, 127\.0\.0\.1:\d+: height 200\d{5}, version 3\.19\.1/);
    expect(out).toMatch(/indexer 1, 127\.0\.0\.1:\d+: height 200\d{5}\n/);
    expect(out).not.toMatch(/node0|node1|indexer0|http/);
    const calls = upstream.calls().map((call) => `${call.provider} ${call.path}`);
    expect(new Set(calls).size).toBe(calls.length);
    expect(calls.length).toBe(endpoints.reduce((sum, one) => sum + (one.kind === "node" ? 2 : 1), 0));
    expect(calls).toContain(`node0 /thorchain/tx/status/${fixtureTxids.done}`);
  });

  test("drift: exit code 1, each finding under its provider, as text and as JSON", async () => {
    upstream.set(
      {
        provider: "node1",
        mimir: { HALTEVERYTHING: 5 },
        inbound: { SUI: without(readFixture("thorchain").inboundAddresses[0] as Row, "chain") },
      },
      { provider: "indexer0", path: "/v2/health", fault: { kind: "redirect" } },
      { provider: "node0", path: "/thorchain/queue", fault: { kind: "status", status: 503 } },
    );
    const text = await run(thorchain());
    expect(text.code).toBe(1);
    expect(text.out).toContain("new_halt_key    HALTEVERYTHING: is 5");
    expect(text.out).toContain("Drift: ");
    const { code, out } = await run(thorchain(), "--json");
    expect(code).toBe(1);
    const report = JSON.parse(out);
    expect(report).toMatchObject({ network: "thorchain", result: "drift" });
    const found = report.providers.map((one: { endpoints: { findings: Finding[] }[] }) =>
      one.endpoints.flatMap((endpoint) => endpoint.findings.map(toText)),
    );
    expect(found).toEqual([
      [],
      ["new_halt_key HALTEVERYTHING (is 5)", "new_chain SUI (has a row, is not in the preset)"],
      ["bad_answer health (redirect 302)"],
    ]);
  });

  test("offline: exit code 0 and says so", async () => {
    const closed = { NETWORK: "mayachain", NODE_URLS: "http://127.0.0.1:9", INDEXER_URLS: "http://127.0.0.1:9" };
    const { code, out } = await run(closed);
    expect(out).toContain("Offline: no provider could be read, so nothing was compared.");
    expect(code).toBe(0);
  });

  test("the sample network: exit code 0 and says so, without a call", async () => {
    const { code, out } = await run({ NETWORK: "sample" }, "--json");
    expect(JSON.parse(out)).toMatchObject({ result: "sample", providers: [] });
    expect(code).toBe(0);
    expect(upstream.calls()).toEqual([]);
  });

  test("a bad configuration: exit code 1", async () => {
    expect((await run({ NETWORK: "nowhere" })).code).toBe(1);
  });
});
