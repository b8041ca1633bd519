// The built server without its dependencies: no network, invalid certificates, a
// wrong clock, a full disk. Documents stay, and unknown facts are shown as unknown.
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { APIRequestContext, PlaywrightWorkerArgs } from "@playwright/test";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { createPatientRequest } from "../support/answering-test.ts";
import { sitesOf } from "../support/forms.ts";
import { withClockAhead, withoutNetwork } from "../support/preload.ts";
import { root } from "../support/root.ts";
import {
  findFreePort,
  type RunningProcess,
  sharedSettings,
  startProcess,
  upstreamSettings,
} from "../support/start-process.ts";
import { expect, test } from "./live-test.ts";
import { callTool, countOpen, createRemote, expectUnknown } from "./tool-calls.ts";

const fixture = (name: string) => `${root}e2e/fixtures/tls/${name}.pem`;
interface OwnServer {
  readonly request: APIRequestContext;
  readonly process: RunningProcess;
  /** The log lines about its upstreams. */
  readonly faults: () => readonly {
    upstream: string;
    path: string;
    fault: string | null;
    code: string;
    message: string;
  }[];
}

/** A server on the build of the shared one. `command` stands before Node's arguments. */
async function withServer(
  { playwright }: Pick<PlaywrightWorkerArgs, "playwright">,
  variables: Readonly<Record<string, string>>,
  work: (server: OwnServer) => Promise<void>,
  limits: readonly string[] = [],
): Promise<void> {
  const port = await findFreePort();
  const own = sitesOf(`http://localhost:${port}`);
  const args = ["node_modules/next/dist/bin/next", "start", "-p", String(port)];
  const process = await startProcess({
    args,
    limits,
    environment: {
      ...sharedSettings(),
      NODE_URLS: "",
      INDEXER_URLS: "",
      SITE_URL: own.site,
      SWAP_URL: own.swap,
      ...variables,
    },
    ready: /Ready in/,
    limitMs: 60_000,
  });
  const request = createPatientRequest(await playwright.request.newContext(), own);
  const faults = () =>
    process
      .output()
      .split("\n")
      .filter((line) => line.startsWith('{"time"') && line.includes('"upstream":'))
      .map((line) => JSON.parse(line));
  try {
    await work({ request, process, faults });
  } finally {
    await request.dispose();
    await process.stop();
  }
}

const txid = "AB000001".repeat(8);

/** Every document that does not depend on the block, in each form, with its status. */
async function readDocuments(request: APIRequestContext): Promise<Record<string, string>> {
  const asks = resourcePaths
    .filter((path) => findResource(path).cache !== "live" && findResource(path).kind !== "endpoint")
    .filter((path) => findResource(path).needs === undefined)
    .flatMap((path) =>
      (findResource(path).twin ? ["text/html", "text/markdown"] : ["*/*"]).map((accept) => [
        path,
        accept,
      ]),
    );
  const read = async ([path = "", accept = ""]: string[]) => {
    const response = await request.get(path, { headers: { accept } });
    return [
      `${path} ${accept}`,
      `${response.status()} ${(await response.body()).toString("base64")}`,
    ];
  };
  return Object.fromEntries(await Promise.all(asks.map(read)));
}

test("without a network every document is served unchanged, and the network is unknown", async ({
  playwright,
  request: shared,
}, info) => {
  mkdirSync(info.outputDir, { recursive: true });
  const refused = info.outputPath("refused");
  await withServer({ playwright }, withoutNetwork(refused), async ({ request, faults }) => {
    await expectSameDocuments(request, shared);
    await expectUnknown(request);
    for (const path of ["/status", "/quote?from=BTC&to=ETH&amount=0.1", `/track?txid=${txid}`])
      for (const accept of ["text/markdown", "text/html"]) {
        const answer = await request.get(path, { headers: { accept } });
        expect([answer.status(), await answer.text()], path).toEqual([
          ...[200, expect.stringMatching(/not (?:be )?checked|cannot check/i)],
        ]);
      }
    expect(await (await request.get("/.well-known/status")).json()).toMatchObject({
      status: "fail",
      network: { trading: "unknown", as_of: { height: null, block_time: null } },
    });
    expect(faults().length).toBeGreaterThan(3);
    for (const line of faults())
      expect(line).toMatchObject({ fault: "connect", code: "ENETUNREACH" });
    expect(readFileSync(refused, "utf8").split("\n").length).toBeGreaterThan(3);
  });
});

async function expectSameDocuments(here: APIRequestContext, there: APIRequestContext) {
  const [served, expected] = [await readDocuments(here), await readDocuments(there)];
  const names = Object.keys(expected);
  expect(names.length).toBeGreaterThan(35);
  expect(names.filter((name) => !expected[name]?.startsWith("200 "))).toEqual([]);
  expect(names.filter((name) => served[name] !== expected[name])).toEqual([]);
}

const certificates: Readonly<Record<string, string>> = {
  expired: "CERT_HAS_EXPIRED",
  "wrong-host": "ERR_TLS_CERT_ALTNAME_INVALID",
  "self-signed": "DEPTH_ZERO_SELF_SIGNED_CERT",
};

test("an upstream with an invalid certificate is not read, and the log says why", async ({
  playwright,
}) => {
  let asked = 0;
  const names = ["trusted", ...Object.keys(certificates)];
  const servers = names.map((name) =>
    createServer(
      { key: readFileSync(fixture("key")), cert: readFileSync(fixture(name)) },
      (_request, response) => {
        if (name !== "trusted") asked += 1;
        response.writeHead(503).end();
      },
    ).listen(0),
  );
  const urls = servers.map(
    (server) => `https://localhost:${(server.address() as AddressInfo).port}`,
  );
  const variables = {
    NODE_URLS: urls.slice(1).join(),
    INDEXER_URLS: urls.join(),
    NODE_EXTRA_CA_CERTS: fixture("ca"),
  };
  try {
    await withServer({ playwright }, variables, async ({ request, faults }) => {
      await expectUnknown(request);
      const saidOf = (upstream: string) => faults().filter((line) => line.upstream === upstream);
      // The authority is trusted, so the other certificates fail by their own fault.
      expect(saidOf("indexer-1")[0]).toMatchObject({ fault: "status", code: "503" });
      for (const [index, code] of Object.values(certificates).entries()) {
        const [line] = [...saidOf(`node-${index + 1}`), ...saidOf(`indexer-${index + 2}`)];
        expect(line).toMatchObject({ fault: "tls", code });
      }
      expect(asked).toBe(0);
    });
  } finally {
    for (const server of servers) server.close().closeAllConnections();
  }
});

// A clock behind: e2e/truth/safety/judgement.spec.ts, and runtime/upstream-report.spec.ts for its line in the log.
test("with a full disk, and a clock two minutes ahead, documents stay and nothing is open", async ({
  playwright,
  request: shared,
  upstream,
}) => {
  await createRemote(shared, upstream).script();
  const variables = { ...upstreamSettings(upstream), ...withClockAhead(120_000) };
  const fullDisk = ["sh", "-c", 'ulimit -f 0; exec "$0" "$@"'];
  await withServer(
    { playwright },
    variables,
    async ({ request, process, faults }) => {
      await expectSameDocuments(request, shared);
      // On a busy machine the first answers may say that no node answered in time. Nothing is open in them either.
      await expect(async () => {
        const answer = await callTool(request, "get_network_status");
        const told = { freshness: "unknown", trading: "unknown" };
        expect(answer.structuredContent).toMatchObject(told);
        expect(countOpen(answer)).toBe(0);
        expect(faults().find(({ path }) => path === "clock")?.fault).toBe("clock_skew");
      }).toPass({ timeout: 60_000 });
      expect((await request.get("/status")).status()).toBe(200);
      expect(process.output()).not.toMatch(/EFBIG|ENOSPC|EROFS|Error/);
    },
    fullDisk,
  );
});
