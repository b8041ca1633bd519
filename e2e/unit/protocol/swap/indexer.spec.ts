import { expect, test } from "@playwright/test";
import { readIndexerFacts } from "../../../../lib/protocol/swap/indexer.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import * as bodies from "../../../fixtures/swap-bodies.ts";

const {
  action,
  actions,
  AFFILIATE,
  at,
  body,
  HASH,
  knownAssets,
  legs,
  MEMO,
  read,
  recorded,
  refunded,
} = bodies;
const { SENDER, SENT, swapped, USDC, USER } = bodies;

test("a payout of a rejected deposit, in the asset that came in, is its refund", () => {
  const facts = read({ indexer: recorded("failed", "success", [legs.refund]) });
  expect(facts).toMatchObject({ state: "refunded", out: [{ kind: "refund", asset: "BTC.BTC" }] });
});

test("without a memo a success stands, but what is marked as the affiliate's stays the affiliate's", () => {
  const list = recorded("swap", "success", [{ ...legs.affiliate, affiliate: true }], {
    metadata: {},
  });
  expect(read({ indexer: list })).toMatchObject({
    state: "done",
    out: [{ kind: "affiliate", address: AFFILIATE }],
  });
});

test("an affiliate's share in the asset that was refunded is no refund", () => {
  const back = { ...legs.refund, coins: [{ asset: "THOR.RUNE", amount: "400000000" }] };
  const deposit = { ...legs.deposit, coins: [{ asset: "THOR.RUNE", amount: "1000000000" }] };
  const list = actions(
    action("swap", "success", [legs.user, { ...legs.affiliate, affiliate: true }], {
      in: [deposit],
    }),
    action("refund", "success", [back], { in: [deposit] }),
  );
  expect(read({ indexer: list }).out.map(({ kind, address }) => [kind, address])).toEqual([
    ["swap", USER],
    ["affiliate", AFFILIATE],
    ["refund", SENDER],
  ]);
});

test("an action without any detail still counts, and what is not marked is taken for the swap's payout", () => {
  const facts = read({ indexer: actions({ ...swapped, metadata: undefined }) });
  expect(facts).toMatchObject({
    state: "done",
    out: [{ kind: "swap", txid: SENT }],
    refundReason: null,
    liquidityFee: null,
    outboundFees: null,
  });
});

test("with a memo that is not a swap nothing is the user's", () => {
  const metadata = { swap: { memo: "+:BTC.BTC" } };
  const list = recorded("swap", "success", [legs.user], { metadata });
  expect(read({ indexer: list }).out).toMatchObject([{ kind: "affiliate" }]);
});

test("the memo is the first that an action carries; a blank one is none", () => {
  const blank = action("swap", "pending", [], { metadata: { swap: { memo: "" } } });
  const memoOf = (...list: Parameters<typeof actions>) =>
    read({ indexer: actions(...list) }).in?.memo;
  expect(memoOf(swapped)).toBe(MEMO);
  expect(memoOf(refunded)).toBe(MEMO);
  expect(memoOf(action("failed", "success"))).toBe(MEMO);
  expect(memoOf(blank)).toBeNull();
  expect(memoOf(blank, swapped)).toBe(MEMO);
});

test("two payouts are one only where id, address, asset and amount are the same", () => {
  const coin = (asset: string, amount: string) => ({ coins: [{ asset, amount }] });
  const others = [
    { ...legs.user, txID: "D4".repeat(32) },
    { ...legs.user, address: AFFILIATE },
    { ...legs.user, ...coin("ETH.ETH", "7000000") },
    { ...legs.user, ...coin(USDC, "1") },
  ];
  const count = (outs: (typeof legs.user)[]) =>
    read({ indexer: recorded("swap", "success", outs) }).out.length;
  expect(count([legs.user, legs.user])).toBe(1);
  const [blank, missing] = [
    { ...legs.user, txID: "" },
    { ...legs.user, txID: undefined },
  ];
  expect(count([blank, missing]), "no id is no id").toBe(1);
  for (const other of others) expect(count([legs.user, other])).toBe(2);
});

test("a payout without coins is none", () => {
  for (const coins of [undefined, null, []]) {
    const list = recorded("swap", "success", [{ ...legs.user, coins }]);
    expect(read({ indexer: list }).out).toEqual([]);
  }
});

test("a payout without an id is not sent yet, as far as can be seen", () => {
  const list = recorded("swap", "success", [{ ...legs.user, txID: undefined }]);
  expect(read({ indexer: list }).out).toMatchObject([{ kind: "swap", txid: null }]);
  expect(read({ indexer: actions(swapped) }).out).toMatchObject([{ kind: "swap", txid: SENT }]);
});

test("of one swap in two blocks both liquidity fees count", () => {
  const withFee = (more: object) =>
    action("swap", "success", [], {
      metadata: { swap: { memo: MEMO, liquidityFee: "5" } },
      ...more,
    });
  const feeOf = (...list: Parameters<typeof actions>) =>
    read({ indexer: actions(...list) }).liquidityFee?.base;
  expect(feeOf(withFee({}), withFee({}))).toBe(5n);
  expect(feeOf(withFee({}), withFee({ height: "1001" }))).toBe(10n);
  expect(feeOf(withFee({}), withFee({ date: "1700000006123456789" }))).toBe(10n);
});

test("a node that has not seen the hash says nothing of its stages, or of the deposit", () => {
  const early = {
    ...at.unseen,
    inbound_confirmation_counted: { remaining_confirmation_seconds: 99 },
  };
  const facts = read({ node: body(early, { tx: null }) });
  expect(facts.stages.filter((stage) => stage.secondsLeft !== undefined)).toEqual([]);
  expect(facts.explanation).toMatch(/^Not seen yet: /);
});

test("the deposit is the node's; where the one node shows no coins, the indexer's; of two nodes without coins, nobody's", () => {
  const share = { in: [{ ...legs.deposit, coins: [{ asset: "BTC.BTC", amount: "1" }] }] };
  const indexer = recorded("swap", "success", [legs.user], share);
  expect(read({ node: body(at.swapped), indexer }).in?.amount).toBe(5000000n);
  const silent = { node: body(at.swapped, { tx: null }), indexer };
  expect(read({ ...silent, quorum: 1, second: null }).in?.amount).toBe(1n);
  expect(read(silent).in).toBeNull();
});

test("no fee is shown that nobody named", () => {
  expect(read({ node: body(at.swapped) }).outboundFees).toBeNull();
  expect(read({ indexer: actions(swapped) }).outboundFees).toBeNull();
});

test("fees of two actions are the same only where asset and amount are, and each counts once", () => {
  const withFees = (...networkFees: object[]) =>
    action("swap", "success", [], { metadata: { swap: { memo: MEMO, networkFees } } });
  const feesOf = (...list: Parameters<typeof actions>) =>
    (read({ indexer: actions(...list) }).outboundFees ?? []).map(
      (fee) => `${fee.base} ${fee.asset}`,
    );
  const [eth5, eth7, btc5] = [
    { asset: "ETH.ETH", amount: "5" },
    { asset: "ETH.ETH", amount: "7" },
    { asset: "BTC.BTC", amount: "5" },
  ];
  expect(feesOf(swapped, withFees(eth5)), "one action names none").toEqual(["5 ETH.ETH"]);
  expect(feesOf(withFees(eth5), withFees(eth7))).toEqual(["5 ETH.ETH", "7 ETH.ETH"]);
  expect(feesOf(withFees(eth5), withFees(btc5))).toEqual(["5 ETH.ETH", "5 BTC.BTC"]);
  expect(feesOf(withFees(eth5), withFees(eth5, eth5))).toEqual(["5 ETH.ETH", "5 ETH.ETH"]);
  expect(feesOf(withFees(eth5, eth5), withFees(eth5))).toEqual(["5 ETH.ETH", "5 ETH.ETH"]);
});

test("a record is settled once nothing of the hash is pending, and rejected where an action says so", () => {
  const [swapping, refunding] = [action("swap", "pending"), action("refund", "pending")];
  const rows: [
    what: string,
    list: Parameters<typeof actions>,
    settled: boolean,
    rejected: boolean,
  ][] = [
    ["paid out", [swapped], true, false],
    ["paid out in part", [swapped, swapping], false, false],
    ["paid to the affiliate alone", [action("swap", "success", [legs.affiliate])], false, false],
    ["refunded", [refunded], true, false],
    ["refunded while a part is swapped", [refunded, swapping], false, false],
    ["to be refunded", [swapped, refunding], false, false],
    ["rejected", [action("failed", "success")], true, true],
    ["rejected, with a payout", [action("failed", "failed", [legs.refund])], true, true],
  ];
  for (const [what, list, settled, rejected] of rows) {
    const facts = readIndexerFacts(actions(...list), HASH, null, {
      knownAssets: knownAssets,
      preset: presets.thorchain,
    });
    expect(facts, what).toMatchObject({ settled, rejected });
  }
});
