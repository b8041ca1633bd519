// The inbound and outbound transactions that an indexer lists in the actions of one hash.

import type { Action, Actions } from "../upstream/schemas.ts";
import { isAddressText } from "../values/clean-text.ts";
import { parseOutputTxid } from "../values/txid.ts";

type Leg = Action["in"][number];

export interface CoinLeg {
  readonly txID: string;
  readonly address: string | null;
  readonly affiliate: boolean;
  readonly asset: string;
  readonly amount: bigint;
}

/** One entry per coin. An entry that two actions repeat counts once. */
export function coinLegs(legs: readonly Leg[]): CoinLeg[] {
  const allCoins = legs.flatMap(({ txID = "", address = "", affiliate = false, coins = [] }) =>
    coins.map(({ asset, amount }) => ({
      txID,
      address: isAddressText(address) ? address : null,
      affiliate,
      asset,
      amount,
    })),
  );
  const coinsByKey = new Map(
    allCoins.map((coin) => [`${coin.txID} ${coin.address} ${coin.asset} ${coin.amount}`, coin]),
  );
  return [...coinsByKey.values()];
}

const hasTxid = (legs: readonly Leg[], txid: string) =>
  legs.some((leg) => leg.txID?.toLowerCase() === txid.toLowerCase());

/** Whether an action of any type lists the hash as its deposit. */
export const hasDeposit = ({ actions }: Actions, txid: string): boolean =>
  actions.some((action) => hasTxid(action.in, txid));

/** The actions that swap, refund or reject this deposit. */
export function depositActions({ actions }: Actions, txid: string): Action[] {
  return actions.filter((action) => isCounted(action) && isOfDeposit(action, txid));
}

function isCounted({ type = "", status = "" }: Action): boolean {
  const statuses = type === "failed" ? ["success", "pending", "failed"] : ["success", "pending"];
  return ["swap", "refund", "failed"].includes(type) && statuses.includes(status);
}

/** A search by hash also finds the swap that the hash is a payout of. */
function isOfDeposit(action: Action, txid: string): boolean {
  if (hasTxid(action.in, txid)) return true;
  return action.in.every((leg) => !leg.txID) && !hasTxid(action.out, txid);
}

/** The deposit whose swap this hash is a payout of. */
export function findPaidDeposit({ actions }: Actions, txid: string): string | null {
  const payingActions = actions.filter(
    (action) => isCounted(action) && !isOfDeposit(action, txid) && hasTxid(action.out, txid),
  );
  const [paidDeposit = null, ...otherDeposits] = new Set(
    payingActions.flatMap((action) => action.in.map((leg) => parseOutputTxid(leg.txID))),
  );
  return otherDeposits.length === 0 ? paidDeposit : null;
}
