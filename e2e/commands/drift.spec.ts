// `npm run drift`: one call per endpoint, its output, and its exit code. What drift is: site/tools.spec.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "@playwright/test";
import { childEnvironment } from "../../lib/config.ts";
import { endpoints } from "../../tools/drift/fields.ts";
import { root } from "../support/root.ts";
import { fixtureTxids, readFixture } from "../support/upstream/read-fixture.ts";
import { startUpstream } from "../support/upstream/server.ts";

/** Not `runScript`: this process answers as the providers. */
async function run(variables: Record<string, string>) {
  const script = ["node_modules/jiti/lib/jiti-cli.mjs", "tools/drift/main.ts"];
  const env = { ...childEnvironment(), NODE_URLS: "", INDEXER_URLS: "", ...variables };
  const child = spawn(process.execPath, script, { cwd: root, env });
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  const [code] = await once(child, "close");
  return { code, out };
}

test("drift: exit code 1, one call per endpoint, each finding under its provider", {
  tag: "@slow",
}, async () => {
  const upstream = await startUpstream({ scene: readFixture("thorchain") });
  upstream.set(
    { path: "/thorchain/constants", body: { int_64_values: { BlocksPerYear: 1 } } },
    { provider: "node1", mimir: { HALTEVERYTHING: 5 } },
    { provider: "indexer0", path: "/v2/health", fault: { kind: "redirect" } },
    { provider: "node0", path: "/thorchain/queue", fault: { kind: "status", status: 503 } },
  );
  const { code, out } = await run({
    NETWORK: "thorchain",
    NODE_URLS: `${upstream.nodeUrl(0)},${upstream.nodeUrl(1)}`,
    INDEXER_URLS: upstream.indexerUrl(0),
  });
  await upstream.close();
  expect(code).toBe(1);
  expect(out).toContain("Drift: ");
  expect(out.match(/^(?:indexer|node) \d, 127.0.0.1:|^ {4}(?:bad|new).*/gm)).toEqual([
    "indexer 1, 127.0.0.1:",
    "    bad_answer health: redirect 302",
    "node 1, 127.0.0.1:",
    "node 2, 127.0.0.1:",
    "    new_halt_key HALTEVERYTHING: is 5",
  ]);
  expect(out).toMatch(/^ {2}lastblock +read$/m);
  expect(out, "the address of a provider").not.toMatch(/node0|indexer0|http/);
  const calls = upstream.calls().map(({ provider, path }) => `${provider} ${path}`);
  expect(new Set(calls).size).toBe(calls.length);
  const ofNodes = endpoints.filter(({ kind }) => kind === "node");
  expect(calls.length).toBe(endpoints.length + ofNodes.length);
  expect(calls).toContain(`node0 /thorchain/tx/status/${fixtureTxids.done}`);
});

const closed = { NODE_URLS: "http://127.0.0.1:9", INDEXER_URLS: "http://127.0.0.1:9" };
for (const [says, variables] of [
  ["Offline: nothing was compared.", { NETWORK: "mayachain", ...closed }],
  ["The sample network reads no provider.", { NETWORK: "sample" }],
] as const)
  test(`${variables.NETWORK}: ${says}`, { tag: "@slow" }, async () =>
    expect(await run(variables)).toEqual({ code: 0, out: expect.stringContaining(says) }),
  );
