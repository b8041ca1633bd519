// What each endpoint is known to send: members that we do not read,
// and members that are always there. Only the drift check uses this.
import { z } from "zod";
import {
  Block,
  Constants,
  Health,
  InboundAddresses,
  IndexerPools,
  LastBlock,
  Mimir,
  NodeNetwork,
  OutboundFees,
  Pools,
  Queue,
} from "../../lib/protocol/upstream/network-schemas.ts";
import { Actions, PayoutQueue, QuoteSwap, TxStatus } from "../../lib/protocol/upstream/schemas.ts";
import type { Preset } from "../../lib/protocol/values/chains.ts";

type Segment = Preset["segment"];

/** Only the drift check reads this. */
export const Version = z.looseObject({ current: z.string(), next: z.string(), querier: z.string() });

/** Paths of members as `[].asset`, `actions[].in[].txID`. */
export interface Endpoint {
  readonly kind: "node" | "indexer";
  readonly name: string;
  /** Below the base URL. `{txid}` is an inbound transaction that the indexer knows. */
  readonly toPath: (segment: Segment, txid: string) => string;
  readonly schema: z.ZodType;
  /** This endpoint may answer with a refusal in words. */
  readonly mayRefuse?: true;
  /** Documented members that are not read, with everything below them. */
  readonly unread: readonly string[];
  /** Sent even if zero, by documentation, or needed for a verdict. */
  readonly always: readonly string[];
  /** Like `always`, for one network only. */
  readonly alwaysOn?: Readonly<Partial<Record<Segment, readonly string[]>>>;
}

const below = (parent: string, names: string) => names.split(" ").map((name) => `${parent}${name}`);
const node = (name: string) => (segment: Segment) => `/${segment}/${name}`;

export const endpoints: readonly Endpoint[] = [
  {
    kind: "node",
    name: "version",
    toPath: node("version"),
    schema: Version,
    unread: ["next_since_height"],
    always: ["current", "next", "querier"],
  },
  {
    kind: "node",
    name: "lastblock",
    toPath: node("lastblock"),
    schema: LastBlock,
    unread: ["[].last_signed_out"],
    always: below("[].", "chain last_observed_in last_signed_out"),
    alwaysOn: { thorchain: ["[].thorchain"], mayachain: ["[].mayachain"] },
  },
  {
    kind: "node",
    name: "block",
    toPath: node("block"),
    schema: Block,
    unread: [
      ...below("", "id begin_block_events end_block_events finalize_block_events txs"),
      ...below(
        "header.",
        "version chain_id last_block_id last_commit_hash data_hash validators_hash next_validators_hash consensus_hash " +
          "app_hash last_results_hash evidence_hash proposer_address",
      ),
    ],
    always: ["header.height", "header.time"],
  },
  {
    kind: "node",
    name: "mimir",
    toPath: node("mimir"),
    schema: Mimir,
    unread: [],
    always: [],
  },
  {
    kind: "node",
    name: "inbound_addresses",
    toPath: node("inbound_addresses"),
    schema: InboundAddresses,
    unread: below("[].", "pub_key observed_fee_rate shielded_memo_config"),
    // The documentation does not promise these three flags, but without them no chain can be open.
    always: below(
      "[].",
      "chain pub_key address halted global_trading_paused chain_trading_paused chain_lp_actions_paused gas_rate gas_rate_units outbound_tx_size",
    ),
  },
  {
    kind: "node",
    name: "pools",
    toPath: node("pools"),
    schema: Pools,
    unread: below(
      "[].",
      "short_code pending_inbound_asset pending_inbound_rune pending_inbound_cacao pool_units LP_units synth_units synth_supply " +
        "synth_supply_remaining synth_mint_paused savers_depth savers_units savers_fill_bps savers_capacity_remaining " +
        "derived_depth_bps volume_asset volume_rune pol_reserve_rune_deposited rolling_pool_liquidity_fee_rune bondable",
    ),
    always: below("[].", "asset status balance_asset pending_inbound_asset pool_units LP_units synth_units"),
    alwaysOn: {
      thorchain: ["[].balance_rune", "[].pending_inbound_rune"],
      mayachain: ["[].balance_cacao", "[].pending_inbound_cacao"],
    },
  },
  {
    kind: "node",
    name: "network",
    toPath: node("network"),
    schema: NodeNetwork,
    unread: below(
      "",
      "bond_reward_rune available_pools_rune vaults_liquidity_rune effective_security_bond total_reserve vaults_migrating " +
        "gas_spent_rune " +
        "gas_withheld_rune tns_register_fee_rune tns_fee_per_block_rune tor_price_in_rune xmr_active_vault_ready " +
        "bond_reward_cacao total_asgard gas_spent_cacao gas_withheld_cacao",
    ),
    always: ["total_bond_units", "total_reserve"],
    alwaysOn: {
      thorchain: below(
        "",
        "bond_reward_rune available_pools_rune vaults_liquidity_rune effective_security_bond vaults_migrating " +
          "gas_spent_rune gas_withheld_rune native_outbound_fee_rune native_tx_fee_rune tns_register_fee_rune " +
          "tns_fee_per_block_rune rune_price_in_tor tor_price_in_rune",
      ),
      mayachain: below("", "bond_reward_cacao total_asgard gas_spent_cacao gas_withheld_cacao"),
    },
  },
  {
    kind: "node",
    name: "outbound_fees",
    toPath: node("outbound_fees"),
    schema: OutboundFees,
    unread: below("[].", "fee_withheld_rune fee_spent_rune surplus_rune dynamic_multiplier_basis_points"),
    always: ["[].asset", "[].outbound_fee"],
  },
  {
    kind: "node",
    name: "queue",
    toPath: node("queue"),
    schema: Queue,
    unread: ["scheduled_outbound_clout"],
    always: below("", "swap outbound internal scheduled_outbound_value"),
  },
  ...["outbound", "scheduled"].map(
    (list): Endpoint => ({
      kind: "node",
      name: `queue/${list}`,
      toPath: node(`queue/${list}`),
      schema: PayoutQueue,
      unread: below(
        "[].",
        "height vault_pub_key vault_pub_key_eddsa out_hash chain to_address coin memo max_gas gas_rate clout_spent original_memo aggregator aggregator_target_asset aggregator_target_limit",
      ),
      always: ["[].in_hash"],
    }),
  ),
  {
    kind: "node",
    name: "constants",
    toPath: node("constants"),
    schema: Constants,
    unread: ["bool_values", "string_values"],
    always: ["int_64_values"],
  },
  {
    kind: "node",
    name: "quote/swap",
    toPath: node("quote/swap?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=10000000"),
    schema: QuoteSwap,
    mayRefuse: true,
    unread: below(
      "",
      "warning streaming_slippage_bps expected_amount_out_streaming inbound_confirmation_blocks outbound_delay_blocks recommended_gas_rate gas_rate_units",
    ),
    always: below("", "outbound_delay_seconds fees.asset expected_amount_out"),
    alwaysOn: { thorchain: ["expiry", "warning", "notes"] },
  },
  {
    kind: "node",
    name: "tx/status",
    toPath: (segment, txid) => `/${segment}/tx/status/${txid}`,
    schema: TxStatus,
    unread: [
      ...below("tx.", "coins[].decimals gas"),
      ...below("out_txs[].", "coins[].decimals gas"),
      "planned_out_txs[].coin.decimals",
      ...below(
        "stages.inbound_confirmation_counted.",
        "counting_start_height chain external_observed_height external_confirmation_delay_height",
      ),
      "stages.outbound_delay.remaining_delay_blocks",
      "stages.outbound_signed.scheduled_outbound_height",
    ],
    always: ["stages.inbound_observed.final_count", "stages.inbound_observed.completed"],
  },
  {
    kind: "indexer",
    name: "health",
    toPath: () => "/v2/health",
    schema: Health,
    unread: below("", "genesisInfo database scannerHeight lastFetched lastAggregated"),
    always: [
      ...below("", "database inSync scannerHeight lastFetched lastCommitted lastAggregated"),
      ...below("lastThorNode.", "height timestamp"),
    ],
  },
  {
    kind: "indexer",
    name: "actions",
    toPath: () => "/v2/actions?limit=20&type=swap,refund",
    schema: Actions,
    unread: [
      ...below("", "count meta"),
      ...below("actions[].", "in[].height out[].height pools"),
      ...below(
        "actions[].metadata.",
        "addLiquidity bond contract limitSwap rebond runePoolDeposit runePoolWithdraw send tcy thorname withdraw",
      ),
      ...below(
        "actions[].metadata.swap.",
        "affiliateAddress affiliateFee inPriceUSD isStreamingSwap outPriceUSD swapSlip swapTarget txType",
      ),
      ...below("actions[].metadata.refund.", "affiliateFee affiliateAddress txType"),
    ],
    always: below("actions[].", "type status in out pools date height metadata in[].txID in[].address in[].coins"),
  },
  {
    kind: "indexer",
    name: "pools",
    toPath: () => "/v2/pools",
    schema: IndexerPools,
    unread: below(
      "[].",
      "annualPercentageRate assetPrice depthMinus2Percent depthPlus2Percent earnings earningsAnnualAsPercentOfDepth " +
        "liquidityInUSD liquidityUnits lpLuvi nativeDecimal poolAPY saversAPR saversDepth saversUnits saversYieldShare " +
        "synthSupply synthUnits totalCollateral totalDebtTor units volume24h",
    ),
    always: below("[].", "asset status assetDepth runeDepth assetPrice assetPriceUSD"),
  },
];
