import { expect, test } from "@playwright/test";
import type { SwapState } from "../../../../lib/protocol/model/swap.ts";
import type { TxStatus } from "../../../../lib/protocol/upstream/schemas.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import * as bodies from "../../../fixtures/swap-bodies.ts";

const {
  action,
  actions,
  AFFILIATE,
  at,
  body,
  HASH,
  legs,
  MEMO,
  memo,
  named,
  out,
  plan,
  read,
  recorded,
} = bodies;
const { refunded, SENDER, SENT, sentBody, signed, swapped, swapping, tx, USDC, USER } = bodies;

const { memo: _memo, ...txWithoutMemo } = tx as { memo: string };
const { to_address: _to, ...userWithoutAddress } = out.user as { to_address: string };

const CASH = "qpexampleexampleexampleexample";

test.describe("whose an output is", () => {
  const toUser = (address: string | undefined, asset = USDC) => ({
    ...out.user,
    to_address: address,
    coins: [{ asset, amount: "7" }],
  });
  const paid = (...outs: object[]) => body(at.swapped, { outs: outs as Record<string, unknown>[] });
  const paidBy = (text: string) => body(at.swapped, { tx: memo(text), outs: [toUser(USER)] });
  const unmarked = (one: object) => ({ ...one, memo: undefined });
  const [planned, outs] = [[plan.user], [out.user]];
  const refundSent = [unmarked(out.refund)];
  const noMemo = { tx: txWithoutMemo };
  const rows: [string, TxStatus, SwapState][] = [
    ["the destination, in another case", paid(toUser(USER.toUpperCase())), "done"],
    ["the destination, in another asset", paid(toUser(USER, "ETH.ETH")), "done"],
    ["another address, the target asset", paid(toUser(AFFILIATE)), "outbound_signing"],
    ["no address, the target asset", paid(userWithoutAddress), "done"],
    ["no address, another asset", paid(toUser(undefined, "ETH.ETH")), "outbound_signing"],
    ["a name, the target asset", body(at.swapped, { tx: named, outs: [toUser(USER)] }), "done"],
    [
      "a name, another asset",
      body(at.swapped, { tx: named, outs: [out.affiliate] }),
      "outbound_signing",
    ],
    ["a short code", body(at.swapped, { tx: memo("=:r:mario"), outs: [out.affiliate] }), "done"],
    ["no destination in the memo", paidBy("=:ETH.USDC-B48:::wr:10"), "done"],
    [
      "a destination with a refund address behind it",
      paidBy(`=:ETH.USDC:${USER}/${SENDER}:0`),
      "done",
    ],
    [
      "a cash address with its prefix",
      body(at.swapped, {
        tx: memo(`=:BCH.BCH:${CASH}:0`),
        outs: [toUser(`bitcoincash:${CASH}`, "BCH.BCH")],
      }),
      "done",
    ],
    [
      "the cash address of an old one in the memo",
      body(at.swapped, {
        tx: memo("=:BCH.BCH:1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu:0"),
        outs: [toUser("qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "BCH.BCH")],
      }),
      "done",
    ],
    ["no recipient at all in the memo", paidBy("=:ETH.USDC"), "done"],
    ["an address sent as blank is missing", paid(toUser("")), "done"],
    [
      "an address planned as blank",
      body(signed, { planned: [{ ...plan.user, to_address: "" }], outs }),
      "done",
    ],
    ["a payout without coins is none", paid({ ...out.user, coins: undefined }), "no_output"],
    ["refund within another memo is no refund", paid({ ...out.user, memo: "OUT:REFUND:" }), "done"],
    ["a name may hold what an address begins with", paidBy("=:ETH.USDC:my0x"), "done"],
    ["24 characters may be a name", paidBy(`=:ETH.USDC:${"n".repeat(24)}`), "done"],
    ["25 characters are an address", paidBy(`=:ETH.USDC:${"n".repeat(25)}`), "outbound_signing"],
    ["0x is no name", paidBy("=:ETH.USDC:0xother"), "outbound_signing"],
    ["bc1 is no name", paidBy("=:ETH.USDC:BC1other"), "outbound_signing"],
    ["a name has no blank", paidBy("=:ETH.USDC:my name"), "outbound_signing"],
    [
      "no memo: a planned output that is not a refund, sent",
      body(signed, { ...noMemo, planned, outs }),
      "done",
    ],
    [
      "no memo: a sent output alone proves nothing",
      body(signed, { ...noMemo, outs }),
      "outbound_signing",
    ],
    [
      "a memo that is not a swap",
      body(signed, { tx: memo("-:BTC.BTC:10000"), planned, outs }),
      "done",
    ],
    ["REFUND in small letters", paid({ ...out.refund, memo: `refund:${HASH}` }), "refunded"],
    ["REFUND to the destination is no swap", paid({ ...out.refund, to_address: USER }), "refunded"],
    [
      "no memo, as the refund was planned",
      body(at.swapped, { planned: [plan.refund], outs: refundSent }),
      "refunded",
    ],
    [
      "no memo and to the recipient, as a refund was planned to it",
      body(at.swapped, {
        planned: [
          { ...plan.refund, coin: { asset: "LTC.LTC", amount: "1" } },
          { ...plan.refund, to_address: USER },
        ],
        outs: [
          { ...out.refund, memo: undefined, to_address: USER },
          { ...out.refund, coins: [{ asset: "LTC.LTC", amount: "1" }] },
        ],
      }),
      "refunded",
    ],
    [
      "no memo, as a payout was planned",
      body(at.swapped, { planned, outs: [unmarked(out.user)] }),
      "done",
    ],
    [
      "no memo and no address, as a refund was planned",
      body(at.swapped, {
        planned: [plan.refund],
        outs: [unmarked({ ...out.refund, to_address: undefined })],
      }),
      "refunded",
    ],
  ];
  for (const [name, node, state] of rows)
    test(`${name} → ${state}`, () => expect(read({ node }).state).toBe(state));
  for (const word of ["=", "s", "S", "SWAP", "swap", "=<", " = "]) {
    test(`"${word}" begins a swap`, () =>
      expect(read({ node: body(at.swapped, { tx: memo(`${word}:BTC.BTC:x`) }) }).state).toBe(
        "no_output",
      ));
  }
  for (const text of ["=:", "=", "swapx:BTC.BTC:x", "ADD:BTC.BTC", "x=:BTC.BTC:x"]) {
    test(`"${text}" is not a swap`, () =>
      expect(read({ node: body(at.swapped, { tx: memo(text) }) }).state).toBe("unknown"));
  }
});

test.describe("what came in and what goes out", () => {
  test("from the node", () => {
    const node = body(signed, {
      planned: [plan.user, plan.affiliate],
      outs: [out.affiliate, out.user],
    });
    const facts = read({ node });
    expect(facts.in).toEqual({
      chain: "BTC",
      asset: "BTC.BTC",
      amount: 5000000n,
      address: SENDER,
      memo: MEMO,
    });
    expect(facts.out).toEqual([
      {
        kind: "affiliate",
        chain: "THOR",
        asset: "THOR.RUNE",
        amount: 300n,
        address: AFFILIATE,
        txid: null,
      },
      {
        kind: "swap",
        chain: "ETH",
        asset: USDC,
        amount: 7000000n,
        address: USER.toLowerCase(),
        txid: SENT,
      },
    ]);
  });
  test("a planned output is shown until it is sent, and once", () => {
    const second = { ...plan.affiliate, to_address: "thor1second" };
    const facts = read({
      node: body(at.swapped, {
        planned: [plan.user, plan.affiliate, second],
        outs: [out.affiliate],
      }),
    });
    expect(facts.out.map((entry) => [entry.kind, entry.address, entry.txid])).toEqual([
      ["affiliate", AFFILIATE, null],
      ["swap", USER, null],
      ["affiliate", "thor1second", null],
    ]);
  });
  test("the exact plan is taken before one to the same address, and that before one of the same amount", () => {
    const sent = (amount: string, to: string) => ({
      ...out.user,
      to_address: to,
      coins: [{ asset: USDC, amount }],
    });
    const planned = (amount: string, to: string) => ({
      ...plan.user,
      to_address: to,
      coin: { asset: USDC, amount },
    });
    const facts = read({
      node: body(signed, {
        planned: [planned("5", USER), planned("7", USER), planned("9", "0xother")],
        outs: [sent("7", USER), sent("4", USER), sent("9", "0xthird")],
      }),
    });
    expect(facts.out.map((entry) => entry.amount)).toEqual([7n, 4n, 9n]);
  });
  test("one payout carries out one plan", () => {
    const planned = (amount: string) => ({ ...plan.user, coin: { asset: USDC, amount } });
    const facts = read({
      node: body(signed, { planned: [planned("5"), planned("7000000")], outs: [out.user] }),
    });
    expect(facts.out.map((entry) => [entry.amount, entry.txid])).toEqual([
      [7000000n, SENT],
      [5n, null],
    ]);
  });
  test("a payout's chain is the one that the node states", () => {
    const node = sentBody({ ...out.user, chain: "BASE" });
    expect(read({ node }).out).toMatchObject([{ kind: "swap", chain: "BASE" }]);
  });
  test("a refund of another amount to another address is still the one that was planned", () => {
    const sent = {
      ...out.refund,
      to_address: "bc1qelsewhere",
      coins: [{ asset: "BTC.BTC", amount: "1" }],
    };
    expect(read({ node: body(signed, { planned: [plan.refund], outs: [sent] }) }).out).toHaveLength(
      1,
    );
    const other = {
      ...out.affiliate,
      to_address: "thor1second",
      coins: [{ asset: "THOR.RUNE", amount: "1" }],
    };
    expect(
      read({ node: body(signed, { planned: [plan.affiliate], outs: [other] }) }).out,
    ).toHaveLength(2);
  });
  test("without a memo, a payout is a refund when a refund of its asset was planned to its address", () => {
    const bare = (to: string | undefined) => ({ ...out.refund, memo: undefined, to_address: to });
    const kindOf = (planned: Record<string, unknown>, sent: Record<string, unknown>) =>
      read({ node: body(at.swapped, { planned: [planned], outs: [sent] }) }).out.map(
        (entry) => entry.kind,
      );
    const nowhere = { ...plan.refund, to_address: undefined };
    expect(kindOf(plan.refund, bare(SENDER))).toEqual(["refund"]);
    expect(kindOf(plan.refund, bare(undefined))).toEqual(["refund"]);
    expect(kindOf(nowhere, bare(SENDER))).toEqual(["refund"]);
    expect(
      kindOf(plan.refund, { ...bare("bc1qother"), coins: [{ asset: "BTC.BTC", amount: "1" }] }),
    ).toEqual(["affiliate", "refund"]);
    expect(
      kindOf(plan.refund, { ...bare(SENDER), coins: [{ asset: "LTC.LTC", amount: "1" }] }),
    ).toEqual(["affiliate", "refund"]);
  });
  test("what says that it is a refund is one, whatever was planned", () => {
    const facts = read({
      node: body(signed, { planned: [{ ...plan.refund, refund: false }], outs: [out.refund] }),
    });
    expect(facts.out).toMatchObject([{ kind: "refund" }]);
  });
  test("an affiliate's payout of another amount to the planned address is the planned one", () => {
    const sent = { ...out.affiliate, coins: [{ asset: "THOR.RUNE", amount: "250" }] };
    expect(
      read({ node: body(signed, { planned: [plan.affiliate], outs: [sent] }) }).out,
    ).toMatchObject([{ kind: "affiliate", amount: 250n }]);
  });
  test("a refund in the affiliate's asset leaves the affiliate's payout planned", () => {
    const sent = {
      ...out.refund,
      to_address: "thor1sender",
      coins: [{ asset: "THOR.RUNE", amount: "4000" }],
    };
    expect(
      read({ node: body(signed, { planned: [plan.affiliate], outs: [sent] }) }).out,
    ).toMatchObject([
      { kind: "refund", amount: 4000n },
      { kind: "affiliate", amount: 300n },
    ]);
  });
  test("a payout of another asset to the same address is another payout", () => {
    const sent = { ...out.user, coins: [{ asset: "ETH.ETH", amount: "7000000" }] };
    expect(read({ node: body(signed, { planned: [plan.user], outs: [sent] }) }).out).toHaveLength(
      2,
    );
  });
  test("what carries out the user's plan is the user's, whatever its address looks like", () => {
    const sent = { ...out.user, to_address: "0xelsewhere" };
    expect(read({ node: body(signed, { planned: [plan.user], outs: [sent] }) }).out).toMatchObject([
      { kind: "swap", txid: SENT },
    ]);
  });
  test("from the indexer: the same payout listed by two actions is one", () => {
    const facts = read({
      indexer: actions(swapped, action("swap", "success", [legs.user, legs.affiliate])),
    });
    expect(facts.out).toEqual([
      { kind: "swap", chain: "ETH", asset: USDC, amount: 7000000n, address: USER, txid: SENT },
      {
        kind: "affiliate",
        chain: "THOR",
        asset: "THOR.RUNE",
        amount: 300n,
        address: AFFILIATE,
        txid: null,
      },
    ]);
    expect(facts.in).toEqual({
      chain: "BTC",
      asset: "BTC.BTC",
      amount: 5000000n,
      address: SENDER,
      memo: MEMO,
    });
  });
  test("from the indexer: a payout without an address is told by its asset", () => {
    const bare = { ...legs.user, address: "" };
    expect(read({ indexer: recorded("swap", "success", [bare]) }).out).toMatchObject([
      { kind: "swap" },
    ]);
    const other = { ...legs.user, address: AFFILIATE };
    expect(read({ indexer: recorded("swap", "success", [other]) }).out).toMatchObject([
      { kind: "affiliate" },
    ]);
  });
  test("from the indexer: shares of one deposit add up; a refund's share does not", () => {
    const share = { in: [{ ...legs.deposit, coins: [{ asset: "BTC.BTC", amount: "15000" }] }] };
    expect(
      read({ indexer: actions(swapped, action("swap", "success", [], share)) }).in?.amount,
    ).toBe(5015000n);
    expect(
      read({ indexer: actions(swapped, action("refund", "success", [], share)) }).in,
    ).toBeNull();
    expect(read({ indexer: actions(refunded) }).in?.amount).toBe(5000000n);
    expect(
      read({ indexer: actions(refunded, action("refund", "success", [], share)) }).in?.amount,
    ).toBe(5015000n);
    expect(read({ indexer: recorded("swap", "success", [], { in: [] }) }).in).toBeNull();
    const mixed = {
      in: [legs.deposit, { ...legs.deposit, coins: [{ asset: "ETH.ETH", amount: "1" }] }],
    };
    expect(read({ indexer: recorded("swap", "success", [], mixed) }).in).toBeNull();
  });
  test("where two nodes are configured, payouts stand that two sources name", () => {
    const [both, other] = [
      body(swapping, { outs: [out.affiliate, out.user] }),
      body(swapping, { outs: [out.user] }),
    ];
    const kinds = (input: Parameters<typeof read>[0]) =>
      read({ quorum: 2, ...input }).out.map(({ kind }) => kind);
    expect(kinds({ node: both, second: both })).toEqual(["affiliate", "swap"]);
    expect(kinds({ node: both, second: other })).toEqual(["swap"]);
    expect(kinds({ node: both, second: body(swapping) })).toEqual([]);
    expect(kinds({ node: both, second: null })).toEqual([]);
    const pending = recorded("swap", "pending", [legs.user]);
    expect(kinds({ node: both, second: null, indexer: pending })).toEqual(["swap"]);
    expect(kinds({ node: body(swapping), second: null, indexer: pending })).toEqual([]);
    for (const change of [
      { id: "D4".repeat(32) },
      { id: "" },
      { to_address: AFFILIATE },
      { chain: "BASE" },
    ]) {
      const lie = body(swapping, { outs: [{ ...out.user, ...change }] });
      expect(kinds({ node: lie, second: other }), JSON.stringify(change)).toEqual([]);
    }
    expect(kinds({ node: both, quorum: 1, second: null })).toEqual(["affiliate", "swap"]);
    expect(kinds({ node: body(swapping), quorum: 1, second: null, indexer: pending })).toEqual([
      "swap",
    ]);
  });
  test("synths live on the native chain", () => {
    const synth = { ...legs.user, coins: [{ asset: "ETH/ETH", amount: "5" }] };
    const list = actions(
      action("swap", "success", [synth], {
        in: [{ ...legs.deposit, coins: [{ asset: "BTC/BTC", amount: "5" }] }],
      }),
    );
    expect(read({ indexer: list })).toMatchObject({
      in: { chain: "THOR" },
      out: [{ chain: "THOR" }],
    });
    const node = body(at.swapped, {
      tx: { ...tx, chain: undefined, coins: [{ asset: "BTC~BTC", amount: "5" }] },
      outs: [{ ...out.user, chain: undefined, coins: [{ asset: "ETH~ETH", amount: "5" }] }],
    });
    expect(read({ node })).toMatchObject({ in: { chain: "THOR" }, out: [{ chain: "THOR" }] });
  });
  test("the chain of an asset that cannot be read stays blank", () => {
    const coins = [{ asset: "ETH.A.B", amount: "5" }];
    const node = body(at.swapped, {
      tx: { ...tx, chain: undefined, coins },
      outs: [{ ...out.user, chain: undefined, coins }],
    });
    expect(read({ node })).toMatchObject({ in: { chain: "" }, out: [{ chain: "" }] });
    const list = recorded("swap", "success", [{ ...legs.user, coins }], {
      in: [{ ...legs.deposit, coins }],
    });
    expect(read({ indexer: list })).toMatchObject({ in: { chain: "" }, out: [{ chain: "" }] });
  });
  test("upstream text is cleaned, and what is not an address is left out", () => {
    const dirty = { ...tx, from_address: "<b>", memo: `=:ETH.USDC:x\u202e\u200b\u{e0041}` };
    expect(read({ node: body(at.observing, { tx: dirty }) }).in).toMatchObject({
      address: null,
      memo: "=:ETH.USDC:x",
    });
    const reason = { metadata: { refund: { reason: "a\u0007b\u2028c", memo: MEMO } } };
    const facts = read({
      indexer: recorded("refund", "success", [{ ...legs.refund, address: "a b" }], reason),
    });
    expect(facts).toMatchObject({ refundReason: "abc", out: [{ address: null }] });
    expect(
      read({ node: body(at.swapped, { outs: [{ ...out.affiliate, to_address: "a b" }] }) }).out,
    ).toMatchObject([{ address: null }]);
    const failed = { metadata: { failed: { reason: "no", memo: MEMO } } };
    expect(read({ indexer: recorded("failed", "success", [], failed) }).refundReason).toBe("no");
    expect(read({ indexer: actions(swapped) }).refundReason).toBeNull();
  });
  test("the words for a refund are told where no second indexer gives others", () => {
    const recordOf = (reason?: string) =>
      recorded("refund", "success", [legs.refund], {
        metadata: { refund: { reason, memo: MEMO } },
      });
    const told = (secondIndexer: ReturnType<typeof actions> | null = null) =>
      read({ indexer: recordOf("emit asset 1 less than price limit 2"), secondIndexer })
        .refundReason;
    const same = "emit asset 1 less than price limit 2";
    expect([told(), told(recordOf(same))]).toEqual([same, same]);
    for (const other of [recordOf("trading halted"), recordOf(), actions()])
      expect(told(other)).toBeNull();
  });
  test("a transaction without coins, sender or chain", () => {
    expect(read({ node: body(at.observing, { tx: { id: HASH } }) }).in).toBeNull();
    expect(read({ node: body(at.observing, { tx: { ...tx, coins: [] } }) }).in).toBeNull();
    const bare = { id: HASH, coins: [{ asset: "ETH.ETH", amount: "5" }] };
    expect(read({ node: body(at.observing, { tx: bare }) }).in).toEqual({
      chain: "ETH",
      asset: "ETH.ETH",
      amount: 5n,
      address: null,
      memo: null,
    });
  });
});

test.describe("fees and the start, from the indexer", () => {
  const fee = (amount: string, asset: string) => ({ asset, amount });
  const withFees = (type: string, more: object, rest: object = {}) =>
    action(type, "success", [], { metadata: { [type]: { memo: MEMO, ...more } }, ...rest });
  test("each fee of the hash once, however many actions list it", () => {
    const fees = {
      networkFees: [fee("5", "ETH.ETH"), fee("2", "THOR.RUNE"), fee("2", "THOR.RUNE")],
    };
    const facts = read({
      indexer: actions(
        withFees("swap", fees),
        withFees("refund", { networkFees: [...fees.networkFees, fee("3", "BTC.BTC")] }),
      ),
    });
    expect(facts.outboundFees?.map(({ asset, base }) => `${base} ${asset}`)).toEqual([
      "5 ETH.ETH",
      "2 THOR.RUNE",
      "2 THOR.RUNE",
      "3 BTC.BTC",
    ]);
  });
  test("a fee of 0 is known on the native chain alone, which pays out for nothing", () => {
    const feesOf = (...networkFees: object[]) =>
      read({ indexer: actions(withFees("refund", { networkFees })) }).outboundFees?.length ?? null;
    expect([
      feesOf(),
      feesOf(fee("0", "BTC.BTC")),
      feesOf(fee("5", "ETH.ETH"), fee("0", "BTC.BTC")),
    ]).toEqual([null, null, null]);
    expect([
      feesOf(fee("5", "ETH.ETH")),
      feesOf(fee("5", "ETH.ETH"), fee("0", "THOR.RUNE")),
    ]).toEqual([1, 2]);
  });
  test("the parts of a swap that is over are told where two indexers tell them alike", () => {
    const recordOf = (streamingSwapMeta?: unknown) =>
      actions(
        ...[{}, { streamingSwapMeta }].map((more) =>
          withFees("swap", more, { out: [legs.user, legs.refund] }),
        ),
        withFees("refund", {}, { out: [legs.user, legs.refund] }),
      );
    const partsOf = (one: unknown, other: unknown) => {
      const node = sentBody(out.user, out.refund);
      const { stages, explanation } = read({
        node,
        indexer: recordOf(one),
        secondIndexer: recordOf(other),
      });
      const { count, quantity, failed } =
        stages.find(({ stage }) => stage === "swapped")?.streaming ?? {};
      return [count, quantity, failed, explanation];
    };
    const a = "Partly refunded: a part was swapped and paid out, the rest sent back.";
    const five = { count: "5", quantity: "5", failedSwaps: ["4", "5"] };
    const none = [undefined, undefined, undefined, a];
    expect(partsOf(five, five)).toEqual([5, 5, 2, a.replace("a part was", "3 of 5 parts were")]);
    const cancelled = { count: "2", quantity: "5", failedSwaps: [] };
    expect(partsOf(cancelled, cancelled)).toEqual([
      2,
      5,
      0,
      a.replace("a part was", "2 of 5 parts were"),
    ]);
    const failed = { ...five, failedSwaps: ["1", "2", "3", "4", "5"] };
    expect(partsOf(failed, failed).slice(0, 3)).toEqual([5, 5, 5]);
    const silent = { count: "5", quantity: "5" };
    expect(partsOf(silent, silent)).toEqual([5, 5, null, a]);
    expect(partsOf(five, undefined)).toEqual(none);
    expect(partsOf(five, { ...five, failedSwaps: ["5"] })).toEqual(none);
    expect(partsOf(five, { ...five, count: "4" })).toEqual(none);
    const odd = [
      { count: "1", quantity: "1" },
      { ...five, count: "6" },
      { ...five, count: 5 },
      "five",
    ];
    for (const one of [...odd, { ...cancelled, failedSwaps: ["1", "2", "3"] }])
      expect(partsOf(one, one)).toEqual(none);
  });
  test("the liquidity fee adds up over the parts of a swap, each once, with its price", () => {
    const second = { in: [{ ...legs.deposit, coins: [{ asset: "BTC.BTC", amount: "1" }] }] };
    const list = actions(
      withFees("swap", { liquidityFee: "40" }),
      withFees("swap", { liquidityFee: "40" }),
      withFees("swap", { liquidityFee: "2" }, second),
    );
    const prices = new Map([["THOR.RUNE", 200_000_000n]]);
    expect(read({ indexer: list, prices }).liquidityFee).toEqual({
      asset: "THOR.RUNE",
      base: 42n,
      usd: 84n,
    });
    expect(read({ indexer: list }).liquidityFee).toEqual({
      asset: "THOR.RUNE",
      base: 42n,
      usd: null,
    });
    expect(read({ indexer: list, preset: presets.mayachain }).liquidityFee?.asset).toBe(
      "MAYA.CACAO",
    );
    expect(
      read({ indexer: actions(withFees("swap", { liquidityFee: "0" })) }).liquidityFee?.base,
    ).toBe(0n);
    expect(
      read({ indexer: actions(withFees("swap", { liquidityFee: "-1" })) }).liquidityFee,
    ).toBeNull();
    expect(read({ indexer: actions(swapped) }).liquidityFee).toBeNull();
    const money = read({
      indexer: actions(withFees("swap", { networkFees: [fee("150", "THOR.RUNE")] })),
      prices,
    }).outboundFees;
    expect(money).toEqual([{ asset: "THOR.RUNE", base: 150n, usd: 300n }]);
  });
  test("the earliest date is the start; nonsense is none", () => {
    expect(
      read({ indexer: actions(swapped, { ...refunded, date: "1699999999123456789" }) }).startedAtMs,
    ).toBe(1_699_999_999_123);
    expect(read({ indexer: actions({ ...swapped, date: "yesterday" }) }).startedAtMs).toBeNull();
    const startOf = (date: string) => read({ indexer: actions({ ...swapped, date }) }).startedAtMs;
    expect(startOf("1700000000")).toBeNull();
    expect(["1".repeat(16), "1".repeat(19)].map(startOf)).toEqual([
      1_111_111_111, 1_111_111_111_111,
    ]);
    for (const date of [
      "1".repeat(15),
      "1".repeat(20),
      `x${"1".repeat(17)}`,
      `${"1".repeat(17)}x`,
    ]) {
      expect(startOf(date), date).toBeNull();
    }
  });
});
