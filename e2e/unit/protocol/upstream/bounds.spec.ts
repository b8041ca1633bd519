// How much of each answer is accepted: rows, keys, texts and bytes, each at its bound and one above.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { ZodType } from "zod";
import { bodyLimits, maxBodyBytes } from "../../../../lib/protocol/upstream/body-limits.ts";
import {
  Constants,
  InboundAddresses,
  IndexerPools,
  LastBlock,
  Mimir,
  OutboundFees,
  Pools,
} from "../../../../lib/protocol/upstream/network-schemas.ts";
import { parseShape } from "../../../../lib/protocol/upstream/parse-shape.ts";
import { Actions, QuoteSwap, TxStatus } from "../../../../lib/protocol/upstream/schemas.ts";
import { createNode, createScript, faultOf } from "./client-scripts.ts";

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const keys = (count: number) => Object.fromEntries(times(count, (index) => [`KEY${index}`, 1]));
const stages = { inbound_observed: {} };
const coin = { asset: "ETH.ETH", amount: "1" };
const coins = (count: number) => times(count, () => coin);
const action = (more: object = {}) => ({
  type: "swap",
  status: "success",
  date: "1",
  height: "1",
  in: [],
  out: [],
  ...more,
});
const quote = (more: object) => ({ fees: { asset: "ETH.ETH" }, expected_amount_out: "1", ...more });
const text = (length: number) => "a".repeat(length);

const told = (metadata: object) => ({ actions: [action({ metadata })] });
const pool = { status: "Available", balance_asset: "1", balance_rune: "1" };
const indexedPool = { status: "available", assetDepth: "1", runeDepth: "1" };

const rows: readonly [
  what: string,
  schema: ZodType,
  most: number,
  body: (count: number) => unknown,
][] = [
  [
    "rows of inbound_addresses",
    InboundAddresses,
    64,
    (n) => times(n, (i) => ({ chain: `C${i}`, address: "a" })),
  ],
  [
    "rows of lastblock",
    LastBlock,
    64,
    (n) => times(n, (i) => ({ chain: `C${i}`, last_observed_in: 1, thorchain: 1 })),
  ],
  ["pools", Pools, 1_000, (n) => times(n, (i) => ({ asset: `ETH.A${i}`, ...pool }))],
  [
    "pools of an indexer",
    IndexerPools,
    2_000,
    (n) => times(n, (i) => ({ asset: `ETH.A${i}`, ...indexedPool })),
  ],
  [
    "outbound fees",
    OutboundFees,
    2_000,
    (n) => times(n, (i) => ({ asset: `ETH.A${i}`, outbound_fee: "1" })),
  ],
  ["keys of mimir", Mimir, 4_000, keys],
  ["constants", Constants, 4_000, (n) => ({ int_64_values: keys(n) })],
  ["characters of a constant's name", Constants, 128, (n) => ({ int_64_values: { [text(n)]: 1 } })],
  [
    "planned outputs",
    TxStatus,
    100,
    (n) => ({ stages, planned_out_txs: times(n, () => ({ chain: "ETH", coin })) }),
  ],
  ["sent outputs", TxStatus, 100, (n) => ({ stages, out_txs: times(n, () => ({ id: "a" })) })],
  ["coins of a deposit", TxStatus, 100, (n) => ({ stages, tx: { id: "a", coins: coins(n) } })],
  [
    "coins of all sent outputs",
    TxStatus,
    100,
    (n) => ({ stages, out_txs: [50, n - 50].map((count) => ({ id: "a", coins: coins(count) })) }),
  ],
  ["actions", Actions, 50, (n) => ({ actions: times(n, () => action()) })],
  ["legs of an action", Actions, 100, (n) => ({ actions: [action({ in: times(n, () => ({})) })] })],
  [
    "payouts of an action",
    Actions,
    100,
    (n) => ({ actions: [action({ out: times(n, () => ({})) })] }),
  ],
  ["coins of a leg", Actions, 100, (n) => ({ actions: [action({ in: [{ coins: coins(n) }] })] })],
  ["fees of an action", Actions, 100, (n) => told({ swap: { networkFees: coins(n) } })],
  ["characters of a reason", Actions, 1_000, (n) => told({ refund: { reason: text(n) } })],
  ["characters of a memo", QuoteSwap, 1_000, (n) => quote({ memo: text(n) })],
  ["characters of an address", QuoteSwap, 256, (n) => quote({ inbound_address: text(n) })],
  [
    "characters of a router",
    InboundAddresses,
    256,
    (n) => [{ chain: "ETH", address: "a", router: text(n) }],
  ],
  [
    "characters of an asset",
    TxStatus,
    113,
    (n) => ({
      stages,
      tx: { id: "a", coins: [{ asset: `${text(12)}.${text(n - 13)}`, amount: "1" }] },
    }),
  ],
];
/** Whether the word stands anywhere in a value, as a name or a text. */
const hasJunk = (value: unknown) =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? `${one}` : one)).includes(
    "junk",
  );

test("of what nobody reads nothing is kept, in whichever part of an answer it stands", () => {
  const junk = { junk: [[]] };
  const tx = { id: "A", coins: [{ ...coin, ...junk }], ...junk };
  const leg = { txID: "A", coins: [{ ...coin, ...junk }], ...junk };
  const rows: readonly [name: string, schema: ZodType, value: object][] = [
    ["quote", QuoteSwap, quote({ fees: { asset: "ETH.ETH", ...junk }, ...junk })],
    [
      "transaction",
      TxStatus,
      { tx, out_txs: [tx], stages: { inbound_observed: junk, ...junk }, ...junk },
    ],
    [
      "actions",
      Actions,
      { actions: [action({ in: [leg], metadata: { swap: junk, ...junk }, ...junk })], ...junk },
    ],
    [
      "pools",
      Pools,
      [{ asset: "A.A", status: "", balance_asset: "1", balance_rune: "1", ...junk }],
    ],
    ["rows", InboundAddresses, [{ chain: "BTC", ...junk }]],
    ["constants", Constants, { int_64_values: {}, ...junk }],
    [
      "indexer's pools",
      IndexerPools,
      [{ asset: "A.A", status: "", assetDepth: "1", runeDepth: "1", ...junk }],
    ],
  ];
  for (const [name, schema, value] of rows)
    expect(hasJunk(parseShape(schema, "/", value)), name).toBe(false);
});

for (const [what, schema, most, body] of rows) {
  test(`${what}: ${most} at most`, () => {
    expect(schema.safeParse(body(most)).success).toBe(true);
    expect(() => parseShape(schema, "/p", body(most + 1))).toThrow(
      /^GET \/p: field .*: (expected|Invalid key)/,
    );
  });
}

test("no row of a list that is too long is looked at", () => {
  const get = () => {
    throw new Error("a row was read");
  };
  const body = times(65, () => new Proxy({}, { get }));
  expect(InboundAddresses.safeParse(body).success).toBe(false);
});

for (const [path, kind] of [
  ["/thorchain/mimir", "mimir"],
  ["/mayachain/pools", "pools"],
  ["/thorchain/quote/swap", "quote/swap"],
  [`/thorchain/tx/status/${"A".repeat(64)}`, "tx/status"],
  ["/v2/actions", "v2/actions"],
  ["/v2/pools", "v2/pools"],
] as const) {
  test(`${path} is bounded as ${kind}`, () =>
    expect(maxBodyBytes(path)).toBe(bodyLimits.get(kind)));
}
for (const path of [
  "/thorchain/new",
  "/v2/new",
  "/thorchain/pool/BTC.BTC",
  "/",
  "",
  "/thorchain/constructor",
]) {
  test(`"${path}" is of no listed kind: 64 kB`, () => expect(maxBodyBytes(path)).toBe(65_536));
}

const listed = [...bodyLimits].map(
  ([kind, bytes]) => [kind.startsWith("v2/") ? `/${kind}` : `/thorchain/${kind}`, bytes] as const,
);
for (const [path, bytes] of [...listed, ["/thorchain/new", 65_536] as const]) {
  test(`${path}: a body of ${bytes} bytes is read, one more is not, announced or cut off`, async () => {
    const padded = (length: number) => `{"header":{"height":1}${" ".repeat(length - 23)}}`;
    const answer = (length: number, headers = {}) =>
      new Response(padded(length), { headers: { "content-type": "application/json", ...headers } });
    const faults = await Promise.all(
      [
        answer(bytes),
        answer(bytes + 1),
        answer(bytes + 1, { "content-length": String(bytes + 1) }),
      ].map((response) =>
        faultOf(
          createNode("http://upstream.invalid", { transport: createScript(() => response) }).get(
            path,
            QuoteSwap,
          ),
        ),
      ),
    );
    expect(faults).toEqual(["shape", "too_large 200", "too_large 200"]);
  });
}

test.describe("recordings", { tag: "@shared" }, () => {
  test("every recorded body is at most a tenth of its limit", () => {
    const folder = test.info().config.metadata.recordingsDir;
    test.skip(!folder, "RECORDINGS_DIR is not set");
    const tooLarge: string[] = [];
    for (const suites of ["regtest-3.17", "regtest-maya-1.124"]) {
      for (const file of readdirSync(join(folder, suites)).filter((name) =>
        name.endsWith(".json"),
      )) {
        const { states, bodies } = JSON.parse(readFileSync(join(folder, suites, file), "utf8")) as {
          states: { answers: Record<string, number> }[];
          bodies: [number, unknown][];
        };
        const asked = new Map(
          states.flatMap(({ answers }) => Object.entries(answers).map(([path, at]) => [at, path])),
        );
        for (const [at, path] of asked) {
          const bytes = Buffer.byteLength(JSON.stringify(bodies[at]?.[1]));
          if (bytes * 10 > maxBodyBytes(path.split("?", 1)[0] ?? ""))
            tooLarge.push(`${suites}/${file} ${path} ${bytes}`);
        }
      }
    }
    expect(tooLarge).toEqual([]);
  });
});

test("a pool whose name is written as no asset is costs its own row alone", () => {
  const pool = (asset: unknown) => ({
    asset,
    status: "Available",
    balance_asset: "1",
    balance_rune: "1",
  });
  const fee = (asset: unknown) => ({ asset, outbound_fee: "1" });
  const odd = ["ETH.USD€-0XA", "ETH", "", "ETH.A B", `ETH.${text(110)}`];
  const lists: readonly (readonly [
    schema: ZodType<{ asset: string }[]>,
    row: (asset: unknown) => unknown,
  ])[] = [
    [Pools, pool],
    [OutboundFees, fee],
  ];
  for (const [schema, row] of lists) {
    const list = [row("BTC.BTC"), ...odd.map(row), row("ETH.ETH")];
    expect(schema.parse(list).map(({ asset }) => asset)).toEqual(["BTC.BTC", "ETH.ETH"]);
    expect(
      schema.safeParse([row("BTC.BTC"), row(5)]).success,
      "a row without a name is no row",
    ).toBe(false);
  }
});
