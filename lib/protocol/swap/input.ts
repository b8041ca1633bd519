// The input for judging a swap: the answers of its sources, and the network's state now.

import type { Prices } from "../market/prices.ts";
import type { Agreed, Quorum } from "../model/agreed.ts";
import type { Failure } from "../model/envelope.ts";
import type { Clock, PayoutEnd, Verdict } from "../model/verdicts.ts";
import type { Actions, TxStatus } from "../upstream/schemas.ts";
import type { DepositHeights } from "./order.ts";
import type { AssetNames } from "./outputs.ts";
import type { QueuedSwap } from "./queue.ts";
import type { MaxWaits } from "./stage-figures.ts";

export interface SourceInput extends AssetNames {
  readonly txid: string;
  readonly nodeStatus: TxStatus | null;
  readonly secondNodeStatus: TxStatus | null;
  readonly indexerActions: Actions | null;
  readonly secondIndexerActions?: Actions | null;
  readonly isRejectedOnChain?: boolean;
  readonly indexerInSync: boolean;
  /**
   * False if the quorum is 2 and the same operator runs the indexer and a node: then neither
   * confirms the other.
   */
  readonly isIndexerIndependent: boolean;
  readonly nowMs: number;
  /** True if two nodes differ for longer than lag explains. Then neither confirms the other. */
  readonly isDisagreementTooLong?: boolean;
  readonly storedMemo?: string | null;
  /** When enough sources first called the deposit final. If null, a swap without output is open. */
  readonly finalisedSinceMs: number | null;
}

export interface ConfirmationSetup {
  readonly quorum: Quorum;
  readonly indexerInSync: boolean;
}

export interface ClaimInput extends SourceInput, ConfirmationSetup {}

export interface SwapInput extends ClaimInput {
  readonly chain: string | null;
  readonly nodeFailure: Pick<Failure, "retryAfterSeconds"> | null;
  readonly nodeFailureCount: number;
  readonly firstAskedMs: number | null;
  readonly signingOf: (chain: string) => Verdict;
  readonly tradingOf: (chain: string) => Verdict;
  readonly isHaltedForGood: (chain: string) => boolean;
  readonly prices: Prices;
  readonly longestWaits: (chain: string | null) => MaxWaits;
  readonly payoutEnd: PayoutEnd;
  readonly queue: QueueFacts;
}

export interface QueueFacts {
  readonly queuedSwap: QueuedSwap | null;
  readonly depositHeights: DepositHeights | null;
  readonly maxRestBlocks: number | null;
  readonly isPartsPaused: boolean;
  readonly dropState: Agreed<"dropped"> | null;
  readonly isMemolessHalted: boolean;
  readonly clock: Pick<Clock, "height" | "blockTimeMs">;
}
