// Each state of a swap, what is said of the money in it, and what sources leave in doubt.

import { scriptNodes } from "../../support/changes.ts";
import {
  action,
  deposit,
  inParts,
  kept,
  lateBy,
  legs,
  MEMO,
  PAYOUT_ID,
  partly,
  planned,
  queued,
  queuedBefore,
  RECIPIENT,
  REFUND_ID,
  record,
  recordsOf,
  rejection,
  SENDER,
  scriptSwap,
  sent,
  stages,
  swapRecord,
  TXID,
  unseen,
} from "../../support/transactions.ts";
import { down, type Reply } from "../../support/world.ts";
import {
  type Alike,
  cut,
  type States,
  scripts,
  statesOf,
  type Verb,
  type Verbs,
} from "../state.ts";

const NATIVE = "thor1x2whgc2nt665y0kc44uywhynazvp0l8tp0vtu6";
const AFFILIATE = "thor1recipientexample00000000000000000000000";
const REFUND_TO = "bc1qrefundexample0000000000000000000000000";
const ORDER = `=<:ETH.ETH:${RECIPIENT}:95000000/14400/0`;
const SECOND_ID = "EE".repeat(32);

const coin = (asset: string, amount: string) => ({ asset, amount });
const rune = { chain: "THOR", to_address: NATIVE, coin: coin("THOR.RUNE", "5000000000") };
const trade = { ...deposit(), coins: [coin("BTC~BTC", "5000000")] };

/** What a node keeps of a swap, by the words of `nodeOf`. */
const at: Readonly<Record<string, object>> = {
  ...stages,
  late: lateBy(1_800),
  parts: inParts({ interval: 4, quantity: 16, count: 6 }),
  /** The own chain needs no signature. */
  unsigned: { ...stages.signed, outbound_signed: undefined },
  uncounted: {
    ...stages.confirming,
    inbound_confirmation_counted: { remaining_confirmation_seconds: 0, completed: false },
  },
};
const deposits: Readonly<Record<string, object>> = {
  rune: {
    ...deposit(),
    chain: "THOR",
    from_address: NATIVE,
    coins: [coin("THOR.RUNE", "500000000")],
  },
  trade,
  "trade-order": { ...trade, memo: ORDER },
};
const plans: Readonly<Record<string, object>> = {
  ...planned,
  rune: { ...rune, refund: false },
  "payout-nowhere": { ...planned.payout, chain: "NEW" },
  "refund-nowhere": { ...planned.refund, chain: "NEW" },
  "native-refund": { ...planned.refund, chain: "THOR" },
  "refund-elsewhere": { ...planned.refund, to_address: REFUND_TO },
};
const runeSent = { id: "00".repeat(32), chain: "THOR", to_address: NATIVE };
const outs: Readonly<Record<string, object>> = {
  ...sent,
  rune: { ...runeSent, coins: [rune.coin], memo: "OUT:A" },
  "rune-back": { ...runeSent, coins: [coin("THOR.RUNE", "498000000")], memo: "REFUND:A" },
  second: { ...sent.payout, id: SECOND_ID },
  share: { ...sent.affiliate, id: PAYOUT_ID },
  "native-payout": { ...sent.affiliate, to_address: AFFILIATE },
  "payout-nowhere": { ...sent.payout, chain: "NEW", coins: [coin("NEW.NEW", "5")] },
  "refund-elsewhere": { ...sent.refund, to_address: REFUND_TO },
  "larger-refund": { ...sent.refund, coins: [coin("BTC.BTC", "6000000")] },
  "synth-refund": { ...sent.refund, coins: [coin("BTC/BTC", "4000000")] },
};
const paidLegs: Readonly<Record<string, object>> = {
  ...legs,
  second: { ...legs.payout, txID: SECOND_ID },
  share: { ...legs.affiliate, txID: PAYOUT_ID },
};

const usualLegs: Readonly<Record<string, string>> = { swap: "payout", refund: "refund" };

const pick = (from: Readonly<Record<string, object>>, names: string) =>
  names.split(",").map((name) => {
    if (!from[name]) throw new Error(`no such record: ${name}`);
    return from[name];
  });

/** Parses "signing plans=payout,refund sent=payout memo=r:1": a stage, and what is kept at it. */
function nodeOf(text: string): Reply {
  if (text === "unread") return down;
  if (text === "unseen") return unseen;
  const [stage = "", ...words] = text.split(" ");
  const kinds = new Map(words.map((word) => cut(word, "=")));
  const [planNames, sentNames] = [kinds.get("plans"), kinds.get("sent")];
  const tx = deposits[kinds.get("of") ?? ""] ?? deposit(kinds.get("memo"));
  return kept(at[stage] as object, {
    tx,
    ...(planNames && { planned_out_txs: pick(plans, planNames) }),
    ...(sentNames && { out_txs: pick(outs, sentNames) }),
  });
}

/** Parses "swap payout,refund" or "refund because it is late costing BTC.BTC" of an indexer. */
function actionOf(text: string): object {
  const [, type = "", names = "", reason, fees] =
    /^(\w+) ?(.*?)(?: ?because (.*?))?(?: costing (.*))?$/.exec(text) ?? [];
  const networkFees = fees?.split(",").map((asset) => coin(asset, "2000"));
  const metadata = { [type]: { memo: MEMO, reason, networkFees } };
  const out = names || usualLegs[type] || "none";
  return action(
    type,
    out === "none" ? [] : pick(paidLegs, out),
    reason === undefined ? {} : { metadata },
  );
}

/** Scripts what the path of a transaction answers. */
const ofPath = (path: string, toBody: (rest: string) => Reply): Verb =>
  scripts((rest, { preset }) => ({ [`${preset.segment}/${path}/${TXID}`]: toBody(rest) }));

/** Each stage is a verb: what nodes keep, "/" between two, and behind "<" what an indexer has. */
const stageVerbs: Verbs = Object.fromEntries(
  ["unread", ...Object.keys(at)].map((stage): [string, Verb] => [
    stage,
    (world, rest) => {
      const [text = "", ...actions] = `${stage} ${rest}`.trim().split(" < ");
      const nodes = text.split(" / ").map(nodeOf);
      scriptSwap(world, {
        nodes: nodes.length > 1 ? nodes : nodes[0],
        ...(actions.length > 0 && { indexers: actions.map((action) => [actionOf(action)]) }),
      });
    },
  ]),
);

const verbs: Verbs = {
  ...stageVerbs,
  /** As `recordsOf` has it, with "<" for "|". */
  records: (world, rest) => scriptSwap(world, recordsOf(rest.replaceAll(" < ", " | "))),
  forgotten: (world) =>
    scriptSwap(world, { actions: [{ ...swapRecord, date: "1600000000000000000" }] }),
  "refund-record": (world, status) =>
    scriptSwap(world, { isNodeSilent: true, actions: [record("refund", status)] }),
  "failed-parts": (world, failed) => {
    const failedSwaps = failed === "none" ? undefined : failed.split(" ").filter(Boolean);
    const streamingSwapMeta = { count: "5", quantity: "9", failedSwaps };
    const metadata = { swap: { memo: MEMO, streamingSwapMeta } };
    const out = [legs.payout, legs.refund];
    const list = [record("swap", "success", out, { metadata }), record("refund", "success", out)];
    scriptSwap(world, { nodes: partly, indexers: [list, list] });
  },
  hostile: (world) => {
    const memo = '=:ETH.ETH:x:](/nowhere) | **Paid out** `](https://evil.example)"';
    const reason = '</code><script>alert(1)</script> `](/nowhere) | **x** "';
    scriptSwap(world, {
      nodes: kept(stages.signed, { tx: deposit(memo), out_txs: [sent.refund] }),
      actions: [action("refund", [legs.refund], { metadata: { refund: { memo: "", reason } } })],
    });
  },
  "behind-the-bar": (world) => {
    const memo = `|swap-to:ETH.ETH:${RECIPIENT}/${REFUND_TO}`;
    scriptSwap(world, { nodes: kept(stages.confirming, { tx: deposit(memo) }) });
  },
  /** Of an order: what went in and out, in how many parts, and for how many blocks it rests. */
  rests: ofPath("queue/swap/details", (rest) => {
    const [filled = "", out, count, interval = 14_400] = rest.split(" ");
    return queued(
      { interval: Number(interval), in: filled, out, count: Number(count) },
      { trade_target: "95000000", initial_block_height: 25_000_900 },
    );
  }),
  "two-failed": ofPath("queue/swap/details", () => queued({ failed_swaps: [1, 2] })),
  "one-failed": ofPath("swap/streaming", () => queuedBefore()),
  heights: ofPath("tx", (rest) => {
    const [consensus_height, finalised_height] = rest.split(" ").map(Number);
    return { consensus_height, finalised_height };
  }),
  "unseen-refund-id": scripts((_, { preset }) => ({
    [`${preset.segment}/tx/status/${REFUND_ID}`]: unseen,
  })),
  rejected: (world) => scriptNodes(world, { [`cosmos/tx/v1beta1/txs/${TXID}`]: rejection }),
  /** A payout that a queue has is not given up. */
  due: (world) => scriptNodes(world, { outbound: [{ in_hash: TXID }] }),
  "stored-memo": (world) => scriptNodes(world, { 5000000: { memo: MEMO } }),
  /** Asked before, so that the time since the first sight counts. By then, payouts are planned. */
  later: async (world, ms) => {
    await world.network.getSwap(TXID, null);
    world.nowMs += Number(ms);
  },
};

export const swapStates: States = statesOf(
  "swap",
  `
  deposit-paid-out | | signed sent=payout < swap
  deposit-not-seen | | unseen
  deposit-not-seen-for-hours | | unseen; later 7300000
  deposit-seen-by-some-nodes | | observing
  deposit-waits-for-confirmations | | confirming
  deposit-confirmed-while-trading-is-halted | | all HALTETHTRADING=1; confirming
  deposit-being-swapped | | swapping
  deposit-swapped-in-parts | | parts
  parts-held-by-a-halt | | all HALTETHTRADING=1; parts
  payout-waits-for-its-block | | scheduled plans=payout
  payout-being-signed | | signing plans=payout
  payout-is-late | | all SIGNINGTRANSACTIONPERIOD=100000; late plans=payout
  payout-held-by-a-halt | | all HALTSIGNINGETH=1; signing plans=payout
  refund-waits-for-its-block | | scheduled plans=refund
  refund-held-by-a-halt | | all HALTSIGNINGBTC=1; signing plans=refund
  deposit-refunded
    | | signed sent=refund < refund because emit asset 1 less than price limit 2
  deposit-partly-refunded | | signed sent=payout,refund < swap payout,refund
  deposit-rejected | | unseen < failed because memo can't be empty; rejected
  payout-given-up | | late plans=payout
  refund-given-up | | late plans=refund
  no-payout-seen-yet | | swapped
  nothing-to-pay-out | | swapped; later 66000
  swap-not-checked | | unread
  not-a-swap | | swapped memo=+:BTC.BTC
  order-waits-for-its-price | | swapping memo=${ORDER}; rests 0 0 0
  order-partly-filled | | swapping memo=${ORDER}; rests 1500000 28000000 3
  order-filled | | signed memo=${ORDER} sent=payout < swap
  order-expired-unfilled
    | | signed memo=${ORDER} sent=refund < refund; heights 24985000 24999500
  order-cancelled
    | | signed memo=${ORDER} sent=refund < refund; heights 24999000 24999500
  maya-payout-being-signed | | maya; signing plans=payout`,
  verbs,
);

/** What one source alone tells, and what no record shows. */
const doubts = `
  paid-out-by-one-node | | signed sent=payout / signing plans=payout
  refund-planned-by-one-node | | signing plans=refund / unseen
  payout-planned-by-one-node | | signing plans=payout / unseen
  paid-out-by-the-indexer-alone | | unseen < swap
  node-not-read | | 1 node; unread < swap
  refunded-by-the-indexer-alone | | unseen < refund
  payout-to-a-name | | signed memo==:ETH.ETH:mario sent=payout
  over-and-no-payout-shown | | signed plans=payout
  refund-without-a-reason | | signed sent=refund
  affiliate-paid-and-nobody-else | | signed sent=affiliate
  memo-that-refers-to-another | | confirming memo=r:12345
  memoless-deposits-halted | | all HALTMEMOLESS=1; confirming memo=r:12345
  one-of-two-says-not-a-swap | | swapped memo=+:BTC.BTC / swapped
  id-of-a-payout | swap:${PAYOUT_ID} | unseen < swap
  id-of-a-payout-that-nodes-list | swap:${PAYOUT_ID}@ETH | signed sent=payout < swap
  id-of-a-refund-that-nodes-list | swap:${REFUND_ID}
    | signed sent=refund < refund; unseen-refund-id
  id-of-an-affiliates-share | swap:${PAYOUT_ID} | signed sent=second,share < swap second,share
  id-of-another-chain | swap:0x${TXID} | unseen
  no-id | swap:hello | unseen
  two-ids | swap:${TXID.slice(0, 60)} ${TXID.slice(0, 60)} | unseen
  refused-because-the-fees-take-it-all
    | | signed sent=refund < refund because not enough fee
  refused-without-a-pool
    | | signed sent=refund < refund because BTC.BTC pool doesn't exist
  order-refused-as-expired
    | | signed sent=refund < refund because limit swap expired
  order-refused-as-cancelled
    | | signed sent=refund < refund because limit swap cancelled
  refused-because-trading-was-halted
    | | signed sent=refund < refund because trading is halted`;

const ENDS = "all MAXOUTBOUNDATTEMPTS=100";
const toElsewhere = `swap-to:ETH.ETH:${RECIPIENT}/${REFUND_TO}`;
const refundable = `${MEMO}/${REFUND_TO}`;
/** Where two things come together, or one source alone claims a step. */
const words = `
  seen-by-one-source | | observing / unread
  confirming-by-one-source | | confirming / unread
  swapping-by-one-source | | swapping / unread
  scheduled-by-one-source | | scheduled plans=payout / unread
  nothing-to-pay-by-one-source | | swapped / unread
  partly-refunded-by-one-source | | signed sent=payout,refund / unread
  rejected-by-one-source | | records both unseen < failed
  forgotten-by-the-nodes | | forgotten
  swapping-by-the-indexer-of-an-unread-node | | 1 node; records unread < swap waits
  no-payout-shown-by-the-indexer | | 1 node; records unread < swap without a payout
  no-refund-shown-by-the-indexer | | 1 node; refund-record success
  halted-payout-of-an-unread-node | | 1 node; all HALTSIGNINGBTC=1; refund-record pending
  not-seen-of-a-named-chain | swap:@BTC | all HALTBTCTRADING=1; unseen
  deposit-of-a-chain-that-ended | | all RAGNAROK-ETH-ETH=1; confirming
  parts-of-a-chain-that-ended | | all RAGNAROK-ETH-ETH=1 HALTBTCTRADING=1; parts
  one-part-held-by-a-halt | | all HALTETHTRADING=1; swapping
  parts-paused | | all STREAMINGSWAPPAUSE=1; parts
  one-part-while-parts-are-paused | | all STREAMINGSWAPPAUSE=1; swapping
  order-while-parts-are-paused | | all STREAMINGSWAPPAUSE=1; swapping memo=${ORDER}
  failed-parts-go-back | | swapping; two-failed
  failed-parts-are-tried-again | | swapping; one-failed
  two-parts-failed-of-five | | 2 indexers; failed-parts 4 5
  no-part-failed-of-five | | 2 indexers; failed-parts
  parts-that-failed-not-known | | 2 indexers; failed-parts none
  payout-and-refund-scheduled | | scheduled plans=payout,refund
  payout-and-refund-signed | | signing plans=payout,refund
  payout-halted-beside-a-refund | | all HALTSIGNINGETH=1; scheduled plans=payout,refund
  refund-halted-beside-a-payout | | all HALTSIGNINGBTC=1; scheduled plans=payout,refund
  payout-and-refund-halted
    | | all HALTSIGNINGBTC=1 HALTSIGNINGETH=1; signing plans=payout,refund
  refund-to-an-unknown-chain-beside-a-payout | | signing plans=payout,refund-nowhere
  native-refund-beside-a-payout | | scheduled plans=payout,native-refund
  refund-left-after-a-payout | | signing plans=payout,refund sent=payout
  order-that-no-queue-lists | | swapping memo=${ORDER}
  refund-of-an-order | | signing memo=${ORDER} plans=refund
  payout-to-an-unknown-chain | | signing plans=payout-nowhere
  payout-counted-and-not-shown-unchecked | | signed plans=payout-nowhere
  refund-counted-and-not-shown | | signed plans=refund
  payout-late-with-an-end | | ${ENDS}; late plans=payout; due
  refund-late-with-an-end | | ${ENDS}; late plans=refund; due
  payout-late-of-which-a-share-is-paid
    | | ${ENDS}; late plans=payout,affiliate sent=affiliate; due
  payout-and-refund-late | | late plans=payout,refund; due
  payout-late-and-halted | | ${ENDS} HALTSIGNINGETH=1; late plans=payout; due
  payout-given-up-with-an-end | | ${ENDS}; late plans=payout
  refund-given-up-with-an-end | | ${ENDS}; late plans=refund
  payout-given-up-of-which-a-share-is-paid
    | | ${ENDS}; late plans=payout,affiliate sent=affiliate
  refund-given-up-beside-a-payout | | ${ENDS}; late plans=payout,refund sent=payout
  paid-out-on-the-native-chain
    | | swapped memo==:THOR.RUNE:${AFFILIATE} sent=native-payout
  trade-asset-booked-back | | swapped of=trade; later 66000
  order-expired-and-booked-back
    | | swapped of=trade-order; heights 24980000 25000000; later 66000
  order-cancelled-and-partly-filled
    | | signing memo=${ORDER} sent=payout,refund; heights 24980000 24980100; later 66000
  no-swap-with-a-refund-address | | confirming memo=${toElsewhere}
  no-swap-goes-back-to-the-sender | | signing memo=${toElsewhere} plans=refund
  no-swap-goes-to-its-refund-address | | signing memo=${toElsewhere} plans=refund-elsewhere
  no-swap-and-nothing-goes-back | | swapped memo=${toElsewhere}
  no-swap-with-a-name | | confirming memo=swap-to:ETH.ETH:${RECIPIENT}/mario
  no-swap-with-its-sender | | confirming memo=swap-to:ETH.ETH:${RECIPIENT}/${SENDER}
  no-swap-behind-the-bar | | behind-the-bar
  swap-with-a-refund-address | | confirming memo=${refundable}
  swap-refunded-to-the-sender | | signed memo=${refundable} sent=refund
  swap-refunded-to-its-refund-address | | signed memo=${refundable} sent=refund-elsewhere
  swap-paid-with-a-refund-address | | signed memo=${refundable} sent=payout
  stored-memo-found | | confirming memo=; stored-memo
  refunded-by-two-indexers | | 2 indexers; records both unseen < refund < refund
  paid-with-fees-of-two-indexers
    | | 2 indexers; signed sent=payout < swap < swap`;

const toRune = `memo==:THOR.RUNE:${NATIVE}`;
const PAUSED = "refund because deposits are paused";
const costing = (fees: string) => `< ${PAUSED} costing ${fees} < ${PAUSED} costing ${fees}`;
/** What only pages say. */
const pages = `
  being-swapped | | swapping
  to-the-own-chain-being-swapped | | swapping ${toRune}
  to-the-own-chain-planned | | unsigned ${toRune} plans=rune
  to-the-own-chain-paid | | unsigned ${toRune} sent=rune
  to-the-own-chain-with-a-refund | | signing ${toRune} plans=rune,refund
  paid-on-the-own-chain-and-refunded-on-another | | signed ${toRune} sent=rune,refund
  paid-by-the-word-of-one-node | | signed sent=payout / signing plans=payout
  refund-on-the-own-chain | | unsigned of=rune sent=rune-back
  order-goes-back-after-its-end
    | | signing memo=${ORDER} plans=refund < refund because limit swap expired
  order-goes-back-after-it-was-cancelled
    | | signing memo=${ORDER} plans=refund < refund because limit swap cancelled
  rune-to-go-back-on-mayachain | | maya; signing of=rune plans=native-refund
  refund-planned-on-the-own-chain | | unsigned of=rune plans=native-refund
  confirming-on-the-own-chain | | confirming of=rune
  confirming-and-not-counted | | uncounted
  confirming-on-the-own-chain-and-not-counted | | uncounted of=rune
  being-swapped-while-payouts-are-halted | | all HALTSIGNINGETH=1; swapping
  to-a-name | | swapping memo==:ETH.ETH:mario
  over-and-no-payout-shown | | signed plans=payout
  over-and-no-refund-shown | | signed plans=refund
  over-and-half-shown | | signed plans=payout,refund sent=payout
  paid-by-the-word-of-an-indexer | | 2 indexers; unseen < swap none < swap none
  refunded-more-than-was-sent | | signed sent=larger-refund
  payout-and-refund-planned | | signing plans=payout,refund
  payout-and-refund-given-up | | late plans=payout,refund
  failed-parts-go-back-at-the-end | | swapping; two-failed
  reason-of-a-refund-that-is-not-planned | | observing < ${PAUSED}
  deposit-of-a-payout-by-an-indexer | swap:${PAYOUT_ID} | unseen < swap
  affiliate-paid-and-nobody-else | | signed sent=affiliate
  parts-failed | | parts plans=refund
  paid-with-its-fees | | 2 indexers; signed sent=payout < swap < swap
  refunded-with-its-cost | | 2 indexers; signed sent=refund ${costing("BTC.BTC")}
  refunded-with-two-fees | | 2 indexers; signed sent=refund ${costing("BTC.BTC,ETH.ETH")}
  seen-on-the-chain-that-was-named | /track?txid=${TXID}&chain=eth&utm_source=x | unseen
  seen-on-the-own-chain | /track?txid=${TXID}&chain=THOR | unseen
  two-payouts-with-their-fees
    | | 2 indexers; signed sent=payout,second < swap payout,second < swap payout,second
  refunded-in-another-asset | | signed sent=synth-refund
  refund-of-rune-on-mayachain | | maya; signed of=rune sent=rune-back
  order-that-ends-in-minutes-from-a-block-of-before
    | | swapping memo=${ORDER}; rests 0 0 0 120; stops 25000
  to-what-is-no-address | | swapping memo==:ETH.ETH:this.is.no.address.of.any.wallet
  with-an-affiliate | | signed sent=affiliate,payout
  to-a-chain-that-is-not-known | | signed sent=payout-nowhere
  block-is-late | /track?txid=${TXID}&chain=BTC | 1 node; swapping; stops 42000
  block-is-late-and-the-swap-is-over | | signed sent=payout; stops 42000
  hostile-words-of-a-record | | hostile`;

export const swapScenes: Readonly<Record<string, Alike>> = {
  "alike-doubts-of-a-swap": { surface: "tool", scenes: statesOf("swap", doubts, verbs) },
  "alike-words-of-a-swap": { surface: "head", scenes: statesOf("swap", words, verbs) },
  "alike-pages-of-a-swap": { surface: "markdown", scenes: statesOf("swap", pages, verbs) },
};
