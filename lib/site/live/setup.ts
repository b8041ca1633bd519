// What a live page or frame is made with.
import type { Network } from "../../protocol/network.ts";
import type { Preset } from "../../protocol/values/chains.ts";

export interface LiveSetup {
  readonly network: Network;
  readonly preset: Preset;
  /** Epoch ms. */
  readonly now: () => number;
  /** Origin of the swap site. */
  readonly origin: string;
}
