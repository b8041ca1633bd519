// The least fee that the network lists for an affiliate's name and a pair: told where two sources list the same, and never guessed.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { findListed } from "../../../../lib/protocol/market/affiliate-floor.ts";
import { doubleSwap } from "../../../../lib/protocol/market/fees.ts";
import type { QuoteRequest } from "../../../../lib/protocol/model/quote.ts";
import { findPoolFault } from "../../../../lib/protocol/quote/bound.ts";
import { DynamicFees } from "../../../../lib/protocol/upstream/network-schemas.ts";
import { createWorld, down, status, type World } from "../network-world.ts";

const row = (more: object = {}) => ({
  thorname: "alice",
  pair: "BTC.BTC|ETH.ETH",
  dynamic_bps: 12,
  whitelist_state: 1,
  last_active_epoch: 42,
  ...more,
});

test("a name's row is found by its pair, in either order, and only where it is applied", () => {
  const rows: readonly (readonly [what: string, entries: readonly object[], told: number | string])[] = [
    ["listed", [row()], 12],
    ["the other order", [row({ pair: "ETH.ETH|BTC.BTC" })], 12],
    ["other capitals", [row({ thorname: "Alice", pair: "btc.btc|eth.eth" })], 12],
    ["numbers as text", [row({ dynamic_bps: "12", whitelist_state: "1" })], 12],
    ["told twice", [row(), row({ pair: "ETH.ETH|BTC.BTC" })], 12],
    ["nothing listed", [], "none"],
    ["another name", [row({ thorname: "alice2" })], "none"],
    ["another pair", [row({ pair: "BTC.BTC|THOR.RUNE" })], "none"],
    ["another form of an asset", [row({ pair: "BTC/BTC|ETH.ETH" })], "none"],
    ["not enrolled", [row({ whitelist_state: 0 })], "none"],
    ["never voted on", [row({ whitelist_state: -1 })], "none"],
    ["computed and not applied", [row({ whitelist_state: 2 })], "none"],
    ["a fee of 0", [row({ dynamic_bps: 0 })], "none"],
    ["a state of a later release", [row({ whitelist_state: 3 })], "unreadable"],
    ["a pair of a later release", [row(), row({ pair: "*" })], "unreadable"],
    ["three assets", [row({ pair: "BTC.BTC|ETH.ETH|THOR.RUNE" })], "unreadable"],
    ["half a pair", [row({ pair: "BTC.BTC|" })], "unreadable"],
    ["two fees", [row(), row({ dynamic_bps: 13 })], "unreadable"],
    ["of another name, what cannot be read does no harm", [row(), row({ thorname: "bob", pair: "*" })], 12],
    ["of a row that is not applied neither", [row(), row({ whitelist_state: 0, pair: "*" })], 12],
  ];
  for (const [what, entries, told] of rows) {
    expect(findListed(DynamicFees.parse({ entries }), "alice", ["BTC.BTC", "ETH.ETH"]), what).toBe(told);
  }
});

const isFloorCall = (call: string) => call.includes("dynamic_l1_fees");
const ask = (world: World, more: Partial<QuoteRequest> = {}) =>
  world.network.getQuote({ from: "BTC", to: "ETH", amount: "1", affiliate: "alice", affiliateBps: 30, ...more });

function worldOf(...answers: readonly unknown[]): World {
  const world = createWorld({ nodes: answers.length });
  world.mimir.L1DYNAMICFEEENABLED = 1;
  answers.forEach((answer, place) => {
    world.scripts[`node${place}`] = { dynamic_l1_fees: answer };
  });
  return world;
}

const listing = (...entries: readonly object[]) => ({ entries });
const known = (bps: number | null) => ({ bps, reason: null });
const unknown = (code: string, text: RegExp) => ({ bps: null, reason: { code, text: expect.stringMatching(text) } });
const unread = unknown("unreadable", /^too few sources/);
const apart = unknown("providers_disagree", /^our sources disagree$/);
const notOffered = unknown("unreadable", /^the sources do not offer the list/);
const notImplemented = status(501, { code: 12, message: "Not Implemented", details: [] });

test("of three operators, two that say the same decide, wherever the third stands", async () => {
  const lies: readonly unknown[] = [listing(row({ dynamic_bps: 13 })), listing(), notImplemented, down];
  for (const lie of lies)
    for (const liar of [0, 1, 2]) {
      const answers = [0, 1, 2].map((place) => (place === liar ? lie : listing(row())));
      const world = worldOf(...answers);
      expect((await ask(world)).affiliateFloor, `${JSON.stringify(lie)} at ${liar}`).toEqual(known(12));
      expect(world.calls.filter(isFloorCall).length).toBe(liar === 2 ? 2 : 3);
    }
  expect((await ask(worldOf(listing(row()), listing(), notImplemented))).affiliateFloor).toEqual(apart);
  expect((await ask(worldOf(listing(row()), down, listing()))).affiliateFloor).toEqual(apart);
  expect((await ask(worldOf(listing(row()), down, down))).affiliateFloor).toEqual(unread);
});

test("two sources decide, and what they do not say alike is not known", async () => {
  const rows: readonly (readonly [what: string, answers: readonly unknown[], floor: object])[] = [
    ["both list it", [listing(row()), listing(row())], known(12)],
    ["both list none", [listing(), listing(row({ thorname: "bob" }))], known(null)],
    ["two fees", [listing(row()), listing(row({ dynamic_bps: 13 }))], apart],
    ["one lists none", [listing(row()), listing()], apart],
    ["one does not offer it", [listing(row()), notImplemented], apart],
    ["no release offers it", [notImplemented, notImplemented], notOffered],
    ["no gateway offers it", [status(404, "<html>"), status(404)], notOffered],
    ["one is down", [listing(row()), down], unread],
    ["one fails", [listing(row()), status(500)], unread],
    ["another shape", [listing(row()), []], unread],
    ["a name without a fee", [listing(row()), listing(row({ dynamic_bps: undefined }))], unread],
    ["more than all", [listing(row()), listing(row({ dynamic_bps: 10_001 }))], unread],
    ["less than nothing", [listing(row()), listing(row({ dynamic_bps: -1 }))], unread],
    ["no whole number", [listing(row()), listing(row({ dynamic_bps: "1e3" }))], unread],
    ["too many rows", [listing(row()), listing(...Array.from({ length: 1_001 }, () => row()))], unread],
    ["too long a name", [listing(row()), listing(row({ thorname: "a".repeat(65) }))], unread],
    ["too long a pair", [listing(row()), listing(row({ pair: "a".repeat(251) }))], unread],
    ["too large a body", [listing(row()), { ...listing(row()), more: "a".repeat(256 * 1024) }], unread],
    ["both unreadable", [listing(row({ pair: "*" })), listing(row({ pair: "*" }))], unknown("unreadable", /could not/)],
    ["the only source", [listing(row())], known(12)],
  ];
  for (const [what, answers, floor] of rows) {
    const { affiliateFloor, warnings, expectedAmountOut } = await ask(worldOf(...answers));
    expect(affiliateFloor, what).toEqual(floor);
    expect(expectedAmountOut, what).toBe(1_739_654_000n);
    const told = warnings.filter(({ code }) => code === "affiliate_floor_unknown").map(({ text }) => text);
    expect(told.length, what).toBe("reason" in floor && floor.reason === null ? 0 : 1);
    for (const text of told)
      expect(text).toMatch(/^We do not know whether the network sets a minimum swap fee .*: .*\.$/);
  }
});

test("a listed fee is in force while the vote for such fees is 1, and where nobody voted that is not known", async () => {
  const notVoted = unknown("unreadable", /^no vote says/);
  const rows: readonly (readonly [
    votes: readonly (number | undefined)[],
    entries: object[],
    floor: object,
    calls: number,
  ])[] = [
    [[1, 1], [row()], known(12), 2],
    [[0, 0], [row()], known(null), 0],
    [[2, 2], [row()], known(null), 0],
    [[undefined, undefined], [row()], notVoted, 2],
    [[-1, -1], [row()], notVoted, 2],
    [[undefined, undefined], [], known(null), 2],
    [[1, 0], [row()], apart, 0],
    [[1, undefined], [row()], apart, 0],
  ];
  for (const [votes, entries, floor, calls] of rows) {
    const world = worldOf(listing(...entries), listing(...entries));
    const { L1DYNAMICFEEENABLED: _, ...mimir } = world.mimir;
    votes.forEach((vote, place) => {
      const voted = vote === undefined ? mimir : { ...mimir, L1DYNAMICFEEENABLED: vote };
      world.scripts[`node${place}`] = { ...world.scripts[`node${place}`], mimir: voted };
    });
    const { affiliateFloor, expectedAmountOut } = await ask(world);
    expect([affiliateFloor, expectedAmountOut], String(votes)).toEqual([floor, 1_739_654_000n]);
    expect(world.calls.filter(isFloorCall).length, String(votes)).toBe(calls);
  }
});

test("it is asked for a quote with an affiliate alone, where there are such fees, and kept for ten seconds", async () => {
  const world = worldOf(listing(row()), listing(row()));
  const plain = await world.network.getQuote({ from: "BTC", to: "ETH", amount: "1" });
  expect(plain.affiliateFloor).toBe(null);
  expect(world.calls.filter(isFloorCall)).toEqual([]);
  await ask(world);
  expect((await ask(world, { to: "RUNE" })).affiliateFloor).toEqual(known(null));
  expect(world.calls.filter(isFloorCall).length).toBe(2);
  world.nowMs += 10_000;
  await ask(world);
  expect(world.calls.filter(isFloorCall).length).toBe(4);

  const maya = createWorld({ network: "mayachain" });
  const quote = await ask(maya);
  expect([quote.failure, quote.affiliateFloor]).toEqual([null, null]);
  expect(maya.calls.filter(isFloorCall)).toEqual([]);
});

test("a source without the list goes on quoting, however often it is asked", async () => {
  const world = worldOf(notImplemented, notImplemented);
  for (let count = 0; count < 8; count += 1) {
    world.nowMs += 2_000;
    const quote = await ask(world);
    expect([quote.failure, quote.affiliateFloor]).toEqual([null, notOffered]);
  }
});

test("a listed fee is no licence: what takes half of the output is withheld, whatever is listed", async () => {
  for (const bps of [12, 10_000]) {
    const world = worldOf(listing(row({ dynamic_bps: bps })), listing(row({ dynamic_bps: bps })));
    expect(await ask(world)).toMatchObject({ affiliateFloor: known(bps), reason: null });
    world.rewrite = (body, path) =>
      path.endsWith("quote/swap") ? { ...(body as object), expected_amount_out: "869000000" } : body;
    world.nowMs += 2_000;
    expect(await ask(world)).toMatchObject({ expectedAmountOut: null, reason: { code: "cost_too_high" } });
  }
});

test("no honest quote is withheld for a least fee of up to a quarter of each pool's output", () => {
  const [asset, native] = [fc.bigInt(10n ** 9n, 10n ** 15n), fc.bigInt(10n ** 12n, 10n ** 17n)];
  const pool = fc.record({ asset, native });
  fc.assert(
    fc.property(pool, pool, fc.integer({ min: 0, max: 2_500 }), fc.nat(10_000), (source, target, floorBps, share) => {
      // Up to a tenth of the pool, above the size at which a rounded unit matters.
      const amount = 1_000_000n + (source.asset * BigInt(share)) / 100_000n;
      const { output } = doubleSwap(amount, source, target, BigInt(floorBps));
      if (output < 1_000n) return;
      const question = { from: "BTC.BTC", to: "ETH.ETH", amount, parts: 1, expectedAmountOut: output, fixedFees: 0n };
      const pools = [
        { asset: "BTC.BTC", assetDepth: source.asset, nativeDepth: source.native },
        { asset: "ETH.ETH", assetDepth: target.asset, nativeDepth: target.native },
      ];
      expect(findPoolFault({ ...question, nativeAsset: "THOR.RUNE" }, pools)).toBe(null);
    }),
  );
});
