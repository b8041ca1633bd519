// Finds a deposit's actions and their transactions in an indexer's answer.

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

export function coinLegs(legs: readonly Leg[]): CoinLeg[] {
  const allCoinLegs = legs.flatMap(({ txID = "", address = "", affiliate = false, coins = [] }) =>
    coins.map(({ asset, amount }) => ({
      txID,
      address: isAddressText(address) ? address : null,
      affiliate,
      asset,
      amount,
    })),
  );
  const coinLegByKey = new Map(
    allCoinLegs.map((leg) => [`${leg.txID} ${leg.address} ${leg.asset} ${leg.amount}`, leg]),
  );
  return [...coinLegByKey.values()];
}

const hasTxid = (legs: readonly Leg[], txid: string) =>
  legs.some((leg) => leg.txID?.toLowerCase() === txid.toLowerCase());

export const hasDeposit = ({ actions }: Actions, txid: string): boolean =>
  actions.some((action) => hasTxid(action.in, txid));

export function depositActions({ actions }: Actions, txid: string): Action[] {
  return actions.filter((action) => isSwapAction(action) && isActionOfDeposit(action, txid));
}

function isSwapAction({ type = "", status = "" }: Action): boolean {
  const validStatuses =
    type === "failed" ? ["success", "pending", "failed"] : ["success", "pending"];
  return ["swap", "refund", "failed"].includes(type) && validStatuses.includes(status);
}

/** False if `txid` is the payout of the action, not its deposit. An indexer finds both. */
function isActionOfDeposit(action: Action, txid: string): boolean {
  if (hasTxid(action.in, txid)) return true;
  return action.in.every((leg) => !leg.txID) && !hasTxid(action.out, txid);
}

export function findPaidDeposit({ actions }: Actions, txid: string): string | null {
  const payoutActions = actions.filter(
    (action) =>
      isSwapAction(action) && !isActionOfDeposit(action, txid) && hasTxid(action.out, txid),
  );
  const [depositTxid = null, ...otherTxids] = new Set(
    payoutActions.flatMap((action) => action.in.map((leg) => parseOutputTxid(leg.txID))),
  );
  return otherTxids.length === 0 ? depositTxid : null;
}
