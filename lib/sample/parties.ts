// The sender and the receivers of a sample transaction, with the ids of the payouts.
import { NATIVE_ASSET, NATIVE_CHAIN, placeholderAddress } from "./network.ts";
import type { Snapshot } from "./transactions.ts";

export const paidStates = ["done", "refunded", "partially_refunded"];
export const plannedStates = [...paidStates, "outbound_scheduled", "outbound_signing", "dropped"];

const addressRoles = {
  in: "sender",
  out: "recipient",
  refund: "sender",
  affiliate: "affiliate",
} as const;

export interface Party {
  readonly kind: keyof typeof addressRoles;
  readonly chain: string;
  readonly isNative: boolean;
  readonly address: string;
  readonly vault: string;
  readonly coin: { readonly asset: string; readonly amount: bigint };
  readonly outputTxid: string;
  readonly outputMemo: string;
}

function createParty(kind: Party["kind"], txid: string, asset: string, amount: bigint): Party {
  const [chain = ""] = asset.split(".");
  const isNative = chain === NATIVE_CHAIN;
  const [txidLetter, memoKind] = kind === "refund" ? ["E", "REFUND"] : ["F", "OUT"];
  return {
    kind,
    chain,
    isNative,
    address: placeholderAddress(chain, `${addressRoles[kind]}-address`),
    vault: placeholderAddress(chain, isNative ? "module-do-not-send" : "vault-do-not-send"),
    coin: { asset, amount },
    outputTxid: isNative ? "0".repeat(64) : `${txidLetter}${txid.slice(1, 4)}`.repeat(16),
    outputMemo: `${memoKind}:${txid}`,
  };
}

export const senderOf = ({ txid, order }: Snapshot) =>
  createParty("in", txid, order.from, order.amount);

export function receiversOf({ txid, order }: Snapshot): Party[] {
  const { from, to, payout, affiliatePaidRune, refund } = order;
  return [
    ...(payout ? [createParty("out", txid, to, payout.netAmount)] : []),
    ...(refund ? [createParty("refund", txid, from, refund.amount - refund.outboundFee)] : []),
    ...(affiliatePaidRune ? [createParty("affiliate", txid, NATIVE_ASSET, affiliatePaidRune)] : []),
  ];
}

/** The affiliate is paid as soon as payouts are planned, all other receivers after the signing. */
export const isPaid = ({ state }: Snapshot, { kind }: Party) =>
  paidStates.includes(state) || (kind === "affiliate" && plannedStates.includes(state));

export function countDoneParts({ order, state, blocksDone, blocksLeft }: Snapshot): number {
  const { quantity = 1, doneCount } = order.parts ?? {};
  if (state !== "swapping") return doneCount ?? quantity;
  if (order.isLimitOrder) return doneCount ?? 0;
  return Math.floor((blocksDone * quantity) / (blocksDone + blocksLeft));
}
