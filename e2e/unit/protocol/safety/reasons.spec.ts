// Why a fact about the network is in doubt, in words: the one spec that quotes these reasons. Others name them.
// A reason is written in two ways: with its code for programs, and in words alone for people.
import { expect, test } from "@playwright/test";
import {
  codedReason,
  plainReason,
  type Reason,
  reasonCodes,
} from "../../../../lib/protocol/model/verdicts.ts";
import * as reasons from "../../../../lib/protocol/safety/reasons.ts";

const { chainReasons, clockReasons, haltReasons, nodeReasons, poolReasons } = reasons;
const rows: readonly [reason: Reason, coded: string][] = [
  [chainReasons.notListed, "not_listed: the network does not list this chain"],
  [chainReasons.noRow, "providers_disagree: one of our sources does not list this chain"],
  [chainReasons.manyRows, "unreadable: the node listed this chain twice"],
  [chainReasons.noAddress, "unreadable: the node named no deposit address for this chain"],
  [chainReasons.noneOpen, "unreadable: no chain could be checked as open"],
  [chainReasons.flagMissing, "unreadable: the node left out a part of this chain's state"],
  [
    chainReasons.differs("address"),
    "providers_disagree: our two sources name different deposit addresses, so one may be wrong or forged",
  ],
  [
    chainReasons.differs("router"),
    "providers_disagree: our two sources name different routers, so one may be wrong or forged",
  ],
  [chainReasons.noOutboundFee, "unreadable: too few of our sources stated an outbound fee"],
  [chainReasons.outboundFeeApart, "providers_disagree: our sources differ about the outbound fee"],
  [chainReasons.native, "native_chain: send a MsgDeposit on the protocol's own chain"],
  [
    chainReasons.depositNotKnown("Radix"),
    "deposit_not_known: we have not checked how a deposit on Radix must be written, and what the network does not see is lost",
  ],
  [
    chainReasons.gasApart("ETH"),
    "providers_disagree: our sources differ about what a transaction on ETH costs",
  ],
  [
    chainReasons.gasNotKnown("ETH"),
    "unreadable: the network does not know what a transaction on ETH costs, so it may not pay or refund there",
  ],
  [chainReasons.badAddress, "unreadable: the node named no valid deposit address"],
  [chainReasons.badRouter, "unreadable: the node named no valid router"],
  [clockReasons.unread, "no_clock: too few sources told the time of a block"],
  [
    clockReasons.rolledBack,
    "height_rollback: the newest block is older than one that was seen before",
  ],
  [clockReasons.ahead(6), "clock_skew: the newest block is 6 seconds ahead of our clock"],
  [clockReasons.late(42), "stale: the newest block is 42 seconds old"],
  [
    clockReasons.stopped(61),
    "stale: the newest block is 61 seconds old, so the network may have stopped, or our clock is wrong",
  ],
  [
    clockReasons.heightUnchanged(61),
    "stale: the node has shown no new block for 61 seconds, so the network may have stopped",
  ],
  [haltReasons.inForce(), "halted: trading is halted"],
  [
    haltReasons.before(9, clockReasons.unread),
    "stale: halted when last read, 9 seconds ago; no_clock: too few sources told the time of a block",
  ],
  [
    haltReasons.soon,
    "halts_soon: a halt or change of the network is scheduled that a swap sent now may meet",
  ],
  [nodeReasons.noneUsable, "upstream_unavailable: no node gave a usable answer"],
  [nodeReasons.noneReached, "upstream_unavailable: no node could be reached"],
  [
    nodeReasons.noneSecure,
    "upstream_unavailable: no node could be reached over a secure connection",
  ],
  [nodeReasons.noneInTime, "upstream_unavailable: no node answered in time"],
  [nodeReasons.oneSource, "one_source: only one of our sources gave a whole answer"],
  [nodeReasons.rolledBack, "height_rollback: the node shows an older block than before"],
  [nodeReasons.wrongShape, "unreadable: the nodes answered in a form that we do not know"],
  [nodeReasons.unread("lastblock"), "unreadable: the node did not tell its newest block"],
  [nodeReasons.unread("mimir"), "unreadable: the node did not tell what is halted"],
  [nodeReasons.unread("inbound_addresses"), "unreadable: the node did not list its chains"],
  [nodeReasons.behindNetwork, "stale: the node is behind the network"],
  [nodeReasons.behindLastJudgement(1), "node_lag: the node is 1 block behind what was read before"],
  [
    nodeReasons.behindLastJudgement(2),
    "node_lag: the node is 2 blocks behind what was read before",
  ],
  [nodeReasons.offClock(6), "node_lag: a node is 6 blocks away from the newest block"],
  [nodeReasons.apart(40), "providers_disagree: our two sources are 40 blocks apart"],
  [
    nodeReasons.schedulesApart,
    "providers_disagree: our two sources disagree about a scheduled halt",
  ],
  [
    nodeReasons.haltDisputed,
    "providers_disagree: one of our sources says halted, and another says that it is not",
  ],
  [
    nodeReasons.endDisputed,
    "providers_disagree: one of our sources alone says that trading there has ended",
  ],
  [nodeReasons.undatedHalt, "providers_disagree: one source says halted, and does not say when"],
  [nodeReasons.swapUnread, "upstream_unavailable: no source told of this swap"],
  [
    haltReasons.soonOnSomeWay,
    "halts_soon: a halt or change of the network is scheduled that some swap sent now may meet. Ask for a quote with a destination: it counts the way of one swap, and gives the address where that is done before",
  ],
  [poolReasons.listUnread, "upstream_unavailable: the list of pools could not be read"],
  [poolReasons.unread, "unreadable: the pools could not be read"],
  [poolReasons.chainNotListed, "unreadable: the network does not list the asset's chain"],
  [poolReasons.none, "unreadable: the asset has no pool"],
  [poolReasons.manyRows, "unreadable: the node listed this pool twice"],
  [
    poolReasons.differs("depth"),
    "providers_disagree: our two sources name different depths of this pool",
  ],
  [
    poolReasons.differs("trading_halted"),
    "providers_disagree: our two sources disagree whether this pool trades",
  ],
];

for (const [reason, coded] of rows)
  test(`"${coded}"`, () => expect(codedReason(reason)).toBe(coded));

test("each reason has a row", () => {
  const constants = Object.values(reasons).flatMap((group) => Object.values(group));
  const without = constants.filter(
    (reason) => typeof reason !== "function" && !rows.some(([one]) => one === reason),
  );
  expect(without).toEqual([]);
});

for (const code of reasonCodes)
  test(`${code}: with its code, and as people read it`, () => {
    const reason = { code, text: "some words" };
    expect([codedReason(reason), plainReason(reason)]).toEqual([
      `${code}: some words`,
      "some words",
    ]);
  });

test("the reason behind a reason stands behind it, written in the same way", () => {
  const cause = { code: "no_clock", text: "few sources" } as const;
  expect(plainReason({ code: "stale", text: "halted before", cause })).toBe(
    "halted before; few sources",
  );
});
