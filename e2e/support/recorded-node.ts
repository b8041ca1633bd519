// The state of a recorded node, as quotes need it: from the answers that the node gave at one height.
import { presets } from "../../lib/protocol/values/chains.ts";
import type { QuotePool, QuoteState } from "../../lib/sample/quote/state.ts";

export interface RecordedNode {
  readonly height: number;
  /** Unix seconds. */
  readonly time: number;
  readonly constants: Readonly<Record<string, number>>;
  readonly mimir: Readonly<Record<string, number>>;
  readonly pools: readonly PoolFacts[];
  readonly inboundAddresses: readonly InboundFacts[];
  readonly outboundFees: readonly FeeFacts[];
}

export interface PoolFacts {
  readonly asset: string;
  readonly short_code?: string;
  readonly status: string;
  readonly decimals?: number;
  readonly balance_asset: string;
  readonly balance_rune: string;
}

export interface InboundFacts {
  readonly chain: string;
  readonly address?: string;
  readonly router?: string;
  readonly halted: boolean;
  readonly observed_fee_rate?: string;
  readonly gas_rate: string;
  readonly gas_rate_units: string;
  readonly outbound_tx_size?: string;
  readonly dust_threshold: string;
}

export interface FeeFacts {
  readonly asset: string;
  readonly outbound_fee: string;
  readonly dynamic_multiplier_basis_points?: string;
}

const { chains } = presets.thorchain;

export function quoteStateOf(facts: RecordedNode): QuoteState {
  const { height, mimir } = facts;
  const halted = new Set(facts.inboundAddresses.flatMap((row) => (row.halted ? [row.chain] : [])));
  const sinceThor = mimir.HALTTHORCHAIN ?? 0;
  if (sinceThor > 0 && sinceThor <= height) halted.add("THOR");
  const constants = Object.entries(facts.constants).map(([name, value]) => [
    name.toUpperCase(),
    value,
  ]);
  return {
    height,
    time: facts.time,
    pools: new Map(facts.pools.map((pool) => [pool.asset, poolOf(pool)])),
    rows: new Map(facts.inboundAddresses.flatMap((row) => rowOf(row))),
    settings: { ...Object.fromEntries(constants), ...mimir },
    feeMultiplierBps: new Map(
      facts.outboundFees.map((fee) => [
        fee.asset,
        BigInt(fee.dynamic_multiplier_basis_points ?? 0),
      ]),
    ),
    isHalted: (chain) => halted.has(chain),
    addressChains: (text) =>
      chains.filter((chain) => chain.addressForm.test(text)).map((chain) => chain.code),
    names: new Set(),
    notes: () => "",
  };
}

function poolOf(pool: PoolFacts): QuotePool {
  return {
    asset: pool.asset,
    status: pool.status as QuotePool["status"],
    shortCode: pool.short_code ?? null,
    decimals: pool.decimals ?? 8,
    balanceAsset: BigInt(pool.balance_asset),
    balanceRune: BigInt(pool.balance_rune),
  };
}

function rowOf(row: InboundFacts) {
  const chain = chains.find((one) => one.code === row.chain);
  if (!chain) return [];
  const { gasAsset, blockSeconds, family } = chain;
  return [
    [
      row.chain,
      {
        chain: row.chain,
        address: row.address ?? "",
        router: row.router ?? "",
        gasAsset,
        blockSeconds,
        family,
        observedFeeRate: BigInt(row.observed_fee_rate ?? 0),
        gasRate: BigInt(row.gas_rate),
        gasRateUnits: row.gas_rate_units,
        outboundTxSize: BigInt(row.outbound_tx_size ?? 0),
        dustThreshold: BigInt(row.dust_threshold),
      },
    ] as const,
  ];
}
