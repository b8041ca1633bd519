// What only pages say of quotes, swaps and the network in states that no other text shows.

import {
  changeQuote,
  changeRow,
  listChain,
  poolsWith,
  scriptNodes,
  silence,
} from "../../support/changes.ts";
import {
  action,
  deposit,
  inParts,
  legs,
  planned,
  type SwapRecords,
  scriptSwap,
  sent,
  stages,
  TXID,
} from "../../support/transactions.ts";
import { poolBody, type Row } from "../../support/wire.ts";
import { down, toBlock, toPools, type World } from "../../support/world.ts";
import {
  type Alike,
  assets,
  chain,
  inWorld,
  page,
  type Question,
  type QuoteInput,
  quote,
  type State,
  sizes,
  swap,
  swapOf,
} from "../state.ts";
import { figureScenes } from "./figure-scenes.ts";
import { openUsdc, toEth, USDC } from "./quote-warnings.ts";
import { order, resting } from "./swap-doubts.ts";

type Change = (world: World) => void | Promise<void>;
const healthy: Change = () => undefined;
const asked = (question: Question, change: Change = healthy, options = {}): State => ({
  setting: inWorld(change, options),
  questions: [question],
});
const quoted = (change: Change, input: QuoteInput = toEth, options = {}) =>
  asked(quote(input), change, options);

const halt = (key: string, blocks?: number) => (world: World) => {
  world.mimir[key] = blocks === undefined ? 1 : toBlock(world).height + blocks;
};
const inSeveralParts = (world: World) =>
  changeQuote(world, { max_streaming_quantity: 9, streaming_swap_blocks: 9 });
/** The two ways to swap bring different outputs: that in one part, or that in several, brings less. */
const lessIn = (way: "one" | "several") => (world: World) => {
  inSeveralParts(world);
  const before = world.intercept;
  world.intercept = (name, url, reply) => {
    const said = before(name, url, reply);
    const isQuote = url.pathname.endsWith("/quote/swap");
    const isOne = url.searchParams.get("streaming_quantity") === "1";
    if (!isQuote || isOne !== (way === "one")) return said;
    const { expected_amount_out: out, ...rest } = said as Row;
    return { ...rest, expected_amount_out: `${Math.round(Number(out) * 0.97)}` };
  };
};
const inOnePart = page("/quote", "from=BTC&to=ETH&amount=0.1&streaming=1/1");
const inAnyWay = page("/quote", "from=BTC&to=ETH&amount=0.1");

const OWN = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";

export const quotePageScenes: Alike = {
  surface: "markdown",
  scenes: {
    "may-be-sent": quoted(healthy),
    ...figureScenes.scenes,
    "dollars-with-two-readings": asked(page("/quote", "from=BTC&to=ETH&amount=$5.500")),
    "amount-read-as-decimal": asked(page("/quote", "from=BTC&to=ETH&amount=1.500")),
    "refund-address-alone": asked(
      page("/quote", `from=BTC&to=ETH&amount=0.1&refund_address=${OWN}`),
    ),
    "both-addresses": quoted(
      (world) => changeQuote(world, { memo: `=:BTC.BTC:${OWN}/${toEth.destination}` }),
      {
        from: "ETH",
        to: "BTC",
        amount: "1",
        destination: OWN,
        refund_address: toEth.destination,
        liquidity_tolerance_bps: 0,
      },
    ),
    "token-with-a-twin": quoted(
      (world) => {
        const twin = poolBody("thorchain", `ETH.USDC-0X${"E7".repeat(20)}`, ["1", "1", "1"]);
        openUsdc(world);
        const [first] = Object.values(world.scripts) as { readonly pools: readonly Row[] }[];
        scriptNodes(world, { pools: [...(first?.pools ?? []), twin] });
      },
      { from: "BTC", to: USDC, amount: "0.1" },
    ),
    "chain-not-listed": quoted(
      (world) =>
        scriptNodes(world, {
          pools: poolsWith(world, {}, [{ ...toPools(world)[1], asset: "NEW.NEW" } as Row]),
        }),
      { from: "BTC", to: "NEW.NEW", amount: "0.1" },
    ),
    "chain-without-a-row": quoted((world) => {
      world.rows.ETH = null;
    }),
    "halt-begins-while-two-ways-are-compared": asked(inAnyWay, (world) => {
      inSeveralParts(world);
      const before = world.intercept;
      world.intercept = (name, url, reply) => {
        if (
          url.searchParams.get("streaming_quantity") === "1" &&
          world.mimir.HALTBTCTRADING !== 1
        ) {
          world.mimir.HALTBTCTRADING = 1;
          world.nowMs += 7_000;
        }
        return before(name, url, reply);
      };
    }),
    "limit-whose-fees-are-not-known": quoted((world) =>
      changeQuote(world, ({ fees, ...rest }) => ({
        ...rest,
        fees: { ...(fees as Row), outbound: undefined },
      })),
    ),
    "in-parts": quoted(inSeveralParts),
    "in-parts-and-one-part-costs-more": asked(inAnyWay, lessIn("one")),
    "in-parts-and-one-part-costs-less": asked(inAnyWay, lessIn("several")),
    "in-one-part-and-parts-cost-less": asked(inOnePart, lessIn("one")),
    "in-one-part-and-parts-cost-the-same": asked(inOnePart, inSeveralParts),
    "in-parts-and-one-part-is-not-quoted": asked(inAnyWay, (world) => {
      lessIn("one")(world);
      const before = world.intercept;
      world.intercept = (name, url, reply) =>
        url.searchParams.get("streaming_quantity") === "1" ? down : before(name, url, reply);
    }),
    "in-parts-on-mayachain": quoted(
      inSeveralParts,
      { ...toEth, streaming: { interval: 3, quantity: 9 } },
      { network: "mayachain" },
    ),
    "warned-of-several-things": quoted(halt("STREAMINGSWAPPAUSE"), {
      ...toEth,
      liquidity_tolerance_bps: 0,
      amount: "2",
    }),
    "halt-comes-soon": quoted(halt("HALTETHTRADING", 100)),
    "chain-not-watched": quoted(halt("HALTBTCCHAIN")),
    "source-chain-halted": quoted(halt("HALTBTCTRADING")),
  },
};

export const sizeScenes: Alike = {
  surface: "markdown",
  scenes: {
    "may-be-sent": asked(sizes),
    "chain-halted": asked(sizes, halt("HALTETHTRADING")),
    "payouts-halted": asked(sizes, halt("HALTSIGNINGETH")),
    "halt-comes-soon": asked(sizes, halt("HALTETHTRADING", 100)),
    "no-source-answers": asked(sizes, (world) => silence(world, "node0", "node1", "indexer0")),
    "pools-not-read": asked(sizes, (world) => scriptNodes(world, { pools: down })),
    "newest-block-is-late": asked(sizes, (world) => {
      world.frozenAtMs = world.nowMs;
      world.nowMs += 42_000;
    }),
    "no-pool-of-the-pair": asked(sizes, (world) =>
      scriptNodes(world, { pools: toPools(world).slice(0, 1) }),
    ),
    "output-not-known": asked(sizes, (world) =>
      changeQuote(world, { expected_amount_out: "990000000000" }),
    ),
    "prices-not-known": asked(sizes, (world) =>
      changeQuote(world, ({ fees, ...rest }) => ({
        ...rest,
        fees: { ...(fees as Row), outbound: undefined },
      })),
    ),
    "one-size-costs-much": asked(sizes, (world) => {
      world.rows.ETH = { outbound_fee: "600" };
      changeQuote(world, (said) =>
        Number(said.expected_amount_out) > 1e9
          ? {
              ...said,
              expected_amount_out: `${Math.round(Number(said.expected_amount_out) * 0.8)}`,
            }
          : said,
      );
    }),
  },
};

const NATIVE = "thor1x2whgc2nt665y0kc44uywhynazvp0l8tp0vtu6";
const toRune = deposit(`=:THOR.RUNE:${NATIVE}`);
const coin = { asset: "THOR.RUNE", amount: "5000000000" };
const runePlan = { chain: "THOR", to_address: NATIVE, coin, refund: false };
const runeSent = {
  id: "00".repeat(32),
  chain: "THOR",
  to_address: NATIVE,
  coins: [coin],
  memo: "OUT:A",
};
const fromRune = {
  ...deposit(),
  chain: "THOR",
  from_address: NATIVE,
  coins: [{ asset: "THOR.RUNE", amount: "500000000" }],
};
const runeBack = {
  ...runeSent,
  coins: [{ asset: "THOR.RUNE", amount: "498000000" }],
  memo: "REFUND:A",
};
const signedByItself = { ...stages.signed, outbound_signed: undefined };
const notCounted = {
  ...stages.confirming,
  inbound_confirmation_counted: { remaining_confirmation_seconds: 0, completed: false },
};
const refundCost = (networkFees: readonly object[]) =>
  action("refund", [legs.refund], {
    metadata: { refund: { memo: deposit().memo, reason: "deposits are paused", networkFees } },
  });
const told = (records: SwapRecords) => swapOf(records);
/** Two indexers tell the same, so that the fees of a swap are known. */
const recorded = (records: SwapRecords, ...actions: readonly object[]): State => ({
  setting: inWorld(
    (world) => {
      scriptSwap(world, { ...records, actions });
      world.scripts.indexer1 = world.scripts.indexer0 ?? {};
    },
    { indexers: 2 },
  ),
  questions: [swap(TXID)],
});
const node = (tx: object, how: object, more: object = {}) => ({
  nodes: { tx, stages: how, ...more },
});

export const swapPageScenes: Alike = {
  surface: "markdown",
  scenes: {
    "being-swapped": told(node(deposit(), stages.swapping)),
    "to-the-own-chain-being-swapped": told(node(toRune, stages.swapping)),
    "to-the-own-chain-planned": told(node(toRune, signedByItself, { planned_out_txs: [runePlan] })),
    "to-the-own-chain-paid": told(node(toRune, signedByItself, { out_txs: [runeSent] })),
    "to-the-own-chain-with-a-refund": told(
      node(toRune, stages.signing, { planned_out_txs: [runePlan, planned.refund] }),
    ),
    "paid-on-the-own-chain-and-refunded-on-another": told(
      node(toRune, stages.signed, { out_txs: [runeSent, sent.refund] }),
    ),
    "paid-by-the-word-of-one-node": told({
      nodes: [
        { tx: deposit(), out_txs: [sent.payout], stages: stages.signed },
        { tx: deposit(), planned_out_txs: [planned.payout], stages: stages.signing },
      ],
    }),
    "refund-on-the-own-chain": told(node(fromRune, signedByItself, { out_txs: [runeBack] })),
    "confirming-on-the-own-chain": told(node(fromRune, stages.confirming)),
    "confirming-and-not-counted": told(node(deposit(), notCounted)),
    "confirming-on-the-own-chain-and-not-counted": told(node(fromRune, notCounted)),
    "being-swapped-while-payouts-are-halted": told({
      ...node(deposit(), stages.swapping),
      mimir: { HALTSIGNINGETH: 1 },
    }),
    "to-a-name": told(node(deposit("=:ETH.ETH:mario"), stages.swapping)),
    "over-and-no-payout-shown": told(
      node(deposit(), stages.signed, { planned_out_txs: [planned.payout] }),
    ),
    "over-and-no-refund-shown": told(
      node(deposit(), stages.signed, { planned_out_txs: [planned.refund] }),
    ),
    "over-and-half-shown": told(
      node(deposit(), stages.signed, {
        planned_out_txs: [planned.payout, planned.refund],
        out_txs: [sent.payout],
      }),
    ),
    "paid-by-the-word-of-an-indexer": recorded({}, action("swap", [])),
    "refunded-more-than-was-sent": told(
      node(deposit(), stages.signed, {
        out_txs: [{ ...sent.refund, coins: [{ asset: "BTC.BTC", amount: "6000000" }] }],
      }),
    ),
    "payout-and-refund-planned": told(
      node(deposit(), stages.signing, { planned_out_txs: [planned.payout, planned.refund] }),
    ),
    "payout-and-refund-given-up": told(
      node(
        deposit(),
        {
          ...stages.signing,
          outbound_signed: { ...stages.signing.outbound_signed, blocks_since_scheduled: 1_800 },
        },
        { planned_out_txs: [planned.payout, planned.refund] },
      ),
    ),
    "parts-failed": told(
      node(deposit(), inParts({ interval: 4, quantity: 16, count: 6 }), {
        planned_out_txs: [planned.refund],
      }),
    ),
    "paid-with-its-fees": recorded(
      node(deposit(), stages.signed, { out_txs: [sent.payout] }),
      action("swap", [legs.payout]),
    ),
    "refunded-with-its-cost": recorded(
      node(deposit(), stages.signed, { out_txs: [sent.refund] }),
      refundCost([{ asset: "BTC.BTC", amount: "2000" }]),
    ),
    "refunded-with-two-fees": recorded(
      node(deposit(), stages.signed, { out_txs: [sent.refund] }),
      refundCost([
        { asset: "BTC.BTC", amount: "2000" },
        { asset: "ETH.ETH", amount: "2000" },
      ]),
    ),
    "seen-on-the-chain-that-was-named": {
      setting: inWorld((world) => scriptSwap(world, {})),
      questions: [page("/track", `txid=${TXID}&chain=eth&utm_source=x`)],
    },
    "seen-on-the-own-chain": {
      setting: inWorld((world) => scriptSwap(world, {})),
      questions: [page("/track", `txid=${TXID}&chain=THOR`)],
    },
    "two-payouts-with-their-fees": recorded(
      node(deposit(), stages.signed, {
        out_txs: [sent.payout, { ...sent.payout, id: "EE".repeat(32) }],
      }),
      action("swap", [legs.payout, { ...legs.payout, txID: "EE".repeat(32) }]),
    ),
    "refunded-in-another-asset": told(
      node(deposit(), stages.signed, {
        out_txs: [{ ...sent.refund, coins: [{ asset: "BTC/BTC", amount: "4000000" }] }],
      }),
    ),
    "refund-of-rune-on-mayachain": {
      setting: inWorld(
        (world) => scriptSwap(world, node(fromRune, stages.signed, { out_txs: [runeBack] })),
        { network: "mayachain" },
      ),
      questions: [swap(TXID)],
    },
    "order-that-ends-in-minutes-from-a-block-of-before": {
      setting: inWorld((world) => {
        const details = resting({ in: "0", out: "0", count: 0 }, 120);
        scriptSwap(world, { nodes: order("swapping"), details });
        world.frozenAtMs = world.nowMs;
        world.nowMs += 25_000;
      }),
      questions: [swap(TXID)],
    },
    "to-what-is-no-address": told(
      node(deposit("=:ETH.ETH:this.is.no.address.of.any.wallet"), stages.swapping),
    ),
    "with-an-affiliate": told(
      node(deposit(), stages.signed, { out_txs: [sent.affiliate, sent.payout] }),
    ),
    "to-a-chain-that-is-not-known": told(
      node(deposit(), stages.signed, {
        out_txs: [{ ...sent.payout, chain: "NEW", coins: [{ asset: "NEW.NEW", amount: "5" }] }],
      }),
    ),
    "block-is-late": {
      setting: inWorld(
        (world) => {
          scriptSwap(world, node(deposit(), stages.swapping));
          world.frozenAtMs = world.nowMs;
          world.nowMs += 42_000;
        },
        { nodes: 1 },
      ),
      questions: [page("/track", `txid=${TXID}&chain=BTC`)],
    },
    "hostile-words-of-a-record": told({
      ...node(
        deposit('=:ETH.ETH:x:](/nowhere) | **Paid out** `](https://evil.example)"'),
        stages.signed,
        {
          out_txs: [sent.refund],
        },
      ),
      actions: [
        action("refund", [legs.refund], {
          metadata: {
            refund: { memo: "", reason: '</code><script>alert(1)</script> `](/nowhere) | **x** "' },
          },
        }),
      ],
    }),
  },
};

const whole = (change: Change = healthy, options = {}, search = "") =>
  asked(page("/status", search), change, options);
const onlyOne = (more: Readonly<Record<string, number>>) => (world: World) =>
  scriptNodes(world, { mimir: { ...world.mimir, ...more } }, ["node1"]);

export const statusPageScenes: Alike = {
  surface: "markdown",
  scenes: {
    "nothing-is-halted": whole(),
    "arguments-that-are-not-taken": whole(healthy, {}, "chain=DOGE&fields=fees&utm_source=x"),
    "several-chains-in-trouble": whole((world) => {
      Object.assign(world.mimir, { PAUSELPBTC: 1, HALTSIGNINGDOGE: 1, HALTGAIATRADING: 1 });
      world.rows.SOL = null;
      world.rows.BTC = { gas_rate: "750000" };
    }),
    "halted-and-parts-wait": whole((world) => {
      Object.assign(world.mimir, { HALTLTCTRADING: 1, STREAMINGSWAPPAUSE: 1 });
    }),
    "all-but-two-chains": whole((world) => {
      for (const { code, native } of world.preset.chains)
        if (!native && code !== "BTC") world.mimir[`HALT${code}TRADING`] = 1;
    }),
    "pools-paused": whole((world) => {
      for (const pool of ["BTC-BTC", "ETH-ETH", "ETH-USDC-0XA0B8"])
        world.mimir[`PAUSELPDEPOSIT-${pool}`] = 1;
    }),
    "pool-paused-by-one-source": whole((world) => {
      world.mimir["PAUSELPDEPOSIT-ETH-USDC-0XA0B8"] = 1;
      onlyOne({ "PAUSELPDEPOSIT-ETH-ETH": 1 })(world);
    }),
    "deposits-into-pools-halt-later": whole((world) => {
      world.mimir.PAUSELPBTC = toBlock(world).height + 200;
      world.mimir["PAUSELPDEPOSIT-BTC-BTC"] = 1;
    }),
    "halt-began-at-a-block": whole((world) => {
      world.mimir.HALTLTCTRADING = toBlock(world).height - 50;
      world.rows.ETH = { halted: true };
    }),
    "payouts-in-doubt": whole(onlyOne({ HALTSIGNINGETH: 1 })),
    "several-halts-on-mayachain": whole(
      (world) => {
        world.mimir.HALTDASHTRADING = toBlock(world).height - 50;
        world.mimir.HALTSIGNINGBTC = toBlock(world).height - 20;
      },
      { network: "mayachain" },
    ),
    "chain-that-we-do-not-know": whole((world) => listChain(world, "NEW")),
    "sample-data": whole(healthy, { source: "sample" }),
    "no-node-of-one": asked(chain("BTC"), (world) => silence(world, "node0", "indexer0"), {
      nodes: 1,
    }),
  },
};

const ofAssets = (change: Change = healthy) => asked(assets, change);
const OTHER_FEE = { outbound_fee: "9999" };

export const assetPageScenes: Alike = {
  surface: "markdown",
  scenes: {
    "nothing-is-halted": ofAssets(),
    "chain-halted": ofAssets(halt("HALTETHTRADING")),
    "payouts-halted": ofAssets(halt("HALTSIGNINGBTC")),
    "halt-scheduled": ofAssets(halt("HALTETHTRADING", 600)),
    "price-not-known": ofAssets((world) =>
      scriptNodes(world, { pools: poolsWith(world, { asset_tor_price: "0" }) }),
    ),
    "fee-told-differently": ofAssets((world) => changeRow(world, "BTC", OTHER_FEE, "node1")),
    "fee-not-told": ofAssets((world) => {
      world.rows.BTC = { outbound_fee: "0" };
      scriptNodes(world, { outbound_fees: [] });
    }),
    "token-with-its-own-fee": ofAssets(openUsdc),
    "listed-by-one-source": ofAssets((world) =>
      scriptNodes(world, { pools: toPools(world).slice(0, 1) }, ["node1"]),
    ),
    "of-a-chain-without-a-row": ofAssets((world) => {
      world.rows.BTC = null;
    }),
  },
};
