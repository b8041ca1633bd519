// Where a deposit may be sent now, chain by chain.

import type { Agreed } from "./agreed.ts";
import type { Envelope } from "./envelope.ts";
import type { Reason } from "./reason.ts";
import type { Judgement } from "./verdicts.ts";

/** One row of inbound addresses, already gated: `address` and `router` are null unless it is safe to send now. */
export interface InboundReading {
  readonly chain: string;
  readonly trading: Judgement;
  readonly deposits: Judgement;
  readonly signing: Judgement;
  readonly address: Agreed<string> | null;
  readonly router: Agreed<string> | null;
  readonly gasRate: Agreed<string> | null;
  readonly gasRateUnits: Agreed<string> | null;
  readonly dustThreshold: Agreed<bigint> | null;
  readonly gasAsset: string | null;
  readonly sendBeforeMs: number | null;
  /** How many nodes name this address and router; null where none is given. */
  readonly sourcesAgreeing: number | null;
  readonly reason: Reason | null;
}

export interface InboundsReading extends Envelope {
  readonly chains: readonly InboundReading[];
}
