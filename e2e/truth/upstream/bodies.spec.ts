// How much of an answer is accepted: bytes, depth, rows, keys and texts, each at its bound and one above. And where an upstream lies.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { ZodType } from "zod";
import { parseAnswer } from "../../../lib/protocol/upstream/answer.ts";
import { bodyLimits, maxBodyBytes } from "../../../lib/protocol/upstream/body-limits.ts";
import { parseJson } from "../../../lib/protocol/upstream/json-text.ts";
import { createMemberScan } from "../../../lib/protocol/upstream/member-scan.ts";
import * as network from "../../../lib/protocol/upstream/network-schemas.ts";
import { parseShape } from "../../../lib/protocol/upstream/parse-shape.ts";
import * as swap from "../../../lib/protocol/upstream/schemas.ts";
import { joinUrl, operatorOf } from "../../../lib/protocol/upstream/url.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { createWorld, down } from "../../support/world.ts";

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const text = (length: number) => "a".repeat(length);
const keys = (count: number) => Object.fromEntries(times(count, (index) => [`KEY${index}`, 1]));
const stages = { inbound_observed: {} };
const coin = { asset: "ETH.ETH", amount: "1" };
const coins = (count: number) => times(count, () => coin);
const action = (more: object = {}) => ({ date: "1", height: "1", in: [], out: [], ...more });
const told = (metadata: object) => ({ actions: [action({ metadata })] });
const quote = (more: object) => ({ fees: { asset: "ETH.ETH" }, expected_amount_out: "1", ...more });
const pool = (asset: unknown) => ({ asset, status: "", balance_asset: "1", balance_rune: "1" });
const indexed = (asset: unknown) => ({ asset, status: "", assetDepth: "1", runeDepth: "1" });
const fee = (asset: unknown) => ({ asset, outbound_fee: "1" });
const named = (row: (asset: string) => object) => (count: number) =>
  times(count, (index) => row(`ETH.A${index}`));
const { Actions, QuoteSwap, TxStatus } = swap;
const { InboundAddresses, Pools, OutboundFees, IndexerPools, Constants, Mimir } = network;

const rows: readonly (readonly [what: string, ZodType, most: number, (n: number) => unknown])[] = [
  ["addresses", InboundAddresses, 64, (n) => times(n, (i) => ({ chain: `C${i}` }))],
  [
    "last blocks",
    network.LastBlock,
    64,
    (n) => times(n, () => ({ chain: "C", last_observed_in: 1, thorchain: 1 })),
  ],
  ["pools", Pools, 1_000, named(pool)],
  ["pools of an indexer", IndexerPools, 2_000, named(indexed)],
  ["outbound fees", OutboundFees, 2_000, named(fee)],
  ["keys of mimir", Mimir, 4_000, keys],
  ["constants", Constants, 4_000, (n) => ({ int_64_values: keys(n) })],
  ["characters of a constant", Constants, 128, (n) => ({ int_64_values: { [text(n)]: 1 } })],
  [
    "planned outputs",
    TxStatus,
    100,
    (n) => ({ stages, planned_out_txs: times(n, () => ({ chain: "ETH", coin })) }),
  ],
  ["outputs", TxStatus, 100, (n) => ({ stages, out_txs: times(n, () => ({ id: "a" })) })],
  ["coins of a deposit", TxStatus, 100, (n) => ({ stages, tx: { id: "a", coins: coins(n) } })],
  [
    "coins of all outputs",
    TxStatus,
    100,
    (n) => ({ stages, out_txs: [50, n - 50].map((count) => ({ id: "a", coins: coins(count) })) }),
  ],
  ["actions", Actions, 50, (n) => ({ actions: times(n, () => action()) })],
  ["legs", Actions, 100, (n) => ({ actions: [action({ in: times(n, () => ({})) })] })],
  ["payouts", Actions, 100, (n) => ({ actions: [action({ out: times(n, () => ({})) })] })],
  ["coins of a leg", Actions, 100, (n) => ({ actions: [action({ in: [{ coins: coins(n) }] })] })],
  ["fees of an action", Actions, 100, (n) => told({ swap: { networkFees: coins(n) } })],
  ["characters of a reason", Actions, 1_000, (n) => told({ refund: { reason: text(n) } })],
  ["characters of a memo", QuoteSwap, 1_000, (n) => quote({ memo: text(n) })],
  ["characters of an address", QuoteSwap, 256, (n) => quote({ inbound_address: text(n) })],
  ["characters of a router", InboundAddresses, 256, (n) => [{ chain: "ETH", router: text(n) }]],
  [
    "characters of an asset",
    TxStatus,
    113,
    (n) => ({
      stages,
      tx: { id: "a", coins: [{ asset: `${text(12)}.${text(n - 13)}`, amount: "1" }] },
    }),
  ],
  ["payouts that wait", swap.PayoutQueue, 2_000, (n) => times(n, () => ({ in_hash: "A" }))],
];
for (const [what, schema, most, body] of rows)
  test(`${what}: ${most} at most`, () => {
    expect(schema.safeParse(body(most)).success).toBe(true);
    const tooMany = () => parseShape(schema, "/p", body(most + 1));
    expect(tooMany).toThrow(/^GET \/p: field .*: (expected|Invalid key)/);
  });

test("no row of a list that is too long is looked at", () => {
  const get = () => {
    throw new Error("a row was read");
  };
  expect(InboundAddresses.safeParse(times(65, () => new Proxy({}, { get }))).success).toBe(false);
});

const odd = ["ETH.USD€-0XA", "ETH", "", "ETH.A B", `ETH.${text(110)}`];
for (const [what, schema, row] of [
  ["pools", Pools, pool],
  ["outbound fees", OutboundFees, fee],
  ["pools of an indexer", IndexerPools, indexed],
] as const)
  test(`of ${what} one whose name is written as no asset is costs its own row alone`, () => {
    const list = [row("BTC.BTC"), ...odd.map((name) => row(name)), row("ETH.ETH")];
    const assets = schema.parse(list).map(({ asset }) => asset);
    expect(assets).toEqual(["BTC.BTC", "ETH.ETH"]);
    const unnamed = schema.safeParse([row("BTC.BTC"), row(5)]);
    expect(unnamed.success, "a row without a name is no row").toBe(false);
  });

const junk = { junk: [[]] };
const tx = { id: "A", coins: [{ ...coin, ...junk }], ...junk };
const leg = { txID: "A", coins: [{ ...coin, ...junk }], ...junk };
for (const [what, schema, value] of [
  ["a quote", QuoteSwap, quote({ fees: { asset: "ETH.ETH", ...junk }, ...junk })],
  [
    "a transaction",
    TxStatus,
    { tx, out_txs: [tx], stages: { inbound_observed: junk, ...junk }, ...junk },
  ],
  [
    "actions",
    Actions,
    { actions: [action({ in: [leg], metadata: { swap: junk, ...junk }, ...junk })], ...junk },
  ],
  ["pools", Pools, [{ ...pool("A.A"), ...junk }]],
  ["addresses", InboundAddresses, [{ chain: "BTC", ...junk }]],
  ["constants", Constants, { int_64_values: {}, ...junk }],
  ["an indexer's pools", IndexerPools, [{ ...indexed("A.A"), ...junk }]],
] as const)
  test(`of ${what} nothing is kept that nobody reads`, () => {
    const kept = JSON.stringify(parseShape(schema, "/", value), (_, member: unknown) =>
      typeof member === "bigint" ? `${member}` : member,
    );
    expect(kept).not.toContain("junk");
  });

for (const [what, schema, value, field] of [
  ["a row", Pools, [pool("A.A"), { ...pool("A.B"), balance_rune: 1 }], "[1].balance_rune"],
  ["the whole", InboundAddresses, {}, "(whole body)"],
  ["the branch that got furthest", TxStatus, { stages, out_txs: [{ id: 1 }] }, "out_txs[0].id"],
  ["a name of theirs, cut", Constants, { int_64_values: { [text(300)]: 1 } }, null],
] as const)
  test(`the first wrong field is named: ${what}`, () => {
    // The third use is the first with a compiled schema.
    for (let use = 0; use < 3; use += 1) {
      const error = (() => {
        try {
          return parseShape(schema, "/p", value);
        } catch (thrown) {
          return thrown as { field: string };
        }
      })() as { field: string };
      if (field === null) expect(error.field).toHaveLength(200);
      else expect(error.field).toBe(field);
    }
  });

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const deep = "nested too deeply";
for (const [what, body, fault] of [
  ["32 levels", nested(32), null],
  ["33 levels", nested(33), deep],
  ["33 levels of objects", `${'{"a":'.repeat(33)}1${"}".repeat(33)}`, deep],
  ["32 levels, cut off", "[".repeat(32), "JSON"],
  ["a million brackets", "[".repeat(1_000_000), deep],
  ["many levels beside each other", `[${Array(40).fill("[]")},${Array(40).fill("{}")}]`, null],
  ["brackets in strings", JSON.stringify(["[".repeat(99), `\\"${"{".repeat(99)}`, "\\"]), null],
  ...["", "[", '"', '"\\', '{"a":1', "]"].map((cut) => [`the text ${cut}`, cut, "JSON"] as const),
] as const)
  test(`${what} ${fault === null ? "are read as JSON.parse does" : "are refused"}`, () => {
    if (fault === null) return expect(parseJson(body)).toEqual(JSON.parse(body));
    expect(() => parseJson(body)).toThrow(fault);
    expect(() => parseJson(body)).toThrow(SyntaxError);
  });

const readBody = (parts: AsyncIterable<Uint8Array>, path: string, status = 200, more = {}) => {
  const headers = new Headers({ "content-type": "application/json", ...more });
  const answer = { status, headers, body: parts };
  return parseAnswer(answer, path, { backOffMaxMs: 1_000 }, 0).then(
    ({ value, bytes }) => ({ value, bytes }),
    (error) => error.refusal ?? error.fault,
  );
};
async function* inParts(body: string | Uint8Array, partBytes = 65_536) {
  const bytes = Buffer.from(body as string);
  for (let at = 0; at < bytes.byteLength; at += partBytes) yield bytes.subarray(at, at + partBytes);
}

const listed = [...bodyLimits].map(
  ([kind, bytes]) => [kind.startsWith("v2/") ? `/${kind}` : `/thorchain/${kind}`, bytes] as const,
);
for (const [path, bytes] of [
  ...listed,
  ["/mayachain/pools", 320 * 1024],
  [`/thorchain/tx/status/${"A".repeat(64)}`, 64 * 1024],
  ...[
    "/thorchain/new",
    "/v2/new",
    "/v2/block",
    "/thorchain/pool/B",
    "/thorchain/constructor",
    "",
  ].map((unlisted) => [unlisted, 64 * 1024] as const),
] as const)
  test(`"${path}": a body of ${bytes} bytes is read, one more is not, announced or cut off`, async () => {
    const read = (length: number, more = {}) =>
      readBody(inParts(`{"header":1${" ".repeat(length - 12)}}`), path, 200, more);
    expect(await read(bytes, { "content-length": `${bytes}` })).not.toBe("too_large");
    expect(await read(bytes + 1)).toBe("too_large");
    expect(await read(12, { "content-length": `${bytes + 1}` })).toBe("too_large");
  });

test("a refusal is read up to 16 kB", async () => {
  const refusal = (bytes: number) =>
    readBody(inParts(JSON.stringify({ message: "no" }).padEnd(bytes)), "/thorchain/pools", 400);
  expect([await refusal(16 * 1024), await refusal(16 * 1024 + 1)]).toEqual(["no", "status"]);
});

test("each listed kind is one that is read, so that no limit is of nothing", async () => {
  const txid = "A".repeat(64);
  const asked = new Set<string>();
  for (const name of ["thorchain", "mayachain"] as const) {
    const world = createWorld({ network: name, nodes: 2 });
    const destination = `0x${"de57".repeat(10)}`;
    const question = { from: "BTC", to: "ETH", amount: "1", destination };
    await world.network.getStatus();
    await world.network.getSwap(txid, null);
    const late = { blocks_since_scheduled: 300, completed: false };
    const status = { stages: { inbound_observed: { completed: true }, outbound_signed: late } };
    world.scripts.node0 = { [txid]: status, outbound: [] };
    world.nowMs += 60_000;
    await world.network.getSwap(txid, null);
    await world.network.getQuote({ ...question, affiliate: "alice", affiliateBps: 30 });
    if (name === "thorchain") await world.network.getQuote({ ...question, targetOut: "18" });
    // Without an indexer the block itself is asked for its time.
    world.scripts.indexer0 = { "*": down };
    world.nowMs += 60_000;
    await world.network.getStatus();
    for (const call of world.calls)
      asked.add((call.split(" ")[1] ?? "").replace(`${name}/`, "").replace(`/${txid}`, ""));
  }
  expect([...bodyLimits.keys()].filter((kind) => !asked.has(kind))).toEqual([]);
});

test.describe("recordings", { tag: "@shared" }, () => {
  test("every recorded body is at most a tenth of its limit", () => {
    const folder = test.info().config.metadata.recordingsDir;
    test.skip(!folder, "RECORDINGS_DIR is not set");
    const tooLarge: string[] = [];
    for (const suites of ["regtest-3.17", "regtest-maya-1.124"]) {
      const files = readdirSync(join(folder, suites)).filter((name) => name.endsWith(".json"));
      for (const file of files) {
        const {
          states,
          bodies,
        }: {
          states: { answers: Record<string, number> }[];
          bodies: [number, unknown][];
        } = JSON.parse(readFileSync(join(folder, suites, file), "utf8"));
        for (const [path, at] of new Map(
          states.flatMap(({ answers }) => Object.entries(answers)),
        )) {
          const bytes = Buffer.byteLength(JSON.stringify(bodies[at]?.[1]));
          if (bytes * 10 > maxBodyBytes(path.split("?", 1)[0] ?? ""))
            tooLarge.push(`${file} ${path} ${bytes}`);
        }
      }
    }
    expect(tooLarge).toEqual([]);
  });
});

const MB = 1024 * 1024;
const header = { height: 25_000_000, time: "2026-11-20T07:15:00Z" };
const headerText = `"header":${JSON.stringify(header)}`;
const rest = (bytes: number) => `"txs":["${text(bytes)}"]`;
const ofHeader = (body: string) => ({ value: { header }, bytes: body.length });
const blocks: readonly (readonly [what: string, body: string | Uint8Array, wanted?: unknown])[] = [
  ["with its header first", `{${headerText},${rest(3 * MB)}}`],
  ["with its header last", `{${rest(3 * MB)},${headerText}}`],
  ["with what is no JSON behind it", `{${headerText},"txs":${"[".repeat(MB)}`],
  ["without a header", `{${rest(3 * MB)}}`, "not_json"],
  ["with a header that does not end", `{${rest(MB)},"header":{"height":1`, "not_json"],
  ["with a header beyond its limit", `{"header":{"a":"${text(MB)}"}}`, "not_json"],
  [
    "with a header that is no UTF-8",
    Buffer.from(`{${rest(MB)},"header":{"a":"\xff"}}`, "latin1"),
    "not_json",
  ],
  ["beyond the limit of its kind", `{${headerText},${rest(5 * MB)}}`, "too_large"],
  ["that is a refusal", '{"error":"no block yet"}', "no block yet"],
];
for (const [what, body, wanted] of blocks)
  for (const name of ["thorchain", "mayachain"])
    test(`of a large block of ${name} ${what} the header alone is parsed`, async () => {
      const read = await readBody(inParts(body), `/${name}/block`);
      expect(read).toEqual(wanted ?? ofHeader(body as string));
    });

const LIMIT = 1_000;
function scan(body: string, partBytes: number): string | null {
  const bytes = Buffer.from(body);
  const member = createMemberScan("header", LIMIT);
  for (let at = 0; at < bytes.byteLength; at += partBytes)
    member.add(bytes.subarray(at, at + partBytes));
  return member.found()?.toString() ?? null;
}
const long = (length: number) => `{"a":"${text(length - 8)}"}`;
for (const [what, body, found] of [
  ["first", '{"header":{"a":1},"b":2}', '{"a":1}'],
  [
    "last, with gaps",
    '{"b":[{"header":{"x":1}}], "header" :\n {"a":{"b":"}"}} }',
    '{"a":{"b":"}"}}',
  ],
  ["after each kind of gap", '{"header"\t\r\n :\r\t{"a":1}}', '{"a":1}'],
  ["twice", '{"header":{"a":1},"header":{"a":2}}', '{"a":1}'],
  ["as long as its limit", `{"header":${long(LIMIT)}}`, long(LIMIT)],
  ["longer than its limit", `{"header":${long(LIMIT + 1)}}`, null],
  ["deeper only", '{"b":{"header":{"x":1}}}', null],
  ["as a value", '{"b":"header","c":{}}', null],
  ["in a string", '{"b":"\\"header\\":{}","c":{}}', null],
  ["escaped", '{"\\header":{"a":1}}', null],
  ["no object", '{"header":[1]}', null],
  ["after what is no gap", '{"header"\u0001:{"a":1}}', null],
  ["cut off", '{"header":{"a":1', null],
  ...["headers", "footer", "xeader", "headex", "head"].map(
    (name) => [`named ${name}`, `{"${name}":{"a":1}}`, null] as const,
  ),
] as const)
  test(`one member of a body, ${what}`, () => {
    for (const partBytes of [1, 2, 3, 7, body.length]) expect(scan(body, partBytes)).toBe(found);
  });

test("a member of any object is found where JSON.parse finds it, in parts of any length", () => {
  const names = fc.constantFrom("a", "b", "header", '"', "\\");
  const object = fc.dictionary(names, fc.jsonValue({ maxDepth: 4 }));
  const property = fc.property(object, fc.integer({ min: 1, max: 40 }), (value, partBytes) => {
    const { header: member } = value;
    const isObject = typeof member === "object" && member !== null && !Array.isArray(member);
    const wanted = isObject ? JSON.stringify(member) : null;
    const isShort = wanted !== null && Buffer.byteLength(wanted) <= LIMIT;
    expect(scan(JSON.stringify(value), partBytes)).toBe(isShort ? wanted : null);
    expect(parseJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
  });
  fc.assert(property);
});

for (const [base, operator] of [
  ["https://GATEWAY.Example.com:8443/chain/indexer/", "example.com"],
  ["https://example.com/", "example.com"],
  ["https://a.b.c.example.com/", "example.com"],
  ["https://node.example.com./", "example.com"],
  ["http://localhost:1317/node0", "localhost"],
  ["http://127.0.0.2:1318/node1", "localhost"],
  ["http://[::1]:1317/", "localhost"],
  ["http://203.0.113.7:1317/node0", "203.0.113.7"],
  ["http://203.0.113.8/", "203.0.113.8"],
  ["http://[2001:db8::1]/", "2001:db8:0:0::/64"],
  ["http://[2001:db8:0:0:9::7]:1317/", "2001:db8:0:0::/64"],
  ["http://[2001:db8:0:1::1]/", "2001:db8:0:1::/64"],
  ["http://[1:2:3:4:5:6:7:8]/", "1:2:3:4::/64"],
  ["http://127.example/", "127.example"],
  ["http://machine:1317/", "machine"],
] as const)
  test(`${base} is run by ${operator}`, () => expect(operatorOf(new URL(base))).toBe(operator));

for (const [base, path, address] of [
  ["http://127.0.0.1:1317", "/thorchain/pools", "http://127.0.0.1:1317/thorchain/pools"],
  ["http://127.0.0.1:1317", "//example.org/x", "http://127.0.0.1:1317//example.org/x"],
  ["https://a.com/key/node/", "/maya/mimir", "https://a.com/key/node/maya/mimir"],
  ["https://a.com/node//", "/x", "https://a.com/node/x"],
  ["https://a.com/node?key=1", "/v2/pools?status=a", "https://a.com/node/v2/pools?status=a"],
  ["https://a.com/n", "/a?to=B%2FC&then=d?e", "https://a.com/n/a?to=B%2FC&then=d?e"],
  ["https://a.com/n", "/memo/a#b?c=d#e", "https://a.com/n/memo/a%23b?c=d%23e"],
] as const)
  test(`${path} lies below ${base}`, () => expect(joinUrl(new URL(base), path).href).toBe(address));

for (const path of ["", "v2/pools", "@example.org/", "/../other", "/%2e%2e/other", "/..\\other"])
  test(`"${path}" leaves its base`, () => {
    const join = () => joinUrl(new URL("https://example.com/node"), path);
    expect(join).toThrow("path leaves its base URL");
  });

test("the nodes of a preset have an owner each, and the first indexer leaves a node that is another witness", () => {
  const { sample: _, ...live } = presets;
  for (const { nodeUrls, indexerUrls } of Object.values(live)) {
    const owners = nodeUrls.map((url) => operatorOf(new URL(url)));
    expect(new Set(owners).size).toBe(owners.length);
    const [indexer] = indexerUrls.map((url) => operatorOf(new URL(url)));
    expect(owners.some((owner) => owner !== indexer)).toBe(true);
  }
});
