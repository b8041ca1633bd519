// The drift check: what differs from the schemas, the preset and the halt keys is named; what is documented is not.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { toChildEnvironment } from "../../lib/config.ts";
import { presets } from "../../lib/protocol/chains.ts";
import { compareBody, compareChains, compareHaltKeys, type Finding, toMemberPaths } from "../../lib/protocol/drift.ts";
import { type Endpoint, endpoints } from "../../lib/protocol/drift-fields.ts";
import { type Reading, toDriftLines, toDriftResult, toProviderReport } from "../../lib/protocol/drift-report.ts";
import { UpstreamError } from "../../lib/protocol/errors.ts";
import { fixtureTxids, readFixture } from "../upstream/read-fixture.ts";
import type { Json, Row } from "../upstream/scene.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { type Change, createView } from "../upstream/view.ts";

const root = join(fileURLToPath(new URL(".", import.meta.url)), "..", "..");

const networks = ["thorchain", "mayachain"] as const;
const toText = ({ kind, name, detail }: Finding) => `${kind} ${name} (${detail})`;
const endpointOf = (kind: Endpoint["kind"], name: string) =>
  endpoints.find((one) => one.kind === kind && one.name === name) as Endpoint;

/** What the fixture's node or indexer answers at this endpoint. */
function toBody(network: (typeof networks)[number], endpoint: Endpoint): Json {
  const view = createView(endpoint.kind, readFixture(network), Date.now(), Date.now);
  const [path = "", query] = endpoint.toPath(network, fixtureTxids.done).split("?");
  return view.answer(path, new URLSearchParams(query))?.body ?? null;
}

test.describe("bodies", () => {
  for (const network of networks) {
    for (const endpoint of endpoints.filter((one) => one.name !== "constants")) {
      test(`${network}: a documented answer of ${endpoint.kind} ${endpoint.name} shows no difference`, () => {
        expect(compareBody(endpoint, network, toBody(network, endpoint)).map(toText)).toEqual([]);
      });
    }
  }

  test("no schema names a member that nothing reads: a wrong one would cost the whole answer", () => {
    const named = endpoints.flatMap(({ name, schema, unread }) =>
      unread.filter((path) => toMemberPaths(schema).has(path)).map((path) => `${name} ${path}`),
    );
    expect(named).toEqual([]);
  });

  test("constants: maps of free names", () => {
    const body = { int_64_values: { BlocksPerYear: 1 }, bool_values: { A: true }, string_values: {} };
    expect(compareBody(endpointOf("node", "constants"), "thorchain", body)).toEqual([]);
  });

  const rows: readonly [
    what: string,
    kind: Endpoint["kind"],
    name: string,
    edit: (body: never) => unknown,
    finds: string[],
  ][] = [
    [
      "a new member in one row",
      "node",
      "pools",
      (pools: Row[]) => pools.map((pool, index) => (index === 1 ? { ...pool, new_thing: 1 } : pool)),
      ["unknown_field [].new_thing (seen 1 time)"],
    ],
    [
      "a new member in every row, with members of its own",
      "node",
      "inbound_addresses",
      (list: Row[]) => list.map((row) => ({ ...row, vault: { key: 1 } })),
      ["unknown_field [].vault (seen 6 times)"],
    ],
    [
      "a new member deep inside",
      "node",
      "tx/status",
      (body: { stages: Row }) => ({ ...body, stages: { ...body.stages, swap_status: { pending: false, phase: "x" } } }),
      ["unknown_field stages.swap_status.phase (seen 1 time)"],
    ],
    [
      "a member that is documented and not read is not new, nor is what it holds",
      "indexer",
      "health",
      (body: Row) => ({ ...body, genesisInfo: { hash: "A", height: 1, more: {} } }),
      [],
    ],
    [
      "an always-sent member is gone from one row, and nothing reads it",
      "node",
      "pools",
      (pools: Row[]) => pools.map((pool, index) => (index === 0 ? without(pool, "pool_units") : pool)),
      ["missing_field [].pool_units (missing in 1 of 8)"],
    ],
    [
      "an optional member is gone",
      "node",
      "inbound_addresses",
      (list: Row[]) => list.map((row) => without(row, "router")),
      [],
    ],
    [
      "a pause flag is gone: the schema passes, no row can say open",
      "node",
      "inbound_addresses",
      (list: Row[]) => list.map((row) => without(row, "chain_trading_paused")),
      ["missing_field [].chain_trading_paused (missing in 6 of 6)"],
    ],
    [
      "a member of another type",
      "node",
      "queue",
      (body: Row) => ({ ...body, swap: "3" }),
      ["wrong_shape swap (Invalid input: expected number, received string)"],
    ],
    [
      "a list became an object",
      "node",
      "lastblock",
      () => ({ chain: "BTC" }),
      [
        "wrong_shape (whole body) (Invalid input: expected array, received object)",
        "unknown_field chain (seen 1 time)",
      ],
    ],
    [
      "a nested member that is always sent is gone with its parent",
      "indexer",
      "health",
      (body: Row) => without(body, "lastThorNode"),
      [
        "wrong_shape lastThorNode (Invalid input: expected object, received undefined)",
        "missing_field lastThorNode.height (missing in 1 of 1)",
        "missing_field lastThorNode.timestamp (missing in 1 of 1)",
      ],
    ],
    [
      "an output without its id",
      "indexer",
      "actions",
      (body: { actions: { in: Row[] }[] }) => ({
        ...body,
        actions: body.actions.map((one) => ({ ...one, in: one.in.map((leg) => without(leg, "txID")) })),
      }),
      ["missing_field actions[].in[].txID (missing in 2 of 2)"],
    ],
    ["a parameter of any name is no new member", "node", "mimir", (body: Row) => ({ ...body, SOMETHINGNEW: 1 }), []],
    [
      "hidden characters do not reach the operator's terminal",
      "node",
      "version",
      (body: Row) => ({ ...body, "\u001b[31mred\u202e": 1 }),
      ["unknown_field [31mred (seen 1 time)"],
    ],
  ];
  for (const [what, kind, name, edit, finds] of rows) {
    test(`${kind} ${name}: ${what}`, () => {
      const endpoint = endpointOf(kind, name);
      const body = edit(toBody("thorchain", endpoint) as never);
      expect(compareBody(endpoint, "thorchain", body).map(toText)).toEqual(finds);
    });
  }

  test("each network has its own word for the native asset", () => {
    const pools = endpointOf("node", "pools");
    const missing = compareBody(pools, "mayachain", toBody("thorchain", pools)).map((one) => one.name);
    expect(missing).toEqual(["[].balance_cacao", "[].pending_inbound_cacao"]);
  });

  test("member paths are taken from the schema through every wrapper", () => {
    const Item = z.looseObject({
      id: z.string().optional(),
      coins: z.union([z.array(z.object({ asset: z.string() })), z.null()]),
    });
    const Schema = z.object({
      items: z
        .array(Item)
        .nullish()
        .transform((list) => list ?? []),
      map: z.record(z.string(), z.number()),
    });
    expect([...toMemberPaths(Schema)]).toEqual([
      "items",
      "items[].id",
      "items[].coins",
      "items[].coins[].asset",
      "map",
      "map.*",
    ]);
  });
});

function without(row: Row, name: string): Row {
  return Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));
}

test.describe("chains", () => {
  const codes = presets.mayachain.chains.filter((chain) => !chain.native).map((chain) => chain.code);
  const rows: readonly [what: string, codes: string[], finds: string[]][] = [
    ["the preset's own", codes, []],
    ["a chain more", [...codes, "SUI"], ["new_chain SUI (has a row, is not in the preset)"]],
    ["a chain less", codes.filter((code) => code !== "DASH"), ["missing_chain DASH (is in the preset, has no row)"]],
    ["a row of the native chain", [...codes, "MAYA"], ["new_chain MAYA (has a row, is not in the preset)"]],
  ];
  for (const [what, listed, finds] of rows) {
    test(what, () => expect(compareChains(presets.mayachain, listed).map(toText)).toEqual(finds));
  }
});

test.describe("halt keys", () => {
  const rows: readonly [name: string, isNew: boolean][] = [
    ["HALTTRADING", false],
    ["HALTBTCTRADING", false],
    ["HALTBTCCHAIN", false],
    ["SOLVENCYHALTETHCHAIN", false],
    ["HALTSIGNING", false],
    ["HALTSIGNINGTRON", false],
    ["NODEPAUSECHAINGLOBAL", false],
    ["PAUSELPGAIA", false],
    ["HALTTCYTRADING", false],
    ["HALTTHORCHAIN", false],
    ["RAGNAROK-BTC-BTC", false],
    ["RAGNAROK-ETH-USDC-0XA0B86991", false],
    ["PAUSELPDEPOSIT-ETH-ETH", false],
    ["HALTSUICHAIN", false],
    // Documented or recorded as no halt of a swap.
    ["STREAMINGSWAPPAUSE", false],
    ["HALTSECUREDGLOBAL", false],
    ["HALTWASMGLOBAL", false],
    ["TCYCLAIMINGHALT", false],
    ["HALTCHURNING", false],
    ["PAUSELOANS", false],
    ["PAUSEUNBOND", false],
    ["HALTRADING", false],
    ["HALTETHSIGNING", false],
    // Of chains that the networks have left.
    ["HALTTERRACHAIN", false],
    ["RAGNAROK-BNB-BUSD-BD1", false],
    ["RAGNAROK-TERRA", false],
    // No halts by their names.
    ["STOPSOLVENCYCHECKETH", false],
    ["TRADEACCOUNTSENABLED", false],
    ["L1SLIPMINBPS", false],
    // Nobody here reads these.
    ["HALTSWAPS", true],
    ["HALTXMRCHAIN", true],
    ["HALTXMRSIGNING", true],
    ["HALTBTCTRADINGX", true],
    ["haltbtctrading", true],
    ["PAUSEETH", true],
    ["NODEPAUSECHAINBTC", true],
    ["SOLVENCYHALTGLOBAL", true],
    ["RAGNAROK-XMR-XMR", true],
    ["RAGNAROK-ETH", true],
    ["GLOBALHALT", true],
  ];
  for (const [name, isNew] of rows) {
    test(`${name} is ${isNew ? "new" : "known"}`, () => {
      const found = compareHaltKeys(presets.thorchain, ["BTC", "ETH", "SUI"], ["BTC.BTC"], { [name]: 7 });
      expect(found.map(toText)).toEqual(isNew ? [`new_halt_key ${name} (is 7)`] : []);
    });
  }
});

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
