// Questions that the network or this site refuses, and addresses of pages as somebody wrote them.

import { blamedArguments, refusalRows } from "../../fixtures/refusals.ts";
import { poolsWith, refuseWith } from "../../support/changes.ts";
import { TXID } from "../../support/transactions.ts";
import { poolBody } from "../../support/wire.ts";
import {
  type Alike,
  NO_SOURCE,
  type State,
  scripts,
  state,
  statesOf,
  toEth,
  type Verbs,
} from "../state.ts";

const TO = toEth.destination;
const NATIVE = "thor1x2whgc2nt665y0kc44uywhynazvp0l8tp0vtu6";
const TAPROOT = "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr";
const RIPPLE = "rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH";

const everything =
  "liquidity_tolerance_bps=300&affiliate=t&affiliate_bps=30" +
  "&refund_address=bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
const refused = (words: string, code = 400, input = everything) =>
  state(`quote+${input}`, "says", { says: scripts(() => ({ swap: refuseWith(words, code) })) });

/** The first wording of each code, then of each argument that is to blame. */
const firstOfEach = (named: readonly (readonly [string, State])[]) =>
  Object.fromEntries([...named].reverse().toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
const refusals = firstOfEach([
  ...refusalRows.map(([words, code, name]) => [name, refused(words, code)] as const),
  ...blamedArguments.map(([words, argument, name]) => {
    const what = name === undefined ? argument : `${argument}, ${name}`;
    return [`${what} to blame`.replaceAll(/[_ ,]+/g, "-"), refused(words)] as const;
  }),
]);

const verbs: Verbs = {
  shallow: scripts((assets, world) => ({
    pools: poolsWith(
      world,
      {},
      assets.split(" ").map((asset) => poolBody("thorchain", asset, ["9", "9"])),
    ),
  })),
  dogecoin: scripts((_, world) => {
    const depths = ["900000000000000", "60000000000000", "10000000"] as const;
    return { pools: poolsWith(world, {}, [poolBody("thorchain", "DOGE.DOGE", depths)]) };
  }),
};

const chains = "ETH AVAX BASE BSC POL TRON SOL ARB GAIA XRD KUJI DASH".split(" ");
const tokens = [..."ABCDE"];
/** Refused before a node is asked. */
const inputs = `
  unknown-asset | quote+from=NOSUCH
  ambiguous-asset | quote+to=E
  same-asset | quote+to=BTC
  twelve-assets-of-one-name | quote+from=DAI
    | shallow ${chains.map((code) => `${code}.DAI-0X1`).join(" ")}
  two-tokens-of-one-name | quote+from=ETH.DAI | shallow ETH.DAI-0X1 ETH.DAI-0X2
  standard-of-six-tokens | quote+from=ERC-20
    | shallow ${tokens.map((ticker) => `ETH.${ticker}-0X1`).join(" ")}
  no-amount | quote+amount=&destination=
  amount-of-nothing | quote+amount=0
  amount-in-words | quote+amount=one
  amount-too-precise | quote+amount=0.123456789123
  two-amounts | quote+amount_usd=10
  destination-of-another-chain | quote+destination=bc1q
  destination-misspelt | quote+destination=${TO}0
  destination-mistyped | quote+destination=0x5aAfb6053F3E94C9b9A09f33669435E7Ef1BeAed
  destination-with-a-tag | quote+destination=${RIPPLE}:1
  destination-that-divides-a-memo | quote+destination=0x1:2
  refund-address-of-another-chain | quote+refund_address=${RIPPLE}
  affiliate-without-a-share | quote+affiliate=t
  share-without-an-affiliate | quote+affiliate_bps=30
  two-tolerances | quote+tolerance_bps=100&liquidity_tolerance_bps=100
  order-with-a-tolerance | quote+target_out=2&tolerance_bps=100
  unknown-argument | quote+speed=fast
  taproot-address-on-mayachain | quote+from=ETH&to=BTC&amount=1&destination=${TAPROOT} | maya
  address-that-bitcoin-has-too | quote+to=LTC&destination=3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy
    | pools LTC.LTC
  order-so-large-that-nothing-fills-it | quote+amount=0.00000001&target_out=9
  order-between-forms-of-one-asset | quote+to=BTC/BTC&destination=${NATIVE}&target_out=1
  refund-address-of-the-own-chain | quote+from=RUNE&amount=100&refund_address=${NATIVE}
  asset-in-dispute | quote+from=LTC | node1 pools LTC.LTC
  dollars-without-an-agreed-price | quote+from=ETH&to=BTC&amount=&destination=&amount_usd=5
    | pool asset_tor_price=0
  chain-that-the-network-does-not-have | inbounds:NOPE
  transaction-of-any-chain | swap:?
  transaction-of-bitcoin | swap:?@BTC
  transaction-of-solana | swap:?@SOL
  address-as-a-transaction | swap:${RIPPLE}
  transaction-of-an-unknown-chain | swap:?@ZZZ9
  dollars-without-a-price | quote+from=ETH.USDC&to=BTC&amount=&destination=&amount_usd=5
    | indexer0 silent`;

const TOO_SMALL = "refuses swap too small, recommended_min_amount_in: 4412";

/** What a page of another site shows, and what is told to whoever builds it. */
const frames = `
  network-in-a-frame | status
  halted-network-in-a-frame | status?theme=dark | all HALTTRADING=1; asked
  network-not-read-in-a-frame | status | ${NO_SOURCE}
  chain-in-a-frame | status?chain=btc
  payouts-disputed-in-a-frame | status?chain=btc | node1 HALTSIGNINGBTC=1
  payouts-halted-in-a-frame | status?chain=btc | all HALTSIGNINGBTC=1
  outvoted-node-in-a-frame | status?chain=btc | 3 nodes; node0 HALTBTCTRADING=1
  halt-to-come-in-a-frame | status?chain=btc | all HALTBTCTRADING=25001100
  chain-not-listed-in-a-frame | status | all -SOL
  halted-chain-in-a-frame | status?chain=Bitcoin&theme=light | all HALTBTCTRADING=1; asked
  chain-that-no-frame-has | status?chain=nope
  theme-that-no-frame-has | status?theme=blue
  argument-that-no-frame-takes | status?colour=blue
  quote-in-a-frame | quote?from=BTC&to=ETH&amount=0.1
  quote-of-a-halted-network-in-a-frame | quote?from=BTC&to=ETH&amount=0.1
    | all HALTTRADING=1; asked
  quote-not-read-in-a-frame | quote?from=BTC&to=ETH&amount=0.1 | ${NO_SOURCE}
  quote-of-an-unusual-amount-in-a-frame | quote?from=BTC&to=ETH&amount=5000
  quote-refused-in-a-frame | quote?from=BTC&to=ETH&amount=0.00001 | ${TOO_SMALL}
  frame-without-a-question | quote?theme=dark
  frame-with-an-address | quote?from=BTC&to=ETH&amount=0.1&destination=x
  frame-with-an-amount-that-is-none | quote?from=BTC&to=ETH&amount=much
  frame-with-an-asset-of-two-meanings | quote?from=BTC&to=USDC&amount=1
    | pools ETH.USDC-0XA0B8 ETH.USDC-0X${"E7".repeat(20)}`;

const LONG = "1".repeat(161);
const fields = ["from", "to", "amount", "destination", "refund_address", "tolerance", "streaming"];
/** What the form says of each argument that is wrong, and what it makes of it. */
const quoteForms = `
  nothing-asked
  no-amount-yet | from=BTC&to=eth
  no-pair-trades | | all HALTTRADING=1
  pools-not-read | | lacks pools
  everything-too-long | ${fields.map((name) => `${name}=${LONG}`).join("&")}
  no-assets-named | from=&to=&amount=1
  asset-name-too-long | from=${"B".repeat(121)}&to=ETH&amount=1
  asset-with-two-meanings | from=BTC&to=USDC&amount=1
    | pools ETH.USDC-0XA0B8 ETH.USDC-0X${"E7".repeat(20)}
  asset-with-twelve-meanings | from=DAI&to=BTC&amount=1
    | shallow ${chains.map((code) => `${code}.DAI-0X1`).join(" ")}
  amount-in-another-currency | &amount=500&unit=eur
  amount-in-euros | &amount=€500
  dollars-and-an-asset | &amount=$500 BTC
  two-amounts | &amount=1&amount_usd=5
  amount-of-another-asset | &amount=500 ETH
  amount-of-no-known-asset | from=BT&to=ETH&amount=500 XYZ
  amount-with-two-readings | &amount=1,500
  amount-too-large | &amount=${"1".repeat(19)}
  amount-too-fine | &amount=0.123456789
  amount-in-words | &amount=much
  amount-in-odd-groups | &amount=10,00,0
  amount-that-ends-with-a-point | &amount=5.
  amount-in-hexadecimal | &amount=0x10
  asset-that-nobody-knows | from=NOSUCHASSET&to=ETH&amount=1
  amount-below-the-least | &amount=0.000000001
  no-amount | &amount=
  amount-below-zero | &amount=-5
  dollars-of-almost-nothing | &amount=$0.00000001
  dollars-of-a-dollar-token | from=eth.usdc&to=btc&amount=$500 | usdc
  dollars-of-a-cheap-asset | from=DOGE.DOGE&to=btc&amount=$500 | dogecoin
  dollars-and-no-quote | &amount=$500 | lacks pools swap
  pair-not-named | &amount=1 | lacks pools
  nothing-could-be-read | &amount=1 | ${NO_SOURCE}
  address-that-the-network-refuses | &amount=1&destination=${TO}
    | refuses bad destination address: no
  address-too-long | &amount=1&destination=${"1".repeat(129)}
  refund-address-of-another-chain | &amount=1&refund_address=${TO}
  tolerance-in-words | &amount=1&tolerance=much
  tolerance-of-nothing | &amount=1&tolerance=0
  tolerance-of-everything | &amount=1&tolerance=100
  tolerance-in-a-link | &amount=1&liquidity_tolerance_bps=10000
  tolerance-of-the-price | &amount=1&tolerance_bps=10001
  tolerance-of-the-price-in-a-link | &amount=1&tolerance_bps=300
  two-tolerances | &amount=1&tolerance=3&tolerance_bps=300
  parts-in-words | &amount=1&streaming=many
  parts-too-far-apart | &amount=1&streaming=1001
  argument-of-the-json-alone | &amount=1&affiliate=t
  argument-misspelt | &amount=1&tolerence=3&utm_source=x
  argument-given-twice | &amount=1&amount=2&streaming=1&streaming=2
  amount-refused-above-the-minimum | &amount=0.1 | ${TOO_SMALL}
  recommended-minimum-offered | &amount=0.00001 | ${TOO_SMALL}`;

const OTHER = "9F8E".repeat(16);
const trackForms = `
  nothing-asked | chain=eth
  no-id | txid=
  id-too-long | txid=${"A".repeat(200)}
  id-without-its-end | txid=${TXID.slice(0, 62)}
  id-that-is-markup | txid=<b>&chain=nowhere
  address-in-place-of-an-id | txid=${TO}
  id-of-no-such-chain | txid=${TXID}&chain=SOL
  two-ids | txid=${TXID} ${OTHER}
  arguments-given-twice | txid=${TXID}&txid=${OTHER}&chain=BTC&chain=ETH
  argument-misspelt | hash=${TXID}&chian=BTC`;

export const questionScenes: Readonly<Record<string, Alike>> = {
  "alike-refusals-of-nodes": {
    surface: "tool",
    scenes: {
      ...refusals,
      "no-destination": refused("bad destination address: empty", 400, "destination="),
      "memo-too-long-with-nothing-to-leave-out": refused(
        "generated memo too long for source chain",
        400,
        "",
      ),
      "limit-orders-require-the-queue": refused("limit orders require it"),
      "amount-below-the-recommended-minimum": refused(
        "swap too small; recommended_min_amount_in: 990000000",
      ),
      "no-words": refused("", 500),
    },
  },
  /** A page asks without an affiliate. */
  "alike-refusals-on-the-page": {
    surface: "markdown",
    scenes: firstOfEach(
      refusalRows.map(([words, code, name]) => [name, refused(words, code, "")] as const),
    ),
  },
  "alike-questions-refused": { surface: "tool", scenes: statesOf("quote", inputs, verbs) },
  "alike-forms-of-a-quote": {
    surface: "markdown",
    scenes: statesOf("/quote?", quoteForms, verbs),
  },
  "alike-frames": { surface: "markdown", scenes: statesOf("frame:", frames) },
  "alike-forms-of-a-swap": { surface: "markdown", scenes: statesOf("/track?", trackForms) },
};
