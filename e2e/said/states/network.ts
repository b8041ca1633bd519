// What stops a network, a chain, a pool or our sources: pages of the network, tools and documents.

import { changeRows, poolsWith, scriptNodes } from "../../support/changes.ts";
import { poolBody } from "../../support/wire.ts";
import { createWorld, hang, toPools } from "../../support/world.ts";
import {
  type Alike,
  NO_SOURCE,
  type State,
  type States,
  scripts,
  state,
  statesOf,
  type Verbs,
} from "../state.ts";

/** A vault of Radix, where nobody checked what the network sees. */
const radix: State = {
  setting() {
    const world = createWorld({ network: "mayachain" });
    const depths = ["1000000000000000", "100000000000000000"] as const;
    const assets = ["BTC.BTC", "ETH.ETH", "XRD.XRD"];
    scriptNodes(world, { pools: assets.map((asset) => poolBody("mayachain", asset, depths)) });
    world.rows.XRD = {
      address: "account_rdx129gdqkf3uh5y9y73d3yj9dgapwa2tr00zxtzy5q7tjw5dr6ygh703d",
      router: "component_rdx1cqrouter",
      gas_rate_units: "costunits",
    };
    return world;
  },
  questions: state("chain:XRD").questions,
};

const verbs: Verbs = {
  vaultless: (world) => {
    for (const { code } of world.preset.chains) world.rows[code] = { address: "" };
  },
  twice: (world, chain) =>
    changeRows(world, (rows) => [...rows, ...rows.filter((row) => row.chain === chain)]),
  unpriced: scripts((asset, world) => {
    const pool = poolBody("thorchain", asset, ["145520480984", "4000000000000000"]);
    return { pools: poolsWith(world, {}, [pool]) };
  }),
  "pools-twice": scripts((_, world) => ({ pools: [...toPools(world), ...toPools(world)] })),
  "no-certificate": scripts(() => ({
    "*": () => {
      const cause = Object.assign(new Error("expired"), { code: "CERT_HAS_EXPIRED" });
      throw new TypeError("fetch failed", { cause });
    },
  })),
  hangs: scripts(() => ({ "*": hang })),
  surprises: scripts(() => ({ "*": { surprise: true } })),
  "clock-behind": (world) => {
    world.offsetMs = -120_000;
    world.restart();
  },
  older: (world, blocks) => {
    world.startHeight -= Number(blocks);
  },
  "all-but": (world, chain) => {
    for (const { code, native } of world.preset.chains)
      if (!native && code !== chain) world.mimir[`HALT${code}TRADING`] = 1;
  },
  "no-fees": scripts(() => ({ outbound_fees: [] })),
};

const HALTED_THEN = "all HALTTRADING=1; asked";

export const networkStates: States = {
  ...statesOf(
    "",
    `
    nothing-is-halted | status, statuspage, chain:BTC, inbounds, assets
    all-trading-halted | status, statuspage, chain:ETH, inbounds, assets | all HALTTRADING=H-100
    one-chain-halted | status, chain:LTC | all HALTLTCTRADING=H-50
    chain-halted-by-a-flag-of-its-row | chain:LTC
      | all LTC.halted=true LTC.chain_trading_paused=true
    halted-by-the-flag-of-all-chains | status | all LTC.global_trading_paused=true
    chain-insolvent-and-halted | chain:DOGE | all SOLVENCYHALTDOGECHAIN=H-10
    chain-not-watched | chain:BTC | all HALTBTCCHAIN=1
    payouts-of-one-chain-halted | status, statuspage, chain:BTC | all HALTSIGNINGBTC=1
    payouts-of-all-chains-halted | status | all HALTSIGNING=1
    trading-and-payouts-halted | chain:ETH | all HALTETHTRADING=1 HALTSIGNINGETH=1
    all-paused-until-a-block | status | all NODEPAUSECHAINGLOBAL=H+500
    halts-scheduled | status, statuspage, inbounds | all HALTDOGETRADING=H+600 HALTSIGNING=H+900
    halt-due-before-a-deposit-arrives | statuspage, chain:BTC | all HALTBTCTRADING=H+20
    halt-due-while-liquidity-is-paused | statuspage | all PAUSELP=1 HALTBTCTRADING=H+20
    payouts-of-one-chain-halt-soon | statuspage, chain:BTC | all HALTSIGNINGBTC=H+20
    large-swaps-wait | status | all STREAMINGSWAPPAUSE=1
    liquidity-paused | status | all PAUSELPBCH=1
    deposits-into-pools-paused | status | all PAUSELPDEPOSIT-BTC-BTC=1 PAUSELPDEPOSIT-ETH-ETH=1
    chain-ended-for-good | chain:LTC | all RAGNAROK-LTC-LTC=1
    one-vault-compromised | status, inbounds | all COMPROMISEDVAULT-ABC=1
    router-of-a-chain-being-replaced | chain:ETH | all MIMIRUPGRADECONTRACTETH=1
    network-about-to-migrate | status | all SCHEDULEDMIGRATION=H+300
    chain-no-longer-listed | statuspage, chain:SOL | all -SOL
    no-chain-has-a-vault | status | vaultless
    pool-halted-by-itself | assets, quote+destination= | pool trading_halted=true
    pool-being-closed | status, assets | all RAGNAROK-ETH-ETH=1; pool status=Suspended
    no-source-answers | status, statuspage, inbounds, assets, swap | ${NO_SOURCE}
    only-one-source-answers | status, inbounds, quote | node1 silent
    newest-block-is-late | status, assets, quote | stops 42000
    network-makes-no-blocks | status, quote | stops 300000
    halted-when-last-read | status, chain:BTC, quote
      | ${HALTED_THEN}; stops 100000; node0 silent; node1 silent
    indexer-silent | status, quote | indexer0 silent
    pools-not-read | status, assets | lacks pools
    one-source-says-all-is-halted | status, inbounds, assets | node1 HALTTRADING=1
    one-source-says-a-chain-is-halted | status, statuspage, chain:BTC | node1 HALTBTCTRADING=1
    one-source-schedules-a-halt | chain:BTC | node1 HALTBTCTRADING=H+100
    two-vaults-of-one-chain | chain:BTC, inbounds | node1 BTC.address=bc1qother
    two-routers-of-one-chain | chain:ETH | node1 ETH.router=0xother
    sources-blocks-apart | status, inbounds | node1 -40
    outvoted-node-says-halted | status | 3 nodes; node0 HALTTRADING=1
    maya-nothing-is-halted | status, chain:MAYA, assets, quote | maya
    maya-all-trading-halted | status, quote | maya; all HALTTRADING=1
    maya-pool-halted-by-itself | status, assets | maya; all HALTTRADING-ETH-ETH=1
    maya-payouts-halted | status, quote | maya; all HALTSIGNINGETH=H-5
    maya-limit-orders-not-offered | quote+target_out=2 | maya
    maya-refuses-with-http-200 | quote | maya; refuses 200 swap too small
    maya-no-source-answers | status | maya; ${NO_SOURCE}`,
    verbs,
  ),
  "maya-radix-vault": radix,
};

/** Each reason for which nothing at all is known. */
const nothingRead = `
  no-secure-connection | | no-certificate
  no-answer-in-time | | 200 ms; hangs
  answers-that-are-no-answers | | fails 500 *
  form-that-nobody-knows | | surprises
  halts-not-told | | lacks mimir
  chains-not-told | | lacks inbound_addresses
  newest-block-not-told | | all no-height
  time-of-no-block-told | | all no-block; indexer0 silent
  our-clock-is-behind | | clock-behind
  node-shows-an-older-block-than-before | | asked; after 6000; all -500
  nodes-show-older-blocks-than-before | | asked; after 6000; older 500
  halted-and-then-an-older-block | | ${HALTED_THEN}; after 6000; all HALTTRADING=0; older 4
  two-nodes-of-one-operator | | 1 operator
  outvoted-node-lists-another-vault | | 3 nodes; node0 BTC.address=other
  node-behind-the-clock | | 1 node; node0 -8
  halted-by-a-node-behind | | 1 node; all HALTTRADING=1; node0 -8
  halted-by-a-node-that-went-back | | 1 node; asked; after 6000; all HALTTRADING=1; node0 -12`;

/** Each doubt about one chain or pool. */
const doubts = `
  one-source-lists-no-chain | chain:SOL | node1 -SOL
  chain-listed-twice | chain:SOL | twice SOL
  vault-without-an-address | chain:SOL | all SOL.address=
  flag-left-out | chain:SOL | all SOL.halted=none
  address-that-is-none | inbounds | row SOL address=send here!
  router-that-is-none | inbounds | row ETH router=call here!
  outbound-fees-apart | chain:SOL | node1 SOL.outbound_fee=90000000
  no-outbound-fee | chain:SOL | all SOL.outbound_fee=none
  gas-not-known-to-the-network | chain:SOL | all SOL.outbound_tx_size=0
  gas-known-to-one-source | chain:SOL | node1 SOL.outbound_tx_size=0
  chain-ended-by-one-source | chain:SOL | node1 RAGNAROK-SOL-SOL=1
  pool-halted-by-one-source | assets | node1 pool trading_halted=true
  pool-closed-by-one-source | assets | node1 pool status=Suspended
  pools-closed-by-one-source | assets | node1 all-pools status=Suspended
  pool-depths-apart | assets | node1 pool balance_rune=1
  outvoted-node-lists-other-depths | assets | 3 nodes; node0 pool balance_rune=1
  pool-listed-twice | assets | pools-twice
  pool-of-a-chain-that-is-not-listed | assets | unpriced NEW.NEW
  pool-with-an-odd-name | assets | unpriced ETH.BUY-HERE-NOW
  pool-deeper-than-is-believable | assets | pool balance_rune=4000000000000000000
  chain-with-unknown-deposits | inbounds | lists NEW
  only-a-chain-with-unknown-deposits | inbounds:NEW | lists NEW
  one-pool-in-detail | pools:{"asset":"BTC","fields":["asset_depth","native_depth"]}
  no-pool-of-that-name | pools:{"status":"suspended"}
  chain-with-a-router | inbounds:ETH`;

const TOKEN_ENDS = "RAGNAROK-ETH-USDC-0XA0B8=1";
const THREE = "all HALTLTCTRADING=1 HALTBCHCHAIN=1 HALTDOGETRADING=1";
const PARTS_WAIT = "all STREAMINGSWAPPAUSE=1";
const SIX = "BTC ETH LTC BCH AVAX BSC";
const tradingOf = (codes: string, vote: (index: number) => string) =>
  codes
    .split(" ")
    .map((code, index) => `HALT${code}TRADING=${vote(index)}`)
    .join(" ");

/** The sign and its lines, where several things are in trouble. */
const signs = `
  nothing-halted
  three-chains-halted | | ${THREE}
  eight-chains-halted | | all ${tradingOf(`${SIX} XRP TRON`, () => "1")}
  six-chains-halted | | all ${tradingOf(SIX, () => "1")}
  each-in-a-trouble-of-its-own | | all HALTLTCTRADING=1 HALTSIGNINGETH=1 HALTSIGNINGTRON=1 \
    ${TOKEN_ENDS} STREAMINGSWAPPAUSE=1 HALTDOGETRADING=H+200 SOL.halted=none; \
    node1 XRP.address=other
  a-chain-not-checked | | all SOL.halted=none
  two-chains-not-checked | | all SOL.halted=none XRP.halted=none
  a-chain-not-checked-and-a-halt-to-come | | all SOL.halted=none HALTDOGETRADING=20m
  halted-chain-whose-payouts-wait | | all HALTLTCTRADING=1 HALTSIGNINGLTC=1
  chain-and-token-halted | | all HALTLTCTRADING=1 ${TOKEN_ENDS}
  a-token-halted | | all ${TOKEN_ENDS}
  a-token-disputed | | node1 ${TOKEN_ENDS}
  swaps-in-parts-disputed | | node1 STREAMINGSWAPPAUSE=1
  payouts-halt-soon | | all HALTSIGNING=90m
  a-chain-stands-still-soon | | all HALTETHCHAIN=50m
  four-halts-scheduled
    | | all HALTBTCTRADING=H+900 HALTSIGNING=H+901 HALTETHCHAIN=H+902 SCHEDULEDMIGRATION=H+903
  five-halts-scheduled | | all ${tradingOf("BTC ETH LTC BCH XRP", (index) => `H+${900 + index}`)}
  a-halt-in-two-days-and-one-without-a-time
    | | all HALTBTCTRADING=H+28800 HALTETHTRADING=100000000000000
  liquidity-paused-soon | | all PAUSELPBTC=5m
  pauses-of-pools-disputed | | node1 PAUSELPDEPOSIT-BTC-BTC=1 PAUSELPDEPOSIT-ETH-ETH=1
  maya-two-tokens-halted | | maya; all HALTTRADING-BTC-BTC=1 HALTTRADING-ETH-ETH=1
  maya-a-token-halts-soon | | maya; all HALTTRADING-BTC-BTC=20m`;

const NODES_SILENT = "after 9000; node0 silent; node1 silent";
/** What the halts and doubts of one chain mean for a person. */
const halts = `
  nothing-halted
  refund-not-checked | | all HALTLTCTRADING=1; node1 HALTSIGNINGLTC=1
  not-checked-and-the-rest-halted | | all LTC.halted=none HALTSIGNINGLTC=1 PAUSELPLTC=1
  payouts-disputed | | node1 HALTSIGNINGLTC=1
  payouts-disputed-and-liquidity-paused | | all PAUSELPLTC=1; node1 HALTSIGNINGLTC=1
  liquidity-paused | | all PAUSELPLTC=1
  liquidity-disputed | | node1 PAUSELPLTC=1
  payouts-and-liquidity | | all HALTSIGNINGLTC=1 PAUSELPLTC=1
  trading-halted-when-last-read | | all HALTLTCTRADING=1; asked; ${NODES_SILENT}
  payouts-halted-when-last-read | | all HALTSIGNINGLTC=1; asked; ${NODES_SILENT}
  halted-by-an-old-block | | all HALTLTCTRADING=1; stands; asked; after 42000
  halted-with-all-others | | all HALTLTCTRADING=1 HALTTRADING=1
  halted-while-no-other-is-checked | | all HALTLTCTRADING=1; node0 only=LTC; node1 only=LTC
  ended-with-all-others-halted | | all RAGNAROK-LTC-LTC=1 HALTTRADING=1
  ended-though-halted | | all RAGNAROK-LTC-LTC=1 HALTLTCTRADING=1
  halted-and-marked | | all HALTLTCTRADING=1 LTC.halted=true LTC.chain_trading_paused=true
  all-halted-and-the-chain-marked | | all HALTTRADING=1 LTC.chain_trading_paused=true
  all-halted-and-marked-so | | all HALTTRADING=1 LTC.global_trading_paused=true
  payouts-halt-soon | | all HALTSIGNINGLTC=40m
  payouts-halt-before-a-refund-could-end | | all HALTSIGNINGLTC=20m
  halts-in-half-an-hour | | all HALTLTCTRADING=30m
  native-chain-stands | chain:THOR | all HALTTHORCHAIN=1
  native-trading-halted | chain:THOR | all HALTTHORTRADING=1
  maya-native-chain-stands | chain:MAYA | maya; all HALTMAYACHAIN=1
  maya-native-trading-halted | chain:MAYA | maya; all HALTMAYATRADING=1
  maya-all-trading-halted | chain:MAYA | maya; all HALTTRADING=1
  maya-a-token-of-the-chain-halts | chain:BTC | maya; all HALTTRADING-BTC-BTC=1`;

/** On the homepage, at once and while the page stays open. */
const boards = `
  nothing-halted
  three-chains-halted | | ${THREE}
  all-trading-halted | | all HALTTRADING=1
  sources-disagree | | node1 HALTTRADING=1
  payouts-wait | | all HALTSIGNINGETH=1
  swaps-wait | | ${PARTS_WAIT}
  halts-soon | | all HALTDOGETRADING=20m
  a-chain-not-checked | | all SOL.halted=none
  liquidity-paused | | all PAUSELPBTC=1
  newest-block-is-late | | stops 42000
  network-makes-no-blocks | | stops 300000
  no-source-answers | | ${NO_SOURCE}
  read-40-seconds-ago | 40000
  read-five-minutes-ago | 300000
  halted-when-read-40-seconds-ago | 40000 | all HALTTRADING=1
  disputed-when-read-50-seconds-ago | 50000 | node1 HALTTRADING=1`;

const badges = `
  nothing-halted
  trading-halted | | all HALTLTCTRADING=1
  payouts-halted | | all HALTSIGNINGLTC=1
  swaps-wait | | ${PARTS_WAIT}
  halts-soon | | all HALTLTCTRADING=20m
  halts-in-some-hours | | all HALTLTCTRADING=700m
  payouts-halt-soon | | all HALTSIGNINGLTC=20m
  liquidity-paused | | all PAUSELPLTC=1
  not-checked | | all LTC.halted=none
  no-source-answers | | ${NO_SOURCE}`;

const networkPages = `
  nothing-is-halted
  arguments-that-are-not-taken | /status?chain=DOGE&fields=fees&utm_source=x
  several-chains-in-trouble
    | | all PAUSELPBTC=1 HALTSIGNINGDOGE=1 HALTGAIATRADING=1 -SOL BTC.gas_rate=750000
  halted-and-parts-wait | | all HALTLTCTRADING=1 STREAMINGSWAPPAUSE=1
  all-but-two-chains | | all-but BTC
  pools-paused | | all PAUSELPDEPOSIT-BTC-BTC=1 PAUSELPDEPOSIT-ETH-ETH=1 \
    PAUSELPDEPOSIT-ETH-USDC-0XA0B8=1
  pool-paused-by-one-source
    | | all PAUSELPDEPOSIT-ETH-USDC-0XA0B8=1; node1 PAUSELPDEPOSIT-ETH-ETH=1
  deposits-into-pools-halt-later | | all PAUSELPBTC=H+200 PAUSELPDEPOSIT-BTC-BTC=1
  halt-began-at-a-block | | all HALTLTCTRADING=H-50 ETH.halted=true
  payouts-in-doubt | | node1 HALTSIGNINGETH=1
  several-halts-on-mayachain | | maya; all HALTDASHTRADING=H-50 HALTSIGNINGBTC=H-20
  chain-that-we-do-not-know | | lists NEW
  sample-data | | sample
  no-node-of-one | chain:BTC | 1 node; node0 silent; indexer0 silent`;

const assetPages = `
  nothing-is-halted
  chain-halted | | all HALTETHTRADING=1
  payouts-halted | | all HALTSIGNINGBTC=1
  halt-scheduled | | all HALTETHTRADING=H+600
  price-not-known | | pool asset_tor_price=0
  fee-told-differently | | node1 BTC.outbound_fee=9999
  fee-not-told | | all BTC.outbound_fee=0; no-fees
  token-with-its-own-fee | | usdc
  listed-by-one-source | | node1 one-pool
  of-a-chain-without-a-row | | all -BTC`;

/** What prompts tell an agent to do, and what they say of arguments that are wrong. */
const prompts = `
  costs-of-a-swap | compare_costs?from=BTC&to=eth.usdc&amount=0.05
  amount-of-nothing | compare_costs?from=BTC&to=ETH&amount=0.0
  asset-of-no-form | compare_costs?from=B T C&to=ETH&amount=1
  safe-to-send | is_it_safe_to_send?from=BTC&to=ETH
  safe-to-send-from-the-own-chain | is_it_safe_to_send?from=RUNE&to=BTC
  safe-to-send-on-mayachain | is_it_safe_to_send?from=CACAO&to=THOR.RUNE | maya
  chain-or-token-of-one-name | is_it_safe_to_send?from=BASE&to=BTC
  token-without-its-chain | is_it_safe_to_send?from=USDC&to=BTC`;

const alike = (surface: Alike["surface"], question: string, table: string): Alike => ({
  surface,
  scenes: statesOf(question, table, verbs),
});

export const networkScenes: Readonly<Record<string, Alike>> = {
  "alike-nothing-read": alike("markdown", "status", nothingRead),
  "alike-doubts-of-a-chain": alike("tool", "", doubts),
  "alike-halts-of-a-chain": alike("markdown", "chain:LTC", halts),
  "alike-signs": alike("markdown", "status", signs),
  "alike-badges": alike("markdown", "badge:LTC", badges),
  "alike-boards": alike("markdown", "board:", boards),
  "alike-facts-of-documents": alike("markdown", "facts", "thorchain\nmayachain | | maya"),
  "alike-prompts": alike("markdown", "prompt:", prompts),
  "alike-pages-of-all-assets": alike("markdown", "assets", assetPages),
  "alike-pages-of-the-network": alike("markdown", "/status", networkPages),
};
