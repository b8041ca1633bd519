// The guard repeats a cached answer only while the adapter would give the same bytes.
import { expect, test } from "@playwright/test";
import { tools } from "../../../../lib/mcp/tools/all.ts";
import type { createGuard } from "../../../../lib/mcp/transport/guard.ts";
import type { RequestLine } from "../../../../lib/mcp/transport/request-log.ts";
import { createToolResultCache, staticMethods } from "../../../../lib/mcp/transport/tool-result-cache.ts";
import type { Network } from "../../../../lib/protocol/network.ts";
import { createWorld } from "../../protocol/network-world.ts";
import { call2025, createEndpoint, createPost, type Headers, inBothEras } from "../endpoint.ts";
import { createFakeNetwork, failedNetwork } from "../fake-network.ts";
import { runTool } from "../run-tool.ts";

const START_MS = 1_800_000_000_000;
const UNTIL_MS = START_MS + 500;

let nowMs: number;
let untilMs: number;
/** Counts the readings that tools have requested. */
let reads: number;
let lines: RequestLine[];

/** The fake network, whose readings can be cached until a given time. */
function createLasting(network: Network = createFakeNetwork(), lasts = true): Network {
  const last = <T extends object>(reading: T): T & { cacheUntilMs?: number } => {
    reads += 1;
    return { ...reading, ...(lasts && { cacheUntilMs: untilMs }) };
  };
  return {
    ...network,
    getStatus: async (options) => last(await network.getStatus(options)),
    getPools: async (options) => last(await network.getPools(options)),
  };
}

function createRemembering(network: Network) {
  return createEndpoint(network, {
    resultCache: createToolResultCache(() => nowMs),
    toolNames: new Set(tools.map((tool) => tool.name)),
    progressTools: new Set(tools.map((tool) => tool.name)),
    logRequest: (line) => lines.push(line),
  });
}

test.beforeEach(() => {
  nowMs = START_MS;
  untilMs = UNTIL_MS;
  reads = 0;
  lines = [];
});

const withId = (body: object, id: string | number) => ({ ...body, id });
const asks: [method: string, params?: object][] = [
  ...staticMethods.filter((method) => method !== "resources/read").map((method): [string] => [method]),
  ["tools/call", { name: "list_pools", arguments: { limit: 2 } }],
  ["tools/call", { name: "get_network_status" }],
];
for (const [method, params] of asks) {
  for (const [era, body, headers] of inBothEras(method, params)) {
    test(`${era}: ${method} ${JSON.stringify(params ?? {})} is repeated exactly as the adapter gives it`, async () => {
      const remembering = createRemembering(createLasting());
      const forgetting = createEndpoint(createLasting());
      const ids = [1, 'a "quoted" id', -7, 2 ** 40, "1"];
      for (const id of ids) {
        const said = await remembering(createPost(withId(body, id), headers));
        const asked = await forgetting(createPost(withId(body, id), headers));
        expect([said.status, await said.text()]).toEqual([asked.status, await asked.text()]);
        expect([...said.headers]).toEqual([...asked.headers]);
      }
      if (method === "tools/call") expect(reads).toBe(1 + ids.length);
      expect(new Set(lines.map(({ time: _, ms: _ms, ...rest }) => JSON.stringify(rest))).size, "one line each").toBe(1);
    });
  }
}

const pools = call2025("tools/call", { name: "list_pools", arguments: {} });
const askTwice = async (endpoint: ReturnType<typeof createGuard>, second: object = pools, headers: Headers = {}) => {
  await (await endpoint(createPost(pools))).text();
  await (await endpoint(createPost(second, headers))).text();
};

test("a cached answer expires with its reading, and if the clock is set back", async () => {
  for (const [laterMs, expected] of [
    [499, 1],
    [500, 2],
    [-1, 2],
  ] as const) {
    reads = 0;
    nowMs = START_MS;
    const endpoint = createRemembering(createLasting());
    await (await endpoint(createPost(pools))).text();
    nowMs += laterMs;
    await (await endpoint(createPost(pools))).text();
    expect(reads, `${laterMs} ms later`).toBe(expected);
  }
});

const asked: [what: string, second: object, headers?: Headers][] = [
  ["other arguments", call2025("tools/call", { name: "list_pools", arguments: { limit: 1 } })],
  ["another protocol version", pools, { "mcp-protocol-version": "2025-06-18" }],
  ["a batch", [pools]],
  ["a client that reads streams alone", pools, { accept: "text/event-stream" }],
  [
    "a client that follows progress",
    call2025("tools/call", { name: "list_pools", arguments: {}, _meta: { progressToken: 1 } }),
  ],
];
for (const [what, second, headers] of asked) {
  test(`the adapter is asked for ${what}`, async () => {
    await askTwice(createRemembering(createLasting()), second, headers);
    expect(reads).toBe(2);
  });
}

test("failed and immediately expired answers are not cached", async () => {
  for (const network of [createLasting(failedNetwork), createLasting(createFakeNetwork(), false)]) {
    reads = 0;
    await askTwice(createRemembering(network));
    expect(reads).toBe(2);
  }
});

async function askOnceAndLetItEnd(endpoint: ReturnType<typeof createEndpoint>): Promise<void> {
  await endpoint(createPost(pools));
  nowMs = UNTIL_MS;
  untilMs = UNTIL_MS + 500;
  reads = 0;
}

test("twenty equal requests at once share one reading if the last answer was cached", async () => {
  const endpoint = createRemembering(createLasting());
  await askOnceAndLetItEnd(endpoint);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, id) => endpoint(createPost(withId(pools, id)))));
  const bodies = await Promise.all(answers.map((answer) => answer.json()));
  expect(bodies.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, id) => id));
  expect(new Set(bodies.map(({ result }) => JSON.stringify(result))).size).toBe(1);
  expect(reads).toBe(1);
});

test("no request waits long for another's reading, and a client that leaves does not affect others", async () => {
  const leaving = new AbortController();
  const network = createLasting();
  let stick: (() => void) | undefined;
  const endpoint = createRemembering({
    ...network,
    getPools: (options) => {
      if (!stick) return network.getPools(options);
      stick();
      stick = undefined;
      return new Promise((_, reject) =>
        options?.signal?.addEventListener("abort", () => reject(options.signal?.reason)),
      );
    },
  });
  await askOnceAndLetItEnd(endpoint);
  const stuck = new Promise<void>((resolve) => {
    stick = resolve;
  });
  const first = endpoint(new Request(createPost(pools), { signal: leaving.signal }));
  await stuck;
  const others = [endpoint(createPost(pools)), endpoint(createPost(pools))];
  for (const other of others) expect((await (await other).json()).result.isError).toBeUndefined();
  leaving.abort();
  expect((await first).status).toBe(499);
});

test("the adapter refuses an unknown tool each time", async () => {
  const endpoint = createRemembering(createLasting());
  const bad = call2025("tools/call", { name: "nope", arguments: {} });
  const first = await (await endpoint(createPost(bad))).text();
  expect(await (await endpoint(createPost(bad))).text()).toBe(first);
  expect(JSON.parse(first).error.code).toBe(-32602);
});

for (const tool of ["list_pools", "get_network_status"]) {
  test(`${tool}: until its reading expires, a new reading gives the same bytes, its age included`, async () => {
    const world = createWorld({ nodes: 2 });
    const run = () => runTool(tool, {}, world.network);
    const stepsMs = [1, 137, 250, 363, 499, 500, 1_001, 2_750, 5_999, 8_123];
    let remembered = 0;
    for (const stepMs of stepsMs) {
      world.nowMs += stepMs;
      const first = await run();
      const untilMs = first.cacheUntilMs ?? 0;
      expect(untilMs - world.nowMs).toBeGreaterThan(0);
      expect(untilMs - world.nowMs).toBeLessThanOrEqual(1_000);
      const callsBefore = world.calls.length;
      world.nowMs = untilMs - 1;
      expect(await run()).toMatchObject({ structured: first.structured, text: first.text });
      expect(world.calls.length, "no upstream is asked in between").toBe(callsBefore);
      remembered += 1;
    }
    expect(remembered).toBe(stepsMs.length);
  });
}
