// How much of an answer is accepted: bytes, depth, rows, keys and texts, each at its bound and one above. And where an upstream lies.
import { expect, test } from "@playwright/test";
import type { ZodType } from "zod";
import { readResponse } from "../../../lib/protocol/upstream/answer.ts";
import { parseJson } from "../../../lib/protocol/upstream/json-text.ts";
import { createMemberScan } from "../../../lib/protocol/upstream/member-scan.ts";
import * as network from "../../../lib/protocol/upstream/network-schemas.ts";
import { parseShape } from "../../../lib/protocol/upstream/parse-shape.ts";
import * as swap from "../../../lib/protocol/upstream/schemas.ts";
import { joinUrl, operatorOf } from "../../../lib/protocol/upstream/url.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { rowsOf } from "../../support/rows.ts";
import { errorOf, times } from "./client-scripts.ts";

const text = (length: number) => "a".repeat(length);
const keys = (count: number) => Object.fromEntries(times(count, (index) => [`KEY${index}`, 1]));
const stages = { inbound_observed: {} };
const coins = (count: number) => times(count, () => ({ asset: "ETH.ETH", amount: "1" }));
const action = (more: object) => ({ date: "1", height: "1", in: [], out: [], ...more });
const oneAction = (more: object) => ({ actions: [action(more)] });
const quote = (more: object) => ({ fees: { asset: "ETH.ETH" }, expected_amount_out: "1", ...more });
const pool = (asset: unknown) => ({ asset, status: "", balance_asset: "1", balance_rune: "1" });
const indexed = (asset: unknown) => ({ asset, status: "", assetDepth: "1", runeDepth: "1" });
const fee = (asset: unknown) => ({ asset, outbound_fee: "1" });
const named = (row: (asset: string) => object) => (count: number) =>
  times(count, (index) => row(`ETH.A${index}`));
const longAsset = (length: number) => `${text(12)}.${text(length - 13)}`;
const deposit = (members: object) => ({ stages, tx: { id: "a", ...members } });
const halves = (count: number) => [50, count - 50].map((part) => ({ id: "a", coins: coins(part) }));
const { Actions, QuoteSwap, TxStatus } = swap;
const { InboundAddresses, Pools, OutboundFees, IndexerPools, Constants, Mimir } = network;

const rows: readonly (readonly [what: string, ZodType, most: number, (n: number) => unknown])[] = [
  ["addresses", InboundAddresses, 64, (n) => times(n, (i) => ({ chain: `C${i}` }))],
  ["pools", Pools, 1_000, named(pool)],
  ["pools of an indexer", IndexerPools, 2_000, named(indexed)],
  ["outbound fees", OutboundFees, 2_000, named(fee)],
  ["keys of mimir", Mimir, 4_000, keys],
  ["constants", Constants, 4_000, (n) => ({ int_64_values: keys(n) })],
  ["outputs", TxStatus, 100, (n) => ({ stages, out_txs: times(n, () => ({ id: "a" })) })],
  ["coins of a deposit", TxStatus, 100, (n) => deposit({ coins: coins(n) })],
  ["coins of all outputs", TxStatus, 100, (n) => ({ stages, out_txs: halves(n) })],
  ["actions", Actions, 50, (n) => ({ actions: times(n, () => action({})) })],
  ["legs", Actions, 100, (n) => oneAction({ in: times(n, () => ({})) })],
  ["payouts", Actions, 100, (n) => oneAction({ out: times(n, () => ({})) })],
  ["a reason", Actions, 1_000, (n) => oneAction({ metadata: { refund: { reason: text(n) } } })],
  ["a memo", QuoteSwap, 1_000, (n) => quote({ memo: text(n) })],
  ["an address", QuoteSwap, 256, (n) => quote({ inbound_address: text(n) })],
  ["an asset", TxStatus, 113, (n) => deposit({ coins: [{ asset: longAsset(n), amount: "1" }] })],
  ["payouts that wait", swap.PayoutQueue, 2_000, (n) => times(n, () => ({ in_hash: "A" }))],
];
for (const [what, schema, most, body] of rows)
  test(`${what}: ${most} at most`, () => {
    expect(schema.safeParse(body(most)).success).toBe(true);
    const tooMany = () => parseShape(schema, "/p", body(most + 1));
    expect(tooMany).toThrow(/^GET \/p: field .*: (expected|Invalid key)/);
  });

test("a row whose name is written as no asset is costs itself alone, and one without a name all", () => {
  const odd = ["ETH.USD€-0XA", "ETH", "", "ETH.A B", `ETH.${text(110)}`];
  for (const [schema, row] of [
    [Pools, pool],
    [OutboundFees, fee],
    [IndexerPools, indexed],
  ] as const) {
    const list = ["BTC.BTC", ...odd, "ETH.ETH"].map((asset) => row(asset));
    expect(schema.parse(list).map(({ asset }) => asset)).toEqual(["BTC.BTC", "ETH.ETH"]);
    expect(schema.safeParse([row("BTC.BTC"), row(5)]).success).toBe(false);
  }
});

test("the first wrong field is named, whichever use of the schema it is, and cut", async () => {
  // The third use is the first with a compiled schema.
  for (const [schema, value, field] of [
    [Pools, [pool("A.A"), { ...pool("A.B"), balance_rune: 1 }], "[1].balance_rune"],
    [InboundAddresses, {}, "(whole body)"],
    [TxStatus, { stages, out_txs: [{ id: 1 }] }, "out_txs[0].id"],
    [Constants, { int_64_values: { [text(300)]: 1 } }, `int_64_values.${text(300)}`.slice(0, 200)],
  ] as const)
    for (const _ of [1, 2, 3]) {
      const parsing = Promise.resolve().then(() => parseShape(schema, "/p", value));
      expect(await errorOf(parsing)).toMatchObject({ field });
    }
});

test("a text is read as JSON.parse does, up to 32 levels", () => {
  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const strings = JSON.stringify(["[".repeat(99), `\\"${"{".repeat(99)}`, "\\"]);
  const beside = `[${Array(40).fill("[]")},${Array(40).fill("{}")}]`;
  for (const body of [nested(32), beside, strings])
    expect(parseJson(body)).toEqual(JSON.parse(body));
  const objects = `${'{"a":'.repeat(33)}1${"}".repeat(33)}`;
  for (const body of [nested(33), objects, "[".repeat(1_000_000)])
    expect(() => parseJson(body)).toThrow("nested too deeply");
  for (const body of ["[".repeat(32), "", "[", '"', '"\\', '{"a":1', "]"])
    expect(() => parseJson(body)).toThrow(SyntaxError);
});

const readBody = (parts: AsyncIterable<Uint8Array>, path: string, status = 200, more = {}) => {
  const headers = new Headers({ "content-type": "application/json", ...more });
  const answer = { status, headers, body: parts };
  return readResponse(answer, path, 1_000, 0).then(
    ({ value, byteCount }) => ({ value, bytes: byteCount }),
    (error) => error.refusal ?? error.fault,
  );
};
async function* inParts(body: string | Uint8Array, partBytes = 65_536) {
  const bytes = Buffer.from(body as string);
  for (let at = 0; at < bytes.byteLength; at += partBytes) yield bytes.subarray(at, at + partBytes);
}

const unlisted = "/thorchain/new /v2/new /v2/block /thorchain/pool/B /thorchain/constructor";
const limits: Readonly<Record<string, string>> = {
  64: `/thorchain/mimir /thorchain/inbound_addresses /thorchain/lastblock /thorchain/network
    /thorchain/queue /thorchain/constants /thorchain/quote/swap /thorchain/quote/limit
    /thorchain/tx/status /thorchain/tx/status/${"A".repeat(64)} /v2/health ${unlisted}`,
  128: "/thorchain/outbound_fees",
  256: "/v2/pools",
  320: "/thorchain/pools /mayachain/pools",
  384: "/v2/actions",
  1024: "/thorchain/queue/outbound /thorchain/queue/scheduled",
  4096: "/thorchain/block",
};
for (const [kb, paths] of Object.entries(limits))
  test(`${kb} kB of a body are read, and no byte more, announced or cut off`, async () => {
    const bytes = Number(kb) * 1024;
    const fits = `{"header":1${" ".repeat(bytes - 12)}}`;
    const announced = (length: number) => ({ "content-length": `${length}` });
    for (const path of paths.split(/\s+/)) {
      const read = (body: string, more = {}) => readBody(inParts(body), path, 200, more);
      expect(await read(fits, announced(bytes)), path).not.toBe("too_large");
      expect(await read(`${fits} `), path).toBe("too_large");
      expect(await read("{}", announced(bytes + 1)), path).toBe("too_large");
    }
  });

test("a refusal is read up to 16 kB", async () => {
  const refusal = (bytes: number) =>
    readBody(inParts(JSON.stringify({ message: "no" }).padEnd(bytes)), "/thorchain/pools", 400);
  expect([await refusal(16 * 1024), await refusal(16 * 1024 + 1)]).toEqual(["no", "status"]);
});

const MB = 1024 * 1024;
const header = { height: 25_000_000, time: "2026-11-20T07:15:00Z" };
const headerText = `"header":${JSON.stringify(header)}`;
const rest = (bytes: number) => `"txs":["${text(bytes)}"]`;
const latin = Buffer.from(`{${rest(MB)},"header":{"a":"\xff"}}`, "latin1");
const blocks: readonly (readonly [what: string, body: string | Uint8Array, wanted?: string])[] = [
  ["with its header first", `{${headerText},${rest(3 * MB)}}`],
  ["with its header last", `{${rest(3 * MB)},${headerText}}`],
  ["with what is no JSON behind it", `{${headerText},"txs":${"[".repeat(MB)}`],
  ["without a header", `{${rest(3 * MB)}}`, "not_json"],
  ["with a header that does not end", `{${rest(MB)},"header":{"height":1`, "not_json"],
  ["with a header beyond its limit", `{"header":{"a":"${text(MB)}"}}`, "not_json"],
  ["with a header that is no UTF-8", latin, "not_json"],
  ["beyond the limit of its kind", `{${headerText},${rest(5 * MB)}}`, "too_large"],
  ["that is a refusal", '{"error":"no block yet"}', "no block yet"],
];
for (const [what, body, wanted = { value: { header }, bytes: body.length }] of blocks)
  test(`of a large block ${what} the header alone is parsed`, async () => {
    for (const name of ["thorchain", "mayachain"])
      expect(await readBody(inParts(body), `/${name}/block`)).toEqual(wanted);
  });

const LIMIT = 1_000;
function scan(body: string, partBytes: number): string | null {
  const bytes = Buffer.from(body);
  const member = createMemberScan("header", LIMIT);
  for (let at = 0; at < bytes.byteLength; at += partBytes)
    member.add(bytes.subarray(at, at + partBytes));
  return member.foundBytes()?.toString() ?? null;
}
test("one member of a body is found whole, with its name, and within its limit", () => {
  const long = (length: number) => `{"a":"${text(length - 8)}"}`;
  const names = ["headers", "xeader", "headex", "head", "\\header"];
  for (const [body, found] of [
    ['{"header"\t\r\n :\r\t{"a":"}"}}', '{"a":"}"}'],
    ['{"header":{"a":1},"header":{"a":2}}', '{"a":1}'],
    ['{"a":"\\"","header":{"a":1}}', '{"a":1}'],
    ['{"b":{"header":{"a":1}}}', null],
    ['[{"header":{"a":1}}]', null],
    ['{"header":"x","a":1}', null],
    [`{"header":${long(LIMIT)}}`, long(LIMIT)],
    [`{"header":${long(LIMIT + 1)}}`, null],
    ['{"header"\u0001:{"a":1}}', null],
    ['{"header":{"a":1', null],
    ...names.map((name) => [`{"${name}":{"a":1}}`, null] as const),
  ] as const)
    for (const partBytes of [1, 7, body.length]) expect(scan(body, partBytes), body).toBe(found);
});

test("who runs an upstream is told by its address", () => {
  for (const [base = "", operator] of rowsOf(`
    https://GATEWAY.Example.com:8443/chain/indexer/ | example.com
    https://a.b.c.example.com/ | example.com
    https://node.example.com./ | example.com
    http://localhost:1317/node0 | localhost
    http://127.0.0.2:1318/node1 | localhost
    http://[::1]:1317/ | localhost
    http://0.0.0.0:1317/ | localhost
    http://0:1317/ | localhost
    http://[::]:1317/ | localhost
    http://[::ffff:127.0.0.1]:1317/ | localhost
    http://[::ffff:0.0.0.0]:1317/ | localhost
    http://one.localhost:1317/ | localhost
    http://[::ffff:203.0.113.7]:1317/ | 203.0.113.7
    http://203.0.113.7:1317/node0 | 203.0.113.7
    http://[2001:db8::1]/ | 2001:db8:0:0::/64
    http://[2001:db8:0:0:9::7]:1317/ | 2001:db8:0:0::/64
    http://[2001:db8:0:1::1]/ | 2001:db8:0:1::/64
    http://[1:2:3:4:5:6:7:8]/ | 1:2:3:4::/64
    http://127.example/ | 127.example
    http://machine:1317/ | machine`))
    expect(operatorOf(new URL(base)), base).toBe(operator);
});

test("a path lies below the base of its upstream, whatever both hold, or it is refused", () => {
  const rows = rowsOf(`
    http://127.0.0.1:1317 | /thorchain/pools | http://127.0.0.1:1317/thorchain/pools
    http://127.0.0.1:1317 | //example.org/x | http://127.0.0.1:1317//example.org/x
    https://a.com/key/node/ | /maya/mimir | https://a.com/key/node/maya/mimir
    https://a.com/node//?key=1 | /v2/pools?status=a | https://a.com/node/v2/pools?status=a
    https://a.com/n | /a?to=B%2FC&then=d?e | https://a.com/n/a?to=B%2FC&then=d?e
    https://a.com/n | /memo/a#b?c=d#e | https://a.com/n/memo/a%23b?c=d%23e`);
  for (const [base = "", path = "", address] of rows)
    expect(joinUrl(new URL(base), path).href).toBe(address);
  for (const path of ["", "v2/a", "@a.org/", "/../other", "/x/../../b", "/%2e%2e/b", "/..\\other"])
    expect(() => joinUrl(new URL("https://example.com/node"), path), path).toThrow(TypeError);
});

test("the nodes of a preset have an owner each, and the first indexer leaves a node that is another witness", () => {
  const { sample: _, ...live } = presets;
  for (const { nodeUrls, indexerUrls } of Object.values(live)) {
    const [indexer, ...owners] = [indexerUrls[0] ?? "", ...nodeUrls].map((url) =>
      operatorOf(new URL(url)),
    );
    expect(new Set(owners).size).toBe(owners.length);
    expect(owners.some((owner) => owner !== indexer)).toBe(true);
  }
});
