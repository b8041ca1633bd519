// Members that each endpoint is known to send, beside those recorded of real nodes.
import { readFileSync } from "node:fs";
import type { z } from "zod";
import { root } from "../../e2e/support/root.ts";
import * as network from "../../lib/protocol/upstream/network-schemas.ts";
import { Actions, PayoutQueue, QuoteSwap, TxStatus } from "../../lib/protocol/upstream/schemas.ts";
import type { Preset } from "../../lib/protocol/values/chains.ts";

export interface Endpoint {
  readonly kind: "node" | "indexer";
  readonly name: string;
  readonly toPath: (segment: Preset["segment"], txid: string) => string;
  readonly schema: z.ZodType;
  /** All members ever seen or documented; null if nothing was recorded. */
  readonly known: readonly string[] | null;
  /** Members that are read, and sent even if zero. `thorchain=` limits one to a network. */
  readonly always: readonly string[];
}

const schemas: Readonly<Record<string, z.ZodType>> = {
  "node lastblock": network.LastBlock,
  "node block": network.Block,
  "node mimir": network.Mimir,
  "node inbound_addresses": network.InboundAddresses,
  "node pools": network.Pools,
  "node network": network.NodeNetwork,
  "node outbound_fees": network.OutboundFees,
  "node queue": network.Queue,
  "node queue/outbound": PayoutQueue,
  "node queue/scheduled": PayoutQueue,
  "node constants": network.Constants,
  "node quote/swap?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=10000000": QuoteSwap,
  "node tx/status/{txid}": TxStatus,
  "indexer health": network.Health,
  "indexer actions?limit=20&type=swap,refund": Actions,
  "indexer pools": network.IndexerPools,
};

/** Without a pause's flags, which no documentation promises, no chain can be open. */
const always = `
node lastblock: [].chain [].last_observed_in
node inbound_addresses: [].chain [].address [].halted [].global_trading_paused [].chain_trading_paused
node inbound_addresses: [].chain_lp_actions_paused [].gas_rate [].gas_rate_units [].outbound_tx_size
node pools: [].asset [].status [].balance_asset thorchain=[].balance_rune mayachain=[].balance_cacao
node network: total_bond_units thorchain=native_outbound_fee_rune thorchain=native_tx_fee_rune
node network: thorchain=rune_price_in_tor
node outbound_fees: [].asset [].outbound_fee
node queue: swap outbound internal scheduled_outbound_value
node queue/outbound: [].in_hash
node queue/scheduled: [].in_hash
node constants: int_64_values
node quote/swap: outbound_delay_seconds fees.asset expected_amount_out thorchain=expiry thorchain=notes
node tx/status/{txid}: stages.inbound_observed.final_count stages.inbound_observed.completed
indexer health: inSync lastCommitted lastThorNode.height lastThorNode.timestamp
indexer actions: actions[].type actions[].status actions[].in actions[].out actions[].date
indexer actions: actions[].height actions[].metadata actions[].in[].txID actions[].in[].address
indexer pools: [].asset [].status [].assetDepth [].runeDepth [].assetPriceUSD`;

/** Documented by newer releases than the recorded ones. */
const documented = `
node inbound_addresses: [].router [].shielded_memo_config
node pools: [].pol_reserve_rune_deposited [].rolling_pool_liquidity_fee_rune
node network: xmr_active_vault_ready
node queue/outbound: [].out_hash
node queue/scheduled: [].out_hash [].vault_pub_key_eddsa [].aggregator [].aggregator_target_asset
node quote/swap: streaming_slippage_bps expected_amount_out_streaming
node tx/status/{txid}: stages.inbound_confirmation_counted stages.outbound_delay.remaining_delay_blocks`;

const listPaths = (table: string, key: string) =>
  table
    .split("\n")
    .flatMap((line) => (line.startsWith(`${key}: `) ? line.slice(key.length + 2).split(" ") : []));

interface Shape {
  readonly has?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}
const recorded: readonly Readonly<Record<string, Shape>>[] = Object.values(
  JSON.parse(readFileSync(`${root}e2e/fixtures/recorded/shapes.json`, "utf8")),
);

function listMembers({ has = {}, items }: Shape, path = ""): string[] {
  const own = Object.entries(has).flatMap(([name, shape]) => {
    const member = `${path && `${path}.`}${name.replace("?", "")}`;
    return [member, ...listMembers(shape, member)];
  });
  return items ? [...own, ...listMembers(items, `${path}[]`)] : own;
}

export const endpoints = Object.entries(schemas).map(([question, schema]): Endpoint => {
  const [key = ""] = question.split("?");
  const [kind, name] = key.split(" ") as [Endpoint["kind"], string];
  const shapes =
    kind === "node" ? recorded.flatMap((one) => one[name.replace("txid", "id")] ?? []) : [];
  const known = [...shapes.flatMap((shape) => listMembers(shape)), ...listPaths(documented, key)];
  const toPath: Endpoint["toPath"] = (segment, txid) =>
    question.replace("node ", `/${segment}/`).replace("indexer ", "/v2/").replace("{txid}", txid);
  return {
    kind,
    name,
    toPath,
    schema,
    known: shapes.length > 0 ? known : null,
    always: listPaths(always, key),
  };
});
