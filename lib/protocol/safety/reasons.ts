// Why a fact about the network is in doubt, or an address withheld: each reason once, by name.

import { type Reason, withCode } from "../model/reason.ts";

const disagree = withCode("providers_disagree");
const lag = withCode("node_lag");
const rolledBack = withCode("height_rollback");
const stale = withCode("stale");
const unavailable = withCode("upstream_unavailable");
const unreadable = withCode("unreadable");

export const clockReasons = {
  unread: withCode("no_clock")("no source of the block time could be read"),
  rolledBack: rolledBack("the block clock went back to an earlier height"),
  ahead: (seconds: number) => withCode("clock_skew")(`the block is ${seconds} s ahead of our clock`),
  late: (seconds: number) => stale(`block is ${seconds} s old`),
  stopped: (seconds: number) => stale(`block is ${seconds} s old; the network may have stopped, or our clock is ahead`),
  heightUnchanged: (seconds: number) =>
    stale(`the node's height has not moved for ${seconds} s; the network may have stopped`),
};

export const nodeReasons = {
  noneUsable: unavailable("no node gave a usable answer"),
  noneReached: unavailable("no node could be reached"),
  noneSecure: unavailable("no node could be reached over a secure connection"),
  noneInTime: unavailable("no node answered in time"),
  oneSource: withCode("one_source")("only one of the configured nodes gave a whole answer"),
  rolledBack: rolledBack("the node's height went back"),
  wrongShape: unreadable("the node's answers do not have the documented shape"),
  unread: (part: "lastblock" | "mimir" | "inbound_addresses") => unreadable(part),
  behindNetwork: stale("the node is behind the network"),
  behindLastJudgement: (blocks: number) => lag(`the node is ${blocks} blocks behind it`),
  offClock: (blocks: number) => lag(`the node is ${blocks} blocks away from the block clock`),
  apart: (blocks: number) => disagree(`two nodes are ${blocks} blocks apart`),
  undatedHalt: disagree("a node that could not be dated says halted"),
  swapUnread: unavailable("no node and no indexer told of this swap"),
};

export const chainReasons = {
  notListed: unreadable("the chain is not listed"),
  noRow: unreadable("no row for the chain"),
  manyRows: unreadable("more than one row for the chain"),
  /** The network keeps no vault there. */
  noAddress: unreadable("no address is named for the chain"),
  noneOpen: unreadable("no chain was verified open"),
  flagMissing: (flag: string) => unreadable(`${flag} is missing`),
  differs: (field: "address" | "router") => disagree(field),
  noOutboundFee: unreadable("no outbound fee is stated"),
  native: withCode("native_chain")("send a MsgDeposit on the protocol's own chain"),
  badAddress: unreadable("the address is not an address"),
  badRouter: unreadable("the router is not an address"),
};

export const poolReasons = {
  listUnread: unavailable("the list of pools could not be read"),
  unread: unreadable("pools"),
  chainNotListed: unreadable("the asset's chain is not listed"),
  none: unreadable("the asset has no pool"),
  manyRows: unreadable("more than one row for the pool"),
  differs: (what: "trading_halted" | "depth") => disagree(what),
};

export const haltReasons = {
  inForce: (names: readonly string[], cause: Reason | null = null) => withCode("halted")(names.join(", "), cause),
  /** Repeated: `cause` is why nothing newer is known. */
  before: (seconds: number, cause: Reason) => stale(`halted at a block ${seconds} s ago`, cause),
  due: (parameter: string, height: number) =>
    withCode("halt_due")(
      `${parameter} comes into force at height ${height}, maybe before a deposit sent now is confirmed`,
    ),
};
