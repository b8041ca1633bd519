import { expect, test } from "@playwright/test";
import { UpstreamError } from "../../../lib/protocol/upstream/errors.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import {
  compareBody,
  compareChains,
  compareFailure,
  compareHaltKeys,
} from "../../../tools/drift/compare.ts";
import { type Endpoint, endpoints } from "../../../tools/drift/fields.ts";
import { fixtureTxids, readFixture } from "../../support/upstream/read-fixture.ts";
import { createView } from "../../support/upstream/view.ts";
import { type Json, type Row, sentOf } from "../../support/wire.ts";
import { without } from "./drift-parts.ts";

const networks = ["thorchain", "mayachain"] as const;
const endpointOf = (kind: Endpoint["kind"], name: string) =>
  endpoints.find((one) => one.kind === kind && one.name === name) as Endpoint;

/** The fixture's node or indexer answer at this endpoint. */
function fixtureBody(network: (typeof networks)[number], endpoint: Endpoint): Json {
  const view = createView(endpoint.kind, readFixture(network), Date.now(), Date.now);
  const url = new URL(endpoint.toPath(network, fixtureTxids.done), "http://upstream.invalid");
  return sentOf(view.answer(url) ?? null).body as Json;
}

test.describe("bodies", () => {
  for (const network of networks) {
    for (const endpoint of endpoints.filter((one) => one.name !== "constants")) {
      test(`${network}: a documented answer of ${endpoint.kind} ${endpoint.name} shows no difference`, () => {
        expect(compareBody(endpoint, network, fixtureBody(network, endpoint))).toEqual([]);
      });
    }
  }

  test("constants are maps of free names", () => {
    const body = {
      int_64_values: { BlocksPerYear: 1 },
      bool_values: { A: true },
      string_values: {},
    };
    expect(compareBody(endpointOf("node", "constants"), "thorchain", body)).toEqual([]);
  });

  const rows: readonly [
    what: string,
    endpoint: `${Endpoint["kind"]} ${string}`,
    edit: (body: never) => unknown,
    finds: string[],
  ][] = [
    [
      "a new member in the second row alone",
      "node pools",
      ([first, second, ...pools]: Row[]) => [first, { ...second, new_thing: 1 }, ...pools],
      ["unknown_field [].new_thing: seen 1 times"],
    ],
    [
      "a new member in every row, with members of its own",
      "node inbound_addresses",
      (list: Row[]) => list.map((row) => ({ ...row, vault: { key: 1 } })),
      ["unknown_field [].vault: seen 6 times"],
    ],
    [
      "a new member deep inside",
      "node tx/status/{txid}",
      (body: { stages: Row }) => ({
        ...body,
        stages: { ...body.stages, swap_status: { pending: false, phase: "x" } },
      }),
      ["unknown_field stages.swap_status.phase: seen 1 times"],
    ],
    [
      "a member that is documented is not new, nor is what it holds",
      "indexer health",
      (body: Row) => ({ ...body, genesisInfo: { hash: "A", height: 1, more: {} } }),
      [],
    ],
    [
      "an always-sent member is gone from one row",
      "node pools",
      ([first, ...pools]: Row[]) => [without(first as Row, "balance_rune"), ...pools],
      [
        "wrong_shape (whole body): expected balance_rune or balance_cacao on every pool",
        "missing_field [].balance_rune: missing in 1 of 8",
      ],
    ],
    [
      "an optional member is gone",
      "node inbound_addresses",
      (list: Row[]) => list.map((row) => without(row, "router")),
      [],
    ],
    [
      "a pause flag is gone",
      "node inbound_addresses",
      (list: Row[]) => list.map((row) => without(row, "chain_trading_paused")),
      ["missing_field [].chain_trading_paused: missing in 6 of 6"],
    ],
    [
      "a member of another type",
      "node queue",
      (body: Row) => ({ ...body, swap: "3" }),
      ["wrong_shape swap: Invalid input: expected number, received string"],
    ],
    [
      "a list became an object",
      "node lastblock",
      () => ({ chain: "BTC" }),
      [
        "wrong_shape (whole body): Invalid input: expected array, received object",
        "unknown_field chain: seen 1 times",
      ],
    ],
    [
      "a nested member that is always sent is gone with its parent",
      "indexer health",
      (body: Row) => without(body, "lastThorNode"),
      ["wrong_shape lastThorNode: Invalid input: expected object, received undefined"],
    ],
    [
      "an output without its id",
      "indexer actions",
      (body: { actions: { in: Row[] }[] }) => ({
        ...body,
        actions: body.actions.map((one) => ({
          ...one,
          in: one.in.map((leg) => without(leg, "txID")),
        })),
      }),
      ["missing_field actions[].in[].txID: missing in 2 of 2"],
    ],
    [
      "a parameter of any name is no new member",
      "node mimir",
      (body: Row) => ({ ...body, SOMETHINGNEW: 1 }),
      [],
    ],
    [
      "hidden characters do not reach the operator's terminal",
      "node queue",
      (body: Row) => ({ ...body, "\u001b[31mred\u202e": 1 }),
      ["unknown_field [31mred: seen 1 times"],
    ],
  ];
  for (const [what, named, edit, finds] of rows) {
    test(`${named}: ${what}`, () => {
      const endpoint = endpoints.find(({ kind, name }) => `${kind} ${name}` === named) as Endpoint;
      const body = edit(fixtureBody("thorchain", endpoint) as never);
      expect(compareBody(endpoint, "thorchain", body)).toEqual(finds);
    });
  }

  test("each network has its own name for the native asset", () => {
    const pools = endpointOf("node", "pools");
    const [missing] = compareBody(pools, "mayachain", fixtureBody("thorchain", pools));
    expect(missing).toBe("missing_field [].balance_cacao: missing in 8 of 8");
  });
});

test.describe("chains", () => {
  const codes = presets.mayachain.chains
    .filter((chain) => !chain.native)
    .map((chain) => chain.code);
  const rows: readonly [what: string, codes: string[], finds: string[]][] = [
    ["the preset's own", codes, []],
    ["a chain more", [...codes, "ZZZ9"], ["new_chain ZZZ9: has a row, is not in the preset"]],
    [
      "a chain less",
      codes.filter((code) => code !== "DASH"),
      ["missing_chain DASH: is in the preset, has no row"],
    ],
    [
      "a row of the native chain",
      [...codes, "MAYA"],
      ["new_chain MAYA: has a row, is not in the preset"],
    ],
  ];
  for (const [what, listed, finds] of rows) {
    test(what, () => expect(compareChains(presets.mayachain, listed)).toEqual(finds));
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
    // Documented or recorded, but they do not halt swaps.
    ["STREAMINGSWAPPAUSE", false],
    ["HALTSECUREDGLOBAL", false],
    ["HALTWASMGLOBAL", false],
    ["TCYCLAIMINGHALT", false],
    ["HALTCHURNING", false],
    ["PAUSELOANS", false],
    ["PAUSEUNBOND", false],
    ["HALTRADING", false],
    ["HALTETHSIGNING", false],
    // Of chains that the networks have removed.
    ["HALTTERRACHAIN", false],
    ["RAGNAROK-BNB-BUSD-BD1", false],
    ["RAGNAROK-TERRA", false],
    // By their names these are not halts.
    ["STOPSOLVENCYCHECKETH", false],
    ["TRADEACCOUNTSENABLED", false],
    ["L1SLIPMINBPS", false],
    // This code does not read these.
    ["HALTSWAPS", true],
    ["HALTZZZ8CHAIN", true],
    ["HALTZZZ8SIGNING", true],
    ["HALTBTCTRADINGX", true],
    ["haltbtctrading", true],
    ["PAUSEETH", true],
    ["NODEPAUSECHAINBTC", true],
    ["SOLVENCYHALTGLOBAL", true],
    ["RAGNAROK-ZZZ8-ZZZ8", true],
    ["RAGNAROK-ETH", true],
    ["GLOBALHALT", true],
  ];
  for (const [name, isNew] of rows) {
    test(`${name} is ${isNew ? "new" : "known"}`, () => {
      const found = compareHaltKeys(presets.thorchain, { [name]: 7 });
      expect(found).toEqual(isNew ? [`new_halt_key ${name}: is 7`] : []);
    });
  }
});

test.describe("what is no answer", () => {
  const rows: readonly [
    fault: ConstructorParameters<typeof UpstreamError>,
    outcome: string,
    isDrift: boolean,
  ][] = [
    [["connect", "/p"], "unread (connect)", false],
    [["timeout", "/p"], "unread (timeout)", false],
    [["status", "/p", { status: 429 }], "unread (status 429)", false],
    [["status", "/p", { status: 503 }], "unread (status 503)", false],
    [["redirect", "/p", { status: 302 }], "unread (redirect 302)", true],
    [["status", "/p", { status: 404 }], "unread (status 404)", true],
    [["content_type", "/p", { status: 200 }], "unread (content_type 200)", true],
    [["status", "/p", { status: 400, refusal: "no" }], "unread (status 400)", true],
  ];
  for (const [fault, outcome, isDrift] of rows) {
    test(`${fault[0]} ${fault[2]?.status ?? ""}: ${outcome}`, () => {
      const answer = compareFailure(endpointOf("node", "pools"), new UpstreamError(...fault));
      const reason = outcome.slice("unread (".length, -1);
      expect(answer).toEqual({ outcome, found: isDrift ? [`bad_answer pools: ${reason}`] : [] });
    });
  }

  test("a node may refuse to quote", () => {
    const refusal = new UpstreamError("status", "/p", {
      status: 400,
      refusal: "trading is halted",
    });
    const answer = compareFailure(endpointOf("node", "quote/swap"), refusal);
    expect(answer).toEqual({ outcome: "refused (status 400)", found: [] });
  });
});
