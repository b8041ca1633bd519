// This folder: contents of /status and /.well-known/status. lib/protocol reads the network.
// This file: state and text of the homepage's state line. They depend on the newest block's age.
// Browsers load this file.

import type { StatusAnswer } from "../../../answers/status/structured.ts";
import { type SignState, signStates } from "../../../protocol/model/network-status.ts";
import type { ReasonCode } from "../../../protocol/model/reasons.ts";
import { CHAIN_CODE } from "../../../protocol/values/clean-text.ts";
import { boardTexts } from "../../../say/board.en.ts";
import { formatAge, formatSpan } from "../../../say/figures.en.ts";
import { unreadHeadline } from "../../../say/unread.en.ts";

export interface BoardReading {
  readonly state: SignState;
  readonly headline: string;
  /** Age of the newest block. Null if it is not known. */
  readonly ageSeconds: number | null;
  readonly hasOpenChain: boolean;
}

/** Age limits of the newest block: out of date above `freshMs`, not usable above `staleMs`. */
interface BoardLimits {
  readonly freshMs: number;
  readonly staleMs: number;
}

interface Board {
  readonly state: SignState | "stale";
  readonly headline: string;
  /** How old the headline is, or why there is none. */
  readonly note: string;
}

/** Chains of these reasons are not judged, so they do not contradict a state. */
const unjudgedCodes: readonly (string | null)[] = [
  "not_listed",
  "deposit_not_known",
] satisfies ReasonCode[];

export const unreadBoard: Board = {
  state: "stale",
  headline: boardTexts.notReadYet,
  note: boardTexts.noScript,
};

const failedBoard: Board = {
  state: "not_checked",
  headline: unreadHeadline,
  note: boardTexts.failed,
};

/**
 * States that count as closed if no chain is open ("halted" always does). The board then shows
 * them even from an old block, because in these states nobody sends funds.
 */
const closedStates: readonly SignState[] = ["halted", "sources_disagree", "not_checked"];

/**
 * `elapsedMs`: time since the browser requested the status document. Negative if the device's
 * clock was set back.
 */
export function statusBoard(
  reading: BoardReading | null,
  elapsedMs: number,
  { freshMs, staleMs }: BoardLimits,
): Board {
  if (reading === null || elapsedMs < 0) return failedBoard;
  const { state, headline, hasOpenChain } = reading;
  const ageMs = reading.ageSeconds === null ? null : reading.ageSeconds * 1000 + elapsedMs;
  const isNetworkClosed = state === "halted" || (!hasOpenChain && closedStates.includes(state));
  const isBlockTooOld = ageMs !== null && ageMs > staleMs;
  if (elapsedMs > staleMs || (isBlockTooOld && !isNetworkClosed))
    return { ...failedBoard, note: boardTexts.tooOld };
  const ageSeconds = ageMs === null ? null : Math.ceil(ageMs / 1000);
  const checkedText = ageSeconds === null ? "" : boardTexts.checked(formatAge(ageSeconds));
  const freshBoard: Board = { state, headline, note: checkedText };
  if (ageMs !== null && ageMs <= freshMs) return freshBoard;
  if (state === "halted") return { ...freshBoard, headline: boardTexts.haltedBefore };
  if (isNetworkClosed) {
    if (isBlockTooOld) return { ...freshBoard, note: boardTexts.tooOld };
    const oldText =
      ageSeconds === null ? boardTexts.failed : boardTexts.old(formatSpan(ageSeconds));
    return { ...freshBoard, note: oldText };
  }
  return { state: "stale", headline: boardTexts.stale, note: boardTexts.staleAdvice };
}

type ChainRow = StatusAnswer["chains"][number];

export function parseBoardReading(document: unknown): BoardReading {
  const { network } = document as { readonly network: StatusAnswer };
  const { headline, as_of: asOf, unchecked_chains: uncheckedChains } = network;
  const { age_seconds: ageSeconds } = asOf;
  const listedChains = network.chains.filter(
    ({ reason_code: code }) => !unjudgedCodes.includes(code),
  );
  const codes = [...listedChains.map(({ chain }) => chain), ...uncheckedChains];
  const isEveryCodeValid = codes.length > 0 && codes.every((code) => CHAIN_CODE.test(code));
  if (!hasValidBlock(asOf) || !isEveryCodeValid || typeof headline !== "string")
    throw new Error("not a status document");
  const openChains = listedChains.filter(isOpen);
  const state = boardState(network, openChains.length === codes.length);
  return {
    state,
    headline: state === network.state ? headline : unreadHeadline,
    ageSeconds: ageSeconds === null ? null : Math.max(0, ageSeconds),
    hasOpenChain: openChains.length > 0,
  };
}

function hasValidBlock({ height, age_seconds: ageSeconds }: StatusAnswer["as_of"]): boolean {
  if (height === null && ageSeconds === null) return true;
  return Number.isSafeInteger(height) && Number(height) >= 1 && Number.isFinite(ageSeconds);
}

function boardState({ state, freshness }: StatusAnswer, isEveryChainOpen: boolean): SignState {
  if (!signStates.includes(state)) return "not_checked";
  if (closedStates.includes(state)) return state;
  if (freshness === "unknown") return "not_checked";
  return state === "open" && !isEveryChainOpen ? "not_checked" : state;
}

const isOpen = ({ trading, deposits, signing, scheduled }: ChainRow) =>
  [trading, deposits, signing].every((verdict) => verdict === "open") && Array.isArray(scheduled);
