// `npm run drift`: one call per endpoint, its output, and its exit code.
import { spawn } from "node:child_process";
import { expect, test } from "@playwright/test";
import { childEnvironment } from "../../lib/config.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import { endpoints } from "../../tools/drift/fields.ts";
import { root } from "../support/root.ts";
import { fixtureTxids, readFixture } from "../support/upstream/read-fixture.ts";
import { startUpstream, type Upstream } from "../support/upstream/server.ts";
import type { Change } from "../support/upstream/view.ts";
import { type Row, without } from "../support/wire.ts";

interface Output {
  readonly code: number | null;
  readonly out: string;
}
function run(variables: Record<string, string>): Promise<Output> {
  const unset = { NETWORK: "", NODE_URLS: "", INDEXER_URLS: "" };
  const env = { ...childEnvironment(), ...unset, ...variables };
  const child = spawn(
    process.execPath,
    ["node_modules/jiti/lib/jiti-cli.mjs", "tools/drift/main.ts"],
    {
      cwd: root,
      env,
    },
  );
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  return new Promise((resolve) => child.once("exit", (code) => resolve({ code, out })));
}

test.describe.configure({ mode: "serial" });
let upstream: Upstream;
const thorchain = () => ({
  NETWORK: "thorchain",
  NODE_URLS: `${upstream.nodeUrl(0)},${upstream.nodeUrl(1)}`,
  INDEXER_URLS: upstream.indexerUrl(0),
});
/** The fixture has six chains. These are rows for the other chains of the preset. */
const wholeRows = (): Change => {
  const { inboundAddresses } = readFixture("thorchain");
  const template = without(inboundAddresses.find((row) => row.chain === "LTC") as Row, "chain");
  const codes = presets.thorchain.chains
    .filter((chain) => !chain.native)
    .map((chain) => chain.code);
  const absent = codes.filter((code) => !inboundAddresses.some((row) => row.chain === code));
  return { inbound: Object.fromEntries(absent.map((code) => [code, template])) };
};
const constants: Change = {
  path: "/thorchain/constants",
  body: { int_64_values: { BlocksPerYear: 1 } },
};
test.beforeAll(async () => {
  upstream = await startUpstream({ scene: readFixture("thorchain") });
});
test.beforeEach(() => {
  upstream.reset();
  upstream.set(wholeRows(), constants);
});
test.afterAll(() => upstream.close());

test("no drift: exit code 0, one call per endpoint, the hosts of all", async () => {
  const { code, out } = await run(thorchain());
  expect(out).toContain("No drift");
  expect(code).toBe(0);
  expect(out).toMatch(/\nnode 2, 127\.0\.0\.1:\d+\n {2}lastblock +read\n/);
  expect(out).toMatch(/\nindexer 1, 127\.0\.0\.1:\d+\n/);
  expect(out).not.toMatch(/node0|node1|indexer0|http/);
  const calls = upstream.calls().map((call) => `${call.provider} ${call.path}`);
  expect(new Set(calls).size).toBe(calls.length);
  expect(calls.length).toBe(endpoints.reduce((sum, one) => sum + (one.kind === "node" ? 2 : 1), 0));
  expect(calls).toContain(`node0 /thorchain/tx/status/${fixtureTxids.done}`);
});

test("drift: exit code 1, each finding under its provider", async () => {
  upstream.set(
    {
      provider: "node1",
      mimir: { HALTEVERYTHING: 5 },
      inbound: { ZZZ9: without(readFixture("thorchain").inboundAddresses[0] as Row, "chain") },
    },
    { provider: "indexer0", path: "/v2/health", fault: { kind: "redirect" } },
    { provider: "node0", path: "/thorchain/queue", fault: { kind: "status", status: 503 } },
  );
  const { code, out } = await run(thorchain());
  expect(code).toBe(1);
  expect(out).toContain("Drift: ");
  const found = out
    .split(/\n(?=node |indexer )/)
    .map((part) => [
      part.slice(0, part.indexOf(",")),
      ...[...part.matchAll(/^ {4}(.*)$/gm)].map(([, finding]) => finding),
    ]);
  expect(found.slice(1)).toEqual([
    ["indexer 1", "bad_answer health: redirect 302"],
    ["node 1"],
    [
      "node 2",
      "new_halt_key HALTEVERYTHING: is 5",
      "new_chain ZZZ9: has a row, is not in the preset",
    ],
  ]);
});

test("offline: exit code 0 and says so", async () => {
  const closed = {
    NETWORK: "mayachain",
    NODE_URLS: "http://127.0.0.1:9",
    INDEXER_URLS: "http://127.0.0.1:9",
  };
  const { code, out } = await run(closed);
  expect(out).toContain("Offline: nothing was compared.");
  expect(code).toBe(0);
});

test("the sample network: exit code 0 and says so, without a call", async () => {
  const { code, out } = await run({ NETWORK: "sample" });
  expect(out).toContain("The sample network reads no provider.");
  expect(code).toBe(0);
  expect(upstream.calls()).toEqual([]);
});

test("a wrong configuration: exit code 1", async () => {
  expect((await run({ NETWORK: "nowhere" })).code).toBe(1);
});
