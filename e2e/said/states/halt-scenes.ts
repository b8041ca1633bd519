// What the sign and its lines say of several troubles at once, and what a chain's halts and doubts mean for a person.

import {
  type Alike,
  badge,
  board,
  chain,
  mayaState,
  NO_SOURCE,
  readStatus,
  scenesOf,
  state,
  status,
  stop,
} from "../state.ts";

const tradingOf = (codes: string, vote: (index: number) => string) =>
  codes
    .split(" ")
    .map((code, index) => `HALT${code}TRADING=${vote(index)}`)
    .join(" ");
const inForce = (codes: string) => `all ${tradingOf(codes, () => "1")}`;
const UNREAD = "SOL.halted=none";

export const signScenes: Alike = {
  surface: "markdown",
  scenes: scenesOf(status, {
    "nothing-halted": "",
    "three-chains-halted": "all HALTLTCTRADING=1 HALTBCHCHAIN=1 HALTDOGETRADING=1",
    "eight-chains-halted": inForce("BTC ETH LTC BCH AVAX BSC XRP TRON"),
    "six-chains-halted": inForce("BTC ETH LTC BCH AVAX BSC"),
    "each-in-a-trouble-of-its-own":
      "all HALTLTCTRADING=1 HALTSIGNINGETH=1 HALTSIGNINGTRON=1 RAGNAROK-ETH-USDC-0XA0B8=1 " +
      `STREAMINGSWAPPAUSE=1 HALTDOGETRADING=H+200 ${UNREAD}; node1 XRP.address=other`,
    "a-chain-not-checked": `all ${UNREAD}`,
    "two-chains-not-checked": `all ${UNREAD} XRP.halted=none`,
    "a-chain-not-checked-and-a-halt-to-come": `all ${UNREAD} HALTDOGETRADING=20m`,
    "halted-chain-whose-payouts-wait": "all HALTLTCTRADING=1 HALTSIGNINGLTC=1",
    "chain-and-token-halted": "all HALTLTCTRADING=1 RAGNAROK-ETH-USDC-0XA0B8=1",
    "a-token-halted": "all RAGNAROK-ETH-USDC-0XA0B8=1",
    "a-token-disputed": "node1 RAGNAROK-ETH-USDC-0XA0B8=1",
    "swaps-in-parts-disputed": "node1 STREAMINGSWAPPAUSE=1",
    "payouts-halt-soon": "all HALTSIGNING=90m",
    "a-chain-stands-still-soon": "all HALTETHCHAIN=50m",
    "four-halts-scheduled":
      "all HALTBTCTRADING=H+900 HALTSIGNING=H+901 HALTETHCHAIN=H+902 SCHEDULEDMIGRATION=H+903",
    "five-halts-scheduled": `all ${tradingOf("BTC ETH LTC BCH XRP", (index) => `H+${900 + index}`)}`,
    "a-halt-in-two-days-and-one-without-a-time":
      "all HALTBTCTRADING=H+28800 HALTETHTRADING=100000000000000",
    "liquidity-paused-soon": "all PAUSELPBTC=5m",
    "pauses-of-pools-disputed": "node1 PAUSELPDEPOSIT-BTC-BTC=1 PAUSELPDEPOSIT-ETH-ETH=1",
    "maya-two-tokens-halted": mayaState(status, "all HALTTRADING-BTC-BTC=1 HALTTRADING-ETH-ETH=1"),
    "maya-a-token-halts-soon": mayaState(status, "all HALTTRADING-BTC-BTC=20m"),
  }),
};

const NODES_SILENT = "after 9000; node0 silent; node1 silent";
export const chainScenes: Alike = {
  surface: "markdown",
  scenes: scenesOf(chain("LTC"), {
    "nothing-halted": "",
    "refund-not-checked": "all HALTLTCTRADING=1; node1 HALTSIGNINGLTC=1",
    "not-checked-and-the-rest-halted": "all LTC.halted=none HALTSIGNINGLTC=1 PAUSELPLTC=1",
    "payouts-disputed": "node1 HALTSIGNINGLTC=1",
    "payouts-disputed-and-liquidity-paused": "all PAUSELPLTC=1; node1 HALTSIGNINGLTC=1",
    "liquidity-paused": "all PAUSELPLTC=1",
    "liquidity-disputed": "node1 PAUSELPLTC=1",
    "payouts-and-liquidity": "all HALTSIGNINGLTC=1 PAUSELPLTC=1",
    "trading-halted-when-last-read": ["all HALTLTCTRADING=1", readStatus, NODES_SILENT],
    "payouts-halted-when-last-read": ["all HALTSIGNINGLTC=1", readStatus, NODES_SILENT],
    "halted-by-an-old-block": ["all HALTLTCTRADING=1; stands", readStatus, "after 42000"],
    "halted-with-all-others": "all HALTLTCTRADING=1 HALTTRADING=1",
    "halted-while-no-other-is-checked": "all HALTLTCTRADING=1; node0 only=LTC; node1 only=LTC",
    "ended-with-all-others-halted": "all RAGNAROK-LTC-LTC=1 HALTTRADING=1",
    "ended-though-halted": "all RAGNAROK-LTC-LTC=1 HALTLTCTRADING=1",
    "halted-and-marked": "all HALTLTCTRADING=1 LTC.halted=true LTC.chain_trading_paused=true",
    "all-halted-and-the-chain-marked": "all HALTTRADING=1 LTC.chain_trading_paused=true",
    "all-halted-and-marked-so": "all HALTTRADING=1 LTC.global_trading_paused=true",
    "payouts-halt-soon": "all HALTSIGNINGLTC=40m",
    "halts-in-half-an-hour": "all HALTLTCTRADING=30m",
    "native-chain-stands": state(chain("THOR"), "all HALTTHORCHAIN=1"),
    "native-trading-halted": state(chain("THOR"), "all HALTTHORTRADING=1"),
    "maya-native-chain-stands": mayaState(chain("MAYA"), "all HALTMAYACHAIN=1"),
    "maya-native-trading-halted": mayaState(chain("MAYA"), "all HALTMAYATRADING=1"),
    "maya-all-trading-halted": mayaState(chain("MAYA"), "all HALTTRADING=1"),
    "maya-a-token-of-the-chain-halts": mayaState(chain("BTC"), "all HALTTRADING-BTC-BTC=1"),
  }),
};

const PARTS_WAIT = "all STREAMINGSWAPPAUSE=1";
const TRADING_HALTED = "all HALTTRADING=1";

/** On the homepage, at once and while the page stays open. */
export const boardScenes: Alike = {
  surface: "markdown",
  scenes: {
    ...scenesOf(board(), {
      "nothing-halted": "",
      "three-chains-halted": "all HALTLTCTRADING=1 HALTBCHCHAIN=1 HALTDOGETRADING=1",
      "all-trading-halted": TRADING_HALTED,
      "sources-disagree": "node1 HALTTRADING=1",
      "payouts-wait": "all HALTSIGNINGETH=1",
      "swaps-wait": PARTS_WAIT,
      "halts-soon": "all HALTDOGETRADING=20m",
      "a-chain-not-checked": `all ${UNREAD}`,
      "liquidity-paused": "all PAUSELPBTC=1",
      "newest-block-is-late": stop(42_000),
      "network-makes-no-blocks": stop(300_000),
      "no-source-answers": NO_SOURCE,
    }),
    "read-40-seconds-ago": state(board(40_000)),
    "read-five-minutes-ago": state(board(300_000)),
    "halted-when-read-40-seconds-ago": state(board(40_000), TRADING_HALTED),
    "disputed-when-read-50-seconds-ago": state(board(50_000), "node1 HALTTRADING=1"),
  },
};

export const badgeScenes: Alike = {
  surface: "markdown",
  scenes: scenesOf(badge("LTC"), {
    "nothing-halted": "",
    "trading-halted": "all HALTLTCTRADING=1",
    "payouts-halted": "all HALTSIGNINGLTC=1",
    "swaps-wait": PARTS_WAIT,
    "halts-soon": "all HALTLTCTRADING=20m",
    "liquidity-paused": "all PAUSELPLTC=1",
    "not-checked": "all LTC.halted=none",
    "no-source-answers": NO_SOURCE,
  }),
};
