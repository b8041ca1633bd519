// What nodes and indexers tell of one deposit of Bitcoin that asks for Ether, in each state of its swap.

import { scriptNodes } from "../support/changes.ts";
import { down, type Reply, type World } from "../support/world.ts";
import { inWorld, type State, swap } from "./state.ts";

export const TXID = "9D30542F".repeat(8);
export const RECIPIENT = "0x90f79bf6eb2c4f870365e785982e1f101e93b906";
const SENDER = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
const MEMO = `=:ETH.ETH:${RECIPIENT}`;
export const PAYOUT_ID = "AB".repeat(32);
const REFUND_ID = "CD".repeat(32);

export const deposit = (memo = MEMO) => ({
  id: TXID,
  chain: "BTC",
  from_address: SENDER,
  coins: [{ asset: "BTC.BTC", amount: "5000000" }],
  memo,
});

const confirmed = {
  inbound_observed: { final_count: 100, completed: true },
  inbound_confirmation_counted: { remaining_confirmation_seconds: 0, completed: true },
  inbound_finalised: { completed: true },
};
const swapped = {
  ...confirmed,
  swap_status: { pending: false },
  swap_finalised: { completed: true },
};
/** By how far the deposit is. */
export const stages = {
  unseen: { inbound_observed: { final_count: 0, completed: false } },
  observing: {
    inbound_observed: {
      started: true,
      pre_confirmation_count: 3,
      final_count: 0,
      completed: false,
    },
  },
  confirming: {
    inbound_observed: { pre_confirmation_count: 80, final_count: 0, completed: true },
    inbound_confirmation_counted: { remaining_confirmation_seconds: 420, completed: false },
    inbound_finalised: { completed: false },
    swap_status: { pending: false },
  },
  swapping: {
    ...confirmed,
    swap_status: { pending: true },
    swap_finalised: { completed: false },
  },
  swapped,
  scheduled: {
    ...swapped,
    outbound_delay: { remaining_delay_blocks: 60, remaining_delay_seconds: 360, completed: false },
    outbound_signed: { scheduled_outbound_height: 1000, completed: false },
  },
  signing: {
    ...swapped,
    outbound_delay: { completed: true },
    outbound_signed: {
      scheduled_outbound_height: 1000,
      blocks_since_scheduled: 12,
      completed: false,
    },
  },
  signed: { ...swapped, outbound_signed: { completed: true } },
} as const;

export const inParts = (streaming: object) => ({
  ...stages.swapping,
  swap_status: { pending: true, streaming },
});

export const planned = {
  payout: {
    chain: "ETH",
    to_address: RECIPIENT,
    coin: { asset: "ETH.ETH", amount: "90000000" },
    refund: false,
  },
  refund: {
    chain: "BTC",
    to_address: SENDER,
    coin: { asset: "BTC.BTC", amount: "4998000" },
    refund: true,
  },
};

const sentBody = (id: string, chain: string, to: string, asset: string, amount: string) => ({
  id,
  chain,
  from_address: "vault",
  to_address: to,
  coins: [{ asset, amount }],
});
export const sent = {
  payout: {
    ...sentBody(PAYOUT_ID, "ETH", RECIPIENT, "ETH.ETH", "90000000"),
    memo: `OUT:${TXID}`,
  },
  refund: {
    ...sentBody(REFUND_ID, "BTC", SENDER, "BTC.BTC", "4998000"),
    memo: `REFUND:${TXID}`,
  },
  affiliate: {
    ...sentBody("00".repeat(32), "THOR", "thor1affiliate", "THOR.RUNE", "300"),
    memo: `OUT:${TXID}`,
  },
};

const leg = (txID: string, address: string, asset: string, amount: string) => ({
  txID,
  address,
  coins: [{ asset, amount }],
});
export const legs = {
  deposit: leg(TXID, SENDER, "BTC.BTC", "5000000"),
  payout: leg(PAYOUT_ID, RECIPIENT, "ETH.ETH", "90000000"),
  refund: leg(REFUND_ID, SENDER, "BTC.BTC", "4998000"),
};

/** As an indexer records it. */
export const action = (type: string, out: readonly object[], more: object = {}) => ({
  type,
  status: "success",
  date: "1800005700123456789",
  height: "25000950",
  in: [legs.deposit],
  out,
  metadata: {
    [type]: {
      memo: MEMO,
      liquidityFee: "4000000",
      networkFees: [{ asset: "ETH.ETH", amount: "600000" }],
    },
  },
  ...more,
});

export interface SwapRecords {
  /** What nodes keep of the deposit, the same for all or one after the other. */
  readonly nodes?: object | readonly object[];
  readonly actions?: readonly object[];
  /** Of a limit order or a swap in parts that is queued. */
  readonly details?: object;
  /** At which blocks the deposit was seen and its swap over. */
  readonly heights?: { readonly consensus_height: number; readonly finalised_height: number };
  /** Of the native chain, which rejected a message. */
  readonly message?: object;
  readonly isNodeSilent?: boolean;
  readonly mimir?: Readonly<Record<string, number>>;
}

export function scriptSwap(world: World, records: SwapRecords): void {
  const { segment } = world.preset;
  Object.assign(world.mimir, records.mimir);
  const bodyAt = (path: string, reply: Reply | undefined) =>
    reply === undefined ? {} : { [path]: reply };
  const bodies = Array.isArray(records.nodes) ? records.nodes : [records.nodes, records.nodes];
  for (const [index, body] of bodies.entries()) {
    const record = records.isNodeSilent ? down : (body ?? { stages: stages.unseen });
    scriptNodes(
      world,
      {
        [`${segment}/tx/status/${TXID}`]: record,
        [`${segment}/tx/status/${PAYOUT_ID}`]: { stages: stages.unseen },
        ...bodyAt(`${segment}/queue/swap/details/${TXID}`, records.details),
        ...bodyAt(`${segment}/tx/${TXID}`, records.heights),
        ...bodyAt(`cosmos/tx/v1beta1/txs/${TXID}`, records.message),
        outbound: { $status: 200, body: null, headers: {} },
        scheduled: { $status: 200, body: null, headers: {} },
      },
      [`node${index}`],
    );
  }
  const actions = records.actions ?? [];
  world.scripts.indexer0 = { actions: { actions, count: String(actions.length) } };
}

export const swapOf = (records: SwapRecords, options = {}, txid = TXID): State => ({
  setting: inWorld((world) => scriptSwap(world, records), options),
  questions: [swap(txid)],
});
