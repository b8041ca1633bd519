// The drift check finds what providers changed, and nothing else.
import { expect, test } from "@playwright/test";
import { UpstreamError, type UpstreamFault } from "../../lib/protocol/upstream/errors.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import * as drift from "../../tools/drift/compare.ts";
import { type Endpoint, endpoints } from "../../tools/drift/fields.ts";
import { fixtureTxids, readFixture } from "../support/upstream/read-fixture.ts";
import { createView } from "../support/upstream/view.ts";
import { type Json, type Row, sentOf, without } from "../support/wire.ts";

type Network = "thorchain" | "mayachain";
const endpointOf = (named: string) =>
  endpoints.find(({ kind, name }) => `${kind} ${name}` === named) as Endpoint;

/** What the fixture's node or indexer answers there. */
function bodyOf(network: Network, endpoint: Endpoint): Json {
  const view = createView(endpoint.kind, readFixture(network), Date.now(), Date.now);
  const url = new URL(endpoint.toPath(network, fixtureTxids.done), "http://upstream.invalid");
  return sentOf(view.answer(url) ?? null).body as Json;
}

test("documented answers show no difference, and each network names its own native asset", () => {
  for (const network of ["thorchain", "mayachain"] as const)
    for (const endpoint of endpoints.filter(({ name }) => name !== "constants"))
      expect(drift.compareBody(endpoint, network, bodyOf(network, endpoint))).toEqual([]);
  const constants = { int_64_values: { BlocksPerYear: 1 }, bool_values: {}, string_values: {} };
  expect(drift.compareBody(endpointOf("node constants"), "thorchain", constants)).toEqual([]);
  const endpoint = endpointOf("node pools");
  expect(drift.compareBody(endpoint, "mayachain", bodyOf("thorchain", endpoint))[0]).toBe(
    "missing_field [].balance_cacao: missing in 8 of 8",
  );
});

const each = (change: (row: Row) => Row) => (rows: Row[]) => rows.map(change);
const first = (change: (row: Row) => Row) => (rows: Row[]) =>
  rows.map((row, at) => (at === 0 ? change(row) : row));
const pools = "node pools";
const bounds = "node inbound_addresses";
type Edit = (body: never) => unknown;
/** By what is found: nothing, or a line each. */
const bodies: readonly (readonly [endpoint: string, edit: Edit, ...finds: readonly string[]])[] = [
  [pools, first((row) => ({ ...row, new: 1 })), "unknown_field [].new: seen 1 times"],
  [
    "node tx/status/{txid}",
    ({ stages }: Row) => ({ stages: { ...Object(stages), swap_status: { phase: "x" } } }),
    "unknown_field stages.swap_status.phase: seen 1 times",
  ],
  ["indexer health", (body: Row) => ({ ...body, genesisInfo: { hash: "A", height: 1, more: {} } })],
  [
    pools,
    first((row) => without(row, "balance_rune")),
    "wrong_shape (whole body): expected balance_rune or balance_cacao on every pool",
    "missing_field [].balance_rune: missing in 1 of 8",
  ],
  [bounds, each((row) => without(row, "router"))],
  [
    bounds,
    each((row) => without(row, "chain_trading_paused")),
    "missing_field [].chain_trading_paused: missing in 6 of 6",
  ],
  ["node mimir", (body: Row) => ({ ...body, SOMETHINGNEW: 1 })],
  // Hidden characters do not reach the terminal.
  [
    "node queue",
    (body: Row) => ({ ...body, "\u001b[31mred\u202e": 1 }),
    "unknown_field [31mred: seen 1 times",
  ],
];
for (const [at, [named, change, ...finds]] of bodies.entries())
  test(`drift ${at} of ${named}: ${finds.join("; ") || "none"}`, () => {
    const endpoint = endpointOf(named);
    const body = change(bodyOf("thorchain", endpoint) as never);
    expect(drift.compareBody(endpoint, "thorchain", body)).toEqual(finds);
  });

test("a chain more or less is drift", () => {
  const { chains } = presets.mayachain;
  const codes = chains.flatMap(({ code, native }) => (native ? [] : code));
  const compare = (listed: readonly string[]) => drift.compareChains(presets.mayachain, listed);
  expect(compare(codes)).toEqual([]);
  expect(compare([...codes, "ZZZ9", "MAYA"]).map((line) => line.slice(0, 14))).toEqual([
    ...["new_chain ZZZ9", "new_chain MAYA"],
  ]);
  expect(compare(codes.filter((code) => code !== "DASH"))).toEqual([
    "missing_chain DASH: is in the preset, has no row",
  ]);
});

/** Of those that are known, and of those that halt no swap, one of each form. */
const halts = {
  known:
    "HALTTRADING HALTTCYTRADING SOLVENCYHALTETHCHAIN RAGNAROK-ETH-USDC-0XA0B86991 PAUSELPDEPOSIT-ETH-ETH",
  "no halts of swaps, or of chains that are gone":
    "STREAMINGSWAPPAUSE HALTSECUREDGLOBAL HALTWASMGLOBAL TCYCLAIMINGHALT HALTCHURNING PAUSELOANS " +
    "PAUSEUNBOND HALTRADING HALTETHSIGNING L1SLIPMINBPS HALTTERRACHAIN RAGNAROK-BNB-BUSD-BD1 RAGNAROK-TERRA",
  new: "HALTSWAPS HALTZZZ8CHAIN HALTBTCTRADINGX haltbtctrading PAUSEETH SOLVENCYHALTGLOBAL RAGNAROK-ETH",
};
for (const [what, names] of Object.entries(halts))
  test(`parameters that are ${what}`, () => {
    const isDrift = (name: string) =>
      drift.compareHaltKeys(presets.thorchain, { [name]: 7 })[0] === `new_halt_key ${name}: is 7`;
    const listed = names.split(" ");
    expect(listed.filter(isDrift)).toEqual(what === "new" ? listed : []);
  });

test("what is no answer is drift only where asking again does not help", () => {
  const failed = (reason: string) => {
    const [kind, status] = reason.split(" ");
    const details = status === undefined ? {} : { status: Number(status) };
    const error = new UpstreamError(kind as UpstreamFault, "/p", details);
    return drift.compareFailure(endpointOf(pools), error);
  };
  for (const reason of ["connect", "timeout", "status 429", "status 503"])
    expect(failed(reason)).toEqual({ outcome: `unread (${reason})`, findings: [] });
  for (const reason of ["redirect 302", "status 404", "content_type 200"])
    expect(failed(reason)).toEqual({
      outcome: `unread (${reason})`,
      findings: [`bad_answer pools: ${reason}`],
    });
  const refused = new UpstreamError("status", "/p", { status: 400, refusal: "trading is halted" });
  expect(drift.compareFailure(endpointOf("node quote/swap"), refused).findings).toEqual([]);
});
