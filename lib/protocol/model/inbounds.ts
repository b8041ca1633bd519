// Where a deposit may be sent now, chain by chain.

import type { Envelope } from "./envelope.ts";
import type { Reason } from "./reason.ts";
import type { Judgement } from "./verdicts.ts";

/** One row of inbound addresses, already gated: `address` and `router` are null unless it is safe to send now. */
export interface InboundReading {
  readonly chain: string;
  readonly trading: Judgement;
  readonly deposits: Judgement;
  readonly signing: Judgement;
  readonly address: string | null;
  readonly router: string | null;
  readonly gasRate: string | null;
  readonly gasRateUnits: string | null;
  readonly dustThreshold: bigint | null;
  readonly gasAsset: string | null;
  readonly validUntilMs: number | null;
  readonly reason: Reason | null;
}

export interface InboundsReading extends Envelope {
  readonly chains: readonly InboundReading[];
}
