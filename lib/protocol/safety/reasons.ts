// Why a fact about the network is in doubt, or an address withheld.

import { type Reason, withCode } from "../model/verdicts.ts";
import { formatAge, formatSpan } from "../values/figure-text.ts";

const disagree = withCode("providers_disagree");
const lag = withCode("node_lag");
const rolledBack = withCode("height_rollback");
const stale = withCode("stale");
const unavailable = withCode("upstream_unavailable");
const unreadable = withCode("unreadable");

export const clockReasons = {
  unread: withCode("no_clock")("too few sources told the time of a block"),
  rolledBack: rolledBack("the newest block is older than one that was seen before"),
  ahead: (seconds: number) =>
    withCode("clock_skew")(`the newest block is ${formatSpan(seconds)} ahead of our clock`),
  late: (seconds: number) => stale(`the newest block is ${formatSpan(seconds)} old`),
  stopped: (seconds: number) =>
    stale(
      `the newest block is ${formatSpan(seconds)} old, so the network may have stopped, or our clock is wrong`,
    ),
  heightUnchanged: (seconds: number) =>
    stale(
      `the node has shown no new block for ${formatSpan(seconds)}, so the network may have stopped`,
    ),
};

const unreadParts = {
  lastblock: "the node did not tell its newest block",
  mimir: "the node did not tell what is halted",
  inbound_addresses: "the node did not list its chains",
} as const;

export const nodeReasons = {
  noneUsable: unavailable("no node gave a usable answer"),
  noneReached: unavailable("no node could be reached"),
  noneSecure: unavailable("no node could be reached over a secure connection"),
  noneInTime: unavailable("no node answered in time"),
  oneSource: withCode("one_source")("only one of our sources gave a whole answer"),
  rolledBack: rolledBack("the node shows an older block than before"),
  wrongShape: unreadable("the nodes answered in a form that we do not know"),
  unread: (part: keyof typeof unreadParts) => unreadable(unreadParts[part]),
  behindNetwork: stale("the node is behind the network"),
  behindLastJudgement: (blocks: number) =>
    lag(`the node is ${blocks} ${blocks === 1 ? "block" : "blocks"} behind what was read before`),
  offClock: (blocks: number) => lag(`a node is ${blocks} blocks away from the newest block`),
  apart: (blocks: number) => disagree(`our two sources are ${blocks} blocks apart`),
  schedulesApart: disagree("our two sources disagree about a scheduled halt"),
  haltDisputed: disagree("one of our sources says halted, and another says that it is not"),
  alarm: (name: string) =>
    withCode("vault_alarm")(`${name} is set, so nobody knows what becomes of a deposit sent now`),
  endDisputed: disagree("one of our sources alone says that trading there has ended"),
  undatedHalt: disagree("one source says halted, and does not say when"),
  swapUnread: unavailable("no source told of this swap"),
};

const mayBeForged = (what: string) =>
  disagree(`our two sources name different ${what}, so one may be wrong or forged`);

export const chainReasons = {
  notListed: withCode("not_listed")("the network does not list this chain"),
  noRow: disagree("one of our sources does not list this chain"),
  manyRows: unreadable("the node listed this chain twice"),
  /** The network keeps no vault there. */
  noAddress: unreadable("the node named no deposit address for this chain"),
  noneOpen: unreadable("no chain could be checked as open"),
  flagMissing: unreadable("the node left out a part of this chain's state"),
  differs: (field: "address" | "router") =>
    mayBeForged(field === "address" ? "deposit addresses" : "routers"),
  noOutboundFee: unreadable("too few of our sources stated an outbound fee"),
  outboundFeeApart: disagree("our sources differ about the outbound fee"),
  gasApart: (chain: string) =>
    disagree(`our sources differ about what a transaction on ${chain} costs`),
  gasNotKnown: (chain: string) =>
    unreadable(
      `the network does not know what a transaction on ${chain} costs, so it may not pay or refund there`,
    ),
  native: withCode("native_chain")("send a MsgDeposit on the protocol's own chain"),
  /** `model/deposit-shape.ts` has no row for it. */
  depositNotKnown: (chain: string) =>
    withCode("deposit_not_known")(
      `we have not checked how a deposit on ${chain} must be written, and what the network does not see is lost`,
    ),
  badAddress: unreadable("the node named no valid deposit address"),
  badRouter: unreadable("the node named no valid router"),
};

export const poolReasons = {
  listUnread: unavailable("the list of pools could not be read"),
  unread: unreadable("the pools could not be read"),
  chainNotListed: unreadable("the network does not list the asset's chain"),
  none: unreadable("the asset has no pool"),
  manyRows: unreadable("the node listed this pool twice"),
  differs: (what: "trading_halted" | "depth") =>
    disagree(
      what === "depth"
        ? "our two sources name different depths of this pool"
        : "our two sources disagree whether this pool trades",
    ),
};

export const haltReasons = {
  inForce: (cause: Reason | null = null) => withCode("halted")("trading is halted", cause),
  /** `cause`: why nothing newer is known. */
  before: (seconds: number, cause: Reason) =>
    stale(`halted when last read, ${formatAge(seconds)}`, cause),
  soon: withCode("halts_soon")(
    "a halt or change of the network is scheduled that a swap sent now may meet",
  ),
  soonOnSomeWay: withCode("halts_soon")(
    "a halt or change of the network is scheduled that some swap sent now may meet. Ask for a quote with a destination: it counts the way of one swap, and gives the address where that is done before",
  ),
};
