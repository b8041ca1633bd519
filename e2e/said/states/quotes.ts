// What must be said before somebody sends, why nothing may be sent, and what only pages say.

import { userAddress } from "../../mcp/text-scenes.ts";
import { poolsWith } from "../../support/changes.ts";
import { poolBody, type Row } from "../../support/wire.ts";
import { down, type Reply, toPools, type World } from "../../support/world.ts";
import {
  type Alike,
  NO_LIMIT,
  NO_SOURCE,
  type States,
  scripts,
  statesOf,
  toEth,
  USDC,
  type Verbs,
} from "../state.ts";

const TO = toEth.destination;
const BTC = userAddress("BTC");
/** The sender's own address of Bitcoin. */
const OWN = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
const NATIVE = "thor1x2whgc2nt665y0kc44uywhynazvp0l8tp0vtu6";
const THIEF = `0x${"66".repeat(20)}`;

type Change = (reply: Row, world: World) => Reply;
/** What a node answers where swaps in one part, or in several, are asked for. */
function answerTo(world: World, way: string, change: Change): void {
  const before = world.intercept;
  world.intercept = (name, url, reply) => {
    const isQuote = url.pathname.endsWith("/quote/swap");
    const isOne = url.searchParams.get("streaming_quantity") === "1";
    const answer = before(name, url, reply);
    return isQuote && isOne === (way === "one") ? change(answer as Row, world) : answer;
  };
}
const scaled = (reply: Row, factor: number) => ({
  ...reply,
  expected_amount_out: `${Math.round(Number(reply.expected_amount_out) * factor)}`,
});

const verbs: Verbs = {
  /** The two ways to swap bring different outputs: that in "one" part, or in "several", is less. */
  less: (world, way) => answerTo(world, way, (reply) => scaled(reply, 0.97)),
  unquoted: (world, way) => answerTo(world, way, () => down),
  "halt-begins": (world) =>
    answerTo(world, "one", (reply) => {
      if (world.mimir.HALTBTCTRADING !== 1) world.nowMs += 7_000;
      world.mimir.HALTBTCTRADING = 1;
      return reply;
    }),
  "large-costs-more": (world) => {
    const change: Change = (reply) =>
      Number(reply.expected_amount_out) > 1e9 ? scaled(reply, 0.8) : reply;
    for (const way of ["one", "several"]) answerTo(world, way, change);
  },
  /** A pool as deep as that of Bitcoin, so that 0.1 of its asset is worth as much. */
  deep: scripts((asset, world) => {
    const pools = toPools(world);
    const hasPool =
      asset === world.preset.nativeAsset || pools.some((pool) => pool.asset === asset);
    const { short_code: _, ...bitcoin } = pools[0] as Row;
    return { pools: hasPool ? pools : [...pools, { ...bitcoin, asset }] };
  }),
  litecoin: scripts((_, world) => {
    const cheap = ["8000000000000000", "4000000000000000", "7500000"] as const;
    return { pools: poolsWith(world, {}, [poolBody("thorchain", "LTC.LTC", cheap)]) };
  }),
  /** A second pool whose token has the ticker of the first one. */
  twin: scripts((_, world) => {
    const { pools } = world.scripts.node0 ?? {};
    const twin = poolBody("thorchain", `ETH.USDC-0X${"E7".repeat(20)}`, ["1", "1", "1"]);
    return { pools: [...(pools as readonly Row[]), twin] };
  }),
};

const MEMO = `quote memo==:ETH.ETH:${TO}`;
const ORDERS_ON = "all ENABLEADVSWAPQUEUE=1";
const PARTS_WAIT = "all STREAMINGSWAPPAUSE=1";
const PAGE = "/quote?&amount=0.1";
const HALT_SOON = "all HALTETHTRADING=H+100";
const NINE_PARTS = "quote max_streaming_quantity=9&streaming_swap_blocks=9";
/** At unchanged depths, 20 of 100 BTC would bring most of what they are worth. */
const THIN_POOLS =
  "expected_amount_out=33000000000&max_streaming_quantity=9&streaming_swap_blocks=3";

/** The quotes that may be sent come first. */
export const quoteStates: States = statesOf(
  "quote+",
  `
  quote-that-may-be-sent
  quote-in-dollars | amount=&destination=&amount_usd=5000&destination=${TO}
  large-swap-moves-the-price | amount=1
  swap-so-large-that-half-is-lost | amount=300
  fees-take-much-of-a-small-swap | amount=0.001
  no-limit-on-the-price | ${NO_LIMIT}
  pools-too-thin-for-the-parts | amount=20&liquidity_tolerance_bps=9000
    | quote limit=3300000000&${THIN_POOLS}
  parts-not-applied | ${NO_LIMIT}&streaming=3/10
    | quote max_streaming_quantity=1&memo==:ETH.ETH:${TO}:0/3/1
  parts-wait-with-no-end-date | ${NO_LIMIT}&streaming=3/12 | ${PARTS_WAIT}; quote \
    memo==:ETH.ETH:${TO}:0/3/12&max_streaming_quantity=12&streaming_swap_blocks=33
  payouts-halted | | all HALTSIGNINGETH=1
  refunds-halted | | all HALTSIGNINGBTC=1
  halt-scheduled-that-a-late-deposit-may-meet | | all HALTETHTRADING=H+1250
  halt-of-refunds-scheduled | | all HALTSIGNINGBTC=H+140
  refund-to-another-address | from=ETH&to=BTC&amount=1&destination=${BTC}&refund_address=${TO}
    | quote memo==:BTC.BTC:${BTC}/${TO}:5318348
  halt-scheduled-after-the-swap | | all HALTETHTRADING=H+2400
  limit-order-waits-for-its-price | amount=1&target_out=18 | ${ORDERS_ON}
  limit-order-below-the-market | amount=1&target_out=16 | ${ORDERS_ON}
  limit-order-at-a-coarse-price | to=LTC&destination=${userAddress("LTC")}&target_out=100000
    | ${ORDERS_ON}; litecoin; quote expected_amount_out=9950000000000
  token-only-through-its-router | from=eth.usdc&to=BTC&amount=500&destination=${BTC}
    | usdc; quote memo==:BTC.BTC:${BTC}:604310&expected_amount_out=623000
  token-without-a-minimum | from=eth.usdc&to=BTC&amount=500&destination=${BTC}&${NO_LIMIT}
    | usdc; quote memo==:BTC.BTC:${BTC}&expected_amount_out=623000
  from-an-evm-chain-by-its-router | from=ETH&to=BTC&amount=1&destination=${BTC}
  from-the-networks-own-chain | from=RUNE&amount=50000&${NO_LIMIT}
    | ${MEMO}&expected_amount_out=178400000&fees.liquidity=900000&fees.total=1500000\
&fees.total_bps=84&fees.slippage_bps=50
  from-the-networks-own-chain-with-a-minimum | from=RUNE&amount=50000
    | ${MEMO}:173048000&expected_amount_out=178400000&fees.liquidity=900000&fees.total=1500000\
&fees.total_bps=84&fees.slippage_bps=50
  affiliate-takes-a-share | affiliate=t&affiliate_bps=30
    | quote memo+=:t:30&fees.affiliate=540000
  one-operator-speaks-alone | | 1 node
  outvoted-node-told-another-output | | 3 nodes; node1 quote expected_amount_out=900000
  notes-of-the-nodes | | quote notes=First output should be to inbound_address.
  nobody-to-pay | destination=
  two-vaults | | node1 BTC.address=bc1qother
  memo-pays-a-thief | | node1 quote memo==:ETH.ETH:${THIEF}
  trading-halted-for-a-quote | | all HALTTRADING=1
  halt-comes-before-the-swap-is-done | | all HALTBTCTRADING=H+20
  sources-expect-different-outputs | | node1 quote expected_amount_out=100000000
  one-node-quotes | | node1 fails 503 swap
  one-refuses-the-other-quotes | | node1 refuses swap too small
  payout-to-a-vault | | all ETH.address=${TO}
  payout-to-nobody | destination=0x${"0".repeat(40)}
  one-source-schedules-a-halt-of-payouts | | node1 HALTSIGNINGETH=H+100
  quote-already-expired | | quote expiry=now-60
  dust-is-ignored | amount=0.000005&${NO_LIMIT}
  fees-would-take-everything | amount=0.0001&${NO_LIMIT}
  memo-too-long-for-bitcoin | refund_address=${OWN}&${NO_LIMIT}
    | ${MEMO}/${OWN}
  pools-not-read-for-a-quote | | lacks pools
  no-source-for-a-quote | | ${NO_SOURCE}
  limit-orders-off | amount=1&target_out=18`,
  verbs,
);

const ofTrade = `from=BTC~BTC&to=ETH~ETH&destination=${NATIVE}`;
const order = "amount=1&target_out=18";
/** Each reason for which a quote has no memo and no address. */
const withheld = `
  memo-missing | | quote memo=none
  memo-not-plain | ${NO_LIMIT} | ${MEMO}%20
  memo-of-no-swap | ${NO_LIMIT} | quote memo=+:ETH.ETH:${TO}
  memo-for-another-asset | ${NO_LIMIT} | quote memo==:BTC.BTC:${TO}
  memo-with-a-refund-address | ${NO_LIMIT} | ${MEMO}/${THIEF}
  memo-with-another-refund-address | ${NO_LIMIT}&refund_address=${OWN} | ${MEMO}/${THIEF}
  memo-without-the-refund-address | ${NO_LIMIT}&refund_address=${OWN} | ${MEMO}
  memo-with-another-affiliate | ${NO_LIMIT}&affiliate=t&affiliate_bps=30 | ${MEMO}::t:50
  memo-without-the-affiliate | ${NO_LIMIT}&affiliate=t&affiliate_bps=30 | ${MEMO}
  memo-for-another-receiver | ${NO_LIMIT} | quote memo==:ETH.ETH:${THIEF}
  memo-with-an-address-for-a-name | ${NO_LIMIT}&destination=mario | ${MEMO}
  memo-with-another-field | ${NO_LIMIT} | ${MEMO}::t:50
  memo-with-a-bad-limit | ${NO_LIMIT} | ${MEMO}:much
  memo-in-other-parts | ${NO_LIMIT} | ${MEMO}:0/9/9
  memo-with-another-limit | ${NO_LIMIT} | ${MEMO}:1
  memo-too-long-with-an-affiliate
    | ${NO_LIMIT}&refund_address=${OWN}&affiliate=affiliatename&affiliate_bps=30
    | ${MEMO}/${OWN}::affiliatename:30
  limits-apart | | node1 quote limit=179500000
  figures-apart | | node1 quote recommended_min_amount_in=990000
  more-than-the-pools-give | ${NO_LIMIT} | quote expected_amount_out=9900000000
  less-than-half-of-the-pools | ${NO_LIMIT} | quote expected_amount_out=9900000
  other-address-than-the-list | | quote inbound_address=bc1qother
  token-without-a-router | from=ETH.USDC&to=BTC&amount=500&destination=${OWN}
    | all ETH.router=; quote router=; all-pools status=Available
  no-expiry | | quote expiry=none
  expiry-too-far | | quote expiry=now+7200
  nothing-paid-out | ${NO_LIMIT} | quote expected_amount_out=0
  below-the-recommended-minimum | | quote recommended_min_amount_in=20000000
  cost-too-high | amount=150
  to-the-contract-of-a-token | | pools ETH.TKN-${TO.toUpperCase()}
  one-source-says-the-chain-is-paused | | node1 BTC.chain_trading_paused=true
  deposit-not-known | from=NEW.NEW&amount=1 | lists NEW; pools NEW.NEW
  chain-not-listed | to=NEW.NEW&destination= | pools NEW.NEW
  memo-too-long-with-nothing-to-leave-out | ${NO_LIMIT}&amount=0.001&to=${USDC}
    | usdc; quote expected_amount_out=7950000000
  parts-bring-less-than-the-limit | amount=20 | quote limit=32010000000&${THIN_POOLS}
  payouts-halted-by-one-source | | node1 HALTSIGNINGETH=1
  both-refuse-for-two-reasons
    | | node0 refuses swap too small; node1 refuses bad destination address
  one-refuses-and-the-other-fails | | node0 refuses swap too small; node1 fails 503 swap
  no-node-quotes | | fails 503 swap
  pool-gone | | one-pool
  pool-depths-apart | | node1 pool balance_asset=1
  vault-in-alarm | | all COMPROMISEDVAULT-ABC=1
  halt-after-some-hours-of-parts | amount=0.3 | all HALTETHTRADING=H+400; quote \
    max_streaming_quantity=40&streaming_swap_blocks=5000&streaming_swap_seconds=30000
  order-with-orders-not-checked | ${order} | ${ORDERS_ON}; node1 ENABLEADVSWAPQUEUE=0
  order-for-another-output | ${order} | ${ORDERS_ON}; order expected_amount_out=1900000000
  order-that-rests-differently | ${order} | ${ORDERS_ON}; node1 order memo-43200=100
  order-with-an-affiliate | ${order}&affiliate=t&affiliate_bps=30
    | ${ORDERS_ON}; order memo+=:t:30
  order-at-half-the-price | amount=1&target_out=8 | ${ORDERS_ON}
  order-without-a-destination | ${order}&destination=
  orders-off | ${order}
  synth-to-be-burnt | from=BTC/BTC | all BURNSYNTHS=1
  trade-assets-off | ${ofTrade}
  maya-trade-assets-not-booked-out | from=BTC~BTC
    | maya; all TRADEACCOUNTSENABLED=1 TRADEACCOUNTSWITHDRAWENABLED=0
  trade-assets-not-booked-in | to=ETH~ETH&destination=${NATIVE}
    | all TRADEACCOUNTSENABLED=1 TRADEACCOUNTSDEPOSITENABLED=0
  secured-assets-halted | from=BTC-BTC&to=ETH-ETH&destination=${NATIVE} | all HALTSECUREDGLOBAL=1
  tcy-halted | to=THOR.TCY&destination=${NATIVE} | all HALTTCYTRADING=1; pools THOR.TCY
  synth-switched-off | to=ETH/ETH&destination=${NATIVE} | all MINTSYNTHS=1`;

/** Each reason for which a figure of a quote is not known. */
const figures = `
  times-apart | | node1 quote inbound_confirmation_seconds=2461&total_swap_seconds=2641
  time-stated-by-one-source | | node1 quote total_swap_seconds=none
  parts-and-minimum-stated-by-one-source
    | | node1 quote max_streaming_quantity=7&recommended_min_amount_in=none
  time-stated-by-nobody | | quote outbound_delay_seconds=none
  parts-stated-by-nobody | streaming=2/0
  fee-stated-by-one-source | | node1 quote fees.outbound=none
  gas-rate-not-stated | | all BTC.gas_rate=none
  parts-wait-so-no-time
    | | ${PARTS_WAIT}; quote max_streaming_quantity=12&streaming_swap_blocks=5
  prices-not-known | | indexer0 silent
  fees-take-the-whole-minimum | amount=0.001&liquidity_tolerance_bps=9000
  from-the-native-chain | from=RUNE&amount=100`;

/** A sender of each family. Of the networks' own assets, as much as 0.1 BTC is worth. */
const senders = {
  bitcoin: "BTC.BTC",
  litecoin: "LTC.LTC",
  zcash: "ZEC.ZEC",
  evm: "AVAX.AVAX",
  solana: "SOL.SOL",
  cosmos: "GAIA.ATOM",
  xrp: "XRP.XRP",
  tron: "TRON.TRX",
  native: "THOR.RUNE",
  "maya-bitcoin": "BTC.BTC",
  "maya-dash": "DASH.DASH",
  "maya-zcash": "ZEC.ZEC",
  "maya-zcash-shielded": "ZEC.ZEC",
  "maya-thorchain": "THOR.RUNE",
  "maya-cosmos": "KUJI.KUJI",
  "maya-native": "MAYA.CACAO",
};
const deposits = Object.entries(senders).map(([name, from]) => {
  const amount = name.endsWith("native") ? "50000" : "0.1";
  const shielded = name.endsWith("shielded") ? "all ZEC.shielded_memo_config=on; " : "";
  const world = `${name.startsWith("maya") ? "maya; " : ""}${shielded}`;
  const fees = "fees.liquidity=900000&fees.total=1500000&fees.total_bps=84&fees.slippage_bps=50";
  return `${name} | from=${from}&amount=${amount}&${NO_LIMIT}
    | ${world}deep ${from}; ${MEMO}&expected_amount_out=178400000&${fees}`;
});

/** What only pages say. */
const quotePages = `
  dollars-with-two-readings | /quote?&amount=$5.500
  fewer-dollars-than-the-fees | /quote?&amount=$0.05 | refuses swap too small
  more-than-the-pools-give | /quote?&amount=500 | quote expected_amount_out=990000000000
  more-than-the-pools-can-swap | /quote?&amount=500 | refuses swap insufficient funds for outbound request
  refund-of-parts-whose-fee-is-not-known
    | quote+streaming=3/9 | ${NINE_PARTS}; all BTC.outbound_fee=none
  worth-above-a-million | /quote?&amount=13
  amount-read-as-decimal | /quote?&amount=1.500
  refund-address-alone | /quote?&amount=0.1&refund_address=${OWN}
  both-addresses
    | quote+from=ETH&to=BTC&amount=1&destination=${OWN}&refund_address=${TO}&${NO_LIMIT}
    | quote memo==:BTC.BTC:${OWN}/${TO}
  token-with-a-twin | quote+to=${USDC}&destination= | usdc; twin
  chain-not-listed | quote+to=NEW.NEW&destination= | pools NEW.NEW
  chain-without-a-row | | all -ETH
  halt-begins-while-two-ways-are-compared | ${PAGE} | ${NINE_PARTS}; halt-begins
  limit-whose-fees-are-not-known | | quote fees.outbound=none
  in-parts | | ${NINE_PARTS}
  in-parts-and-one-part-costs-more | ${PAGE} | ${NINE_PARTS}; less one
  in-parts-and-one-part-costs-less | ${PAGE} | ${NINE_PARTS}; less several
  in-one-part-and-parts-cost-less | ${PAGE}&streaming=1/1 | ${NINE_PARTS}; less one
  in-one-part-and-parts-cost-the-same | ${PAGE}&streaming=1/1 | ${NINE_PARTS}
  in-parts-and-one-part-is-not-quoted | ${PAGE} | ${NINE_PARTS}; unquoted one
  in-one-part-and-parts-are-not-quoted
    | ${PAGE}&streaming=1/1 | ${NINE_PARTS}; unquoted several
  parts-wait-and-one-part-brings-less | ${PAGE} | ${PARTS_WAIT}; ${NINE_PARTS}; less one
  parts-wait-and-one-part-is-not-quoted
    | ${PAGE} | ${PARTS_WAIT}; ${NINE_PARTS}; unquoted one
  parts-wait-by-one-source | ${PAGE} | node1 STREAMINGSWAPPAUSE=1; ${NINE_PARTS}
  thin-pools-for-one-part | /quote?&amount=20&streaming=1/1
  thin-pools-for-less-than-the-minimum | /quote?&amount=20&streaming=1/1
    | quote recommended_min_amount_in=500000000
  wide-tolerance | ${PAGE}&liquidity_tolerance_bps=5000
  estimate-of-a-token | quote+from=eth.usdc&to=BTC&amount=500&destination=
    | usdc; quote expected_amount_out=623000
  estimate-from-the-native-chain | quote+from=RUNE&amount=50000&destination=
    | quote expected_amount_out=178400000&fees.liquidity=900000&fees.total=1500000\
&fees.total_bps=84&fees.slippage_bps=50
  token-of-unknown-decimals | quote+from=${USDC}&to=BTC&amount=500&destination=
    | all-pools status=Available
  only-one-source | | node1 silent
  in-parts-on-mayachain | quote+streaming=3/9 | maya; ${NINE_PARTS}
  warned-of-several-things | quote+${NO_LIMIT}&amount=2 | ${PARTS_WAIT}
  halt-comes-soon | | ${HALT_SOON}
  chain-not-watched | | all HALTBTCCHAIN=1
  source-chain-halted | | all HALTBTCTRADING=1`;

const sizes = `
  may-be-sent
  chain-halted | | all HALTETHTRADING=1
  payouts-halted | | all HALTSIGNINGETH=1
  halt-comes-soon | | ${HALT_SOON}
  no-source-answers | | ${NO_SOURCE}
  pools-not-read | | lacks pools
  newest-block-is-late | | stops 42000
  no-pool-of-the-pair | | one-pool
  output-not-known | | quote expected_amount_out=990000000000
  prices-not-known | | quote fees.outbound=none
  one-size-costs-much | | all ETH.outbound_fee=600; large-costs-more`;

const scenesOf = (question: string, table: string) => statesOf(question, table, verbs);

export const quoteScenes: Readonly<Record<string, Alike>> = {
  "alike-quotes-withheld": { surface: "tool", scenes: scenesOf("quote+", withheld) },
  "alike-figures-not-known": { surface: "tool", scenes: scenesOf("quote+", figures) },
  "alike-ways-to-deposit": {
    surface: "markdown",
    scenes: scenesOf("quote+", deposits.join("\n")),
  },
  "alike-pages-of-a-quote": {
    surface: "markdown",
    scenes: {
      ...scenesOf("quote", "may-be-sent"),
      ...scenesOf("quote+", figures),
      ...scenesOf("quote", quotePages),
    },
  },
  "alike-tables-of-four-sizes": { surface: "markdown", scenes: scenesOf("sizes", sizes) },
};
