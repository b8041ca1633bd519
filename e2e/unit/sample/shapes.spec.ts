// The sample answers in the shapes of a recorded node: no member that the node has not, none left out that it always has, and each value in its form.
import { expect, test } from "@playwright/test";
import { sampleTransactions, sampleWalk } from "../../../lib/sample/transactions.ts";
import { networkShapes, readShapes, type Shape, shapeOf } from "../../../tools/recorded/shapes.ts";
import { readFixture } from "../../support/upstream/read-fixture.ts";
import { blockAt, lastBlockBody } from "../../support/wire.ts";
import { BLOCK_MS, BTC_TO_ETH, NOW, quotePath, send } from "./sample-client.ts";

const shapes = readShapes().thorchain;
const txids = [...sampleTransactions, sampleWalk].map(({ txid }) => txid);
const limitQuote = {
  ...BTC_TO_ETH,
  destination: "sample-eth-recipient-address",
  target_out: "3000000000",
};
const withTerms = {
  destination: "sample-eth-recipient-address",
  liquidity_tolerance_bps: "300",
  affiliate: "smpl",
  affiliate_bps: "30",
};

/** Endpoint of the recordings → paths of the sample. */
const endpoints: readonly (readonly [endpoint: string, paths: readonly string[]])[] = [
  ["inbound_addresses", ["/inbound_addresses"]],
  ["lastblock", ["/lastblock"]],
  ["network", ["/network"]],
  ["outbound_fees", ["/outbound_fees"]],
  ["pools", ["/pools"]],
  ["queue", ["/queue"]],
  ["queue/swap/details/{id}", txids.map((txid) => `/queue/swap/details/${txid}`)],
  ["quote/limit", [`/quote/limit?${new URLSearchParams(limitQuote)}`]],
  [
    "quote/swap",
    [
      quotePath(BTC_TO_ETH),
      quotePath({ ...BTC_TO_ETH, ...withTerms }),
      quotePath({ ...BTC_TO_ETH, streaming_interval: "1", streaming_quantity: "1" }),
      quotePath({ from_asset: "THOR.RUNE", to_asset: "BTC.BTC", amount: "1000000000000" }),
      quotePath({ from_asset: "ETH.ETH", to_asset: "THOR.RUNE", amount: "100000000" }),
    ],
  ],
  ["swap/streaming/{id}", txids.map((txid) => `/swap/streaming/${txid}`)],
  ["tx/status/{id}", txids.map((txid) => `/tx/status/${txid}`)],
  ["tx/{id}", txids.map((txid) => `/tx/${txid}`)],
];

/** What the recordings do not show, each with the reason. */
const allowed: readonly (readonly [difference: RegExp, reason: string])[] = [
  [
    /^(?:inbound_addresses\[\]|quote\/swap)\.router: not recorded$/,
    "the recorded network has no routers",
  ],
  [
    /^tx\/.*\b(?:started|pre_confirmation_count): not recorded$/,
    "one recorded node sees and confirms at once",
  ],
  [/^tx\/.*\.outbound_delay: not recorded$/, "no recorded payout is delayed"],
  [
    /^tx\/status\/\{id\}\.[\w.]+: missing$/,
    "no recorded transaction is unknown or under observation",
  ],
  [
    /^tx\/\{id\}\.(?:consensus|finalised)_height: missing$/,
    "no recorded transaction is under observation",
  ],
];

function differences(got: Shape, shape: Shape, at: string): string[] {
  const isText = got.is.every((form) => ["uint", "id", "blank", "text"].includes(form));
  const known =
    shape.is.includes("text") && isText ? [] : got.is.filter((form) => !shape.is.includes(form));
  const forms = known.map((form) => `${at}: ${form}, and recorded ${shape.is.join(" or ")}`);
  const members = got.has ? memberDifferences(got.has, shape.has ?? {}, at) : [];
  const items = got.items && shape.items ? differences(got.items, shape.items, `${at}[]`) : [];
  return [...forms, ...members, ...items];
}

function memberDifferences(
  got: NonNullable<Shape["has"]>,
  recorded: NonNullable<Shape["has"]>,
  at: string,
): string[] {
  const missing = Object.keys(recorded).flatMap((name) =>
    name.endsWith("?") || name in got
      ? []
      : [`${at}.${name}: ${`${name}?` in got ? "sometimes missing" : "missing"}`],
  );
  const own = Object.entries(got).flatMap(([key, shape]) => {
    const name = key.replace(/\?$/, "");
    const other = recorded[name] ?? recorded[`${name}?`];
    return other ? differences(shape, other, `${at}.${name}`) : [`${at}.${name}: not recorded`];
  });
  return [...missing, ...own];
}

for (const [endpoint, paths] of endpoints) {
  test(`${endpoint}: as a node sends it`, async () => {
    const recorded = shapes[endpoint];
    expect(recorded, "a recorded shape").toBeDefined();
    const found = new Set<string>();
    for (const nowMs of [NOW, NOW + 17 * BLOCK_MS, NOW + 29 * BLOCK_MS]) {
      for (const path of paths) {
        const response = await send(path, nowMs);
        if (response.status !== 200) continue;
        for (const one of differences(shapeOf(await response.json()), recorded as Shape, endpoint))
          found.add(one);
      }
    }
    expect(
      [...found].filter((one) => !allowed.some(([difference]) => difference.test(one))),
    ).toEqual([]);
  });
}

test("the scripted MAYAChain of the specs: as mayanode sends it", () => {
  const scene = readFixture("mayachain");
  const block = blockAt({ height: scene.baseHeight, timeMs: 0 }, 60_000);
  const bodies: Readonly<Record<string, readonly unknown[]>> = {
    inbound_addresses: [scene.inboundAddresses],
    lastblock: [lastBlockBody(scene, block)],
    network: [scene.network],
    pools: [scene.pools],
    queue: [scene.queue],
    version: [scene.version],
    "quote/swap": scene.quotes.map(({ body }) => body),
    "tx/status/{id}": Object.values(scene.txStatus ?? {}),
  };
  const found = Object.entries(bodies).flatMap(([endpoint, some]) => {
    expect(some.length, endpoint).toBeGreaterThan(0);
    const recorded = readShapes().mayachain[endpoint] as Shape;
    return some.flatMap((body) => differences(shapeOf(body), recorded, endpoint));
  });
  const routers = /^(?:inbound_addresses\[\]|quote\/swap)\.router: not recorded$/;
  expect(found.filter((one) => !routers.test(one))).toEqual([]);
});

test("every path that is compared is answered, or refused as a node refuses it", async () => {
  for (const [, paths] of endpoints) {
    const statuses = await Promise.all(paths.map(async (path) => (await send(path)).status));
    expect(statuses).toContain(200);
    for (const status of statuses) expect([200, 400, 404]).toContain(status);
  }
});

test("the copy is what the recordings say", { tag: "@shared" }, () => {
  const folder: string | null = test.info().config.metadata.recordingsDir;
  test.skip(!folder, "RECORDINGS_DIR is not set");
  for (const network of ["thorchain", "mayachain"] as const) {
    expect(readShapes()[network]).toEqual(networkShapes(folder as string, network));
  }
});
