// This folder: contents of /status and /.well-known/status. lib/protocol reads the network.
// This file: state and texts of the homepage's status board. They depend on the newest block's age.
// Browsers load this file.

import type { StatusAnswer } from "../../../answers/status/structured.ts";
import { type SignState, signStates } from "../../../protocol/model/network-status.ts";
import type { ReasonCode } from "../../../protocol/model/reasons.ts";
import { CHAIN_CODE } from "../../../protocol/values/clean-text.ts";
import { boardAdvices, boardTexts } from "../../../say/board.en.ts";
import { unreadHeadline } from "../../../say/unread.en.ts";

interface BoardChain {
  readonly name: string;
  readonly isOpen: boolean;
}

export interface BoardReading {
  readonly state: SignState;
  readonly headline: string;
  readonly height: number | null;
  readonly ageSeconds: number | null;
  readonly chains: readonly BoardChain[];
}

/** Age limits of the newest block: out of date above `freshMs`, not usable above `staleMs`. */
interface BoardLimits {
  readonly freshMs: number;
  readonly staleMs: number;
}

interface Board
  extends Pick<BoardReading, "headline" | "height" | "ageSeconds">,
    Readonly<Record<"open" | "closed" | "advice", string>> {
  readonly state: SignState | "stale";
}

const NOT_LISTED: ReasonCode = "not_listed";

export const unreadBoard: Board = {
  state: "stale",
  headline: boardTexts.notReadYet,
  height: null,
  ageSeconds: null,
  open: boardTexts.notRead,
  closed: boardTexts.notRead,
  advice: boardTexts.noScript,
};

const failedBoard: Board = {
  ...unreadBoard,
  state: "not_checked",
  headline: unreadHeadline,
  advice: boardTexts.failed,
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
  const { height, state, headline, chains } = reading;
  const ageMs = reading.ageSeconds === null ? null : reading.ageSeconds * 1000 + elapsedMs;
  const ageSeconds = ageMs === null ? null : Math.ceil(ageMs / 1000);
  const isAnyChainOpen = chains.some(({ isOpen }) => isOpen);
  const isNetworkClosed = state === "halted" || (!isAnyChainOpen && closedStates.includes(state));
  const isBlockTooOld = ageMs !== null && ageMs > staleMs;
  if (elapsedMs > staleMs || (isBlockTooOld && !isNetworkClosed))
    return { ...failedBoard, height, ageSeconds, advice: boardTexts.tooOld };
  const freshBoard: Board = {
    state,
    headline,
    height,
    ageSeconds,
    open: openText(reading),
    closed: closedText(chains),
    advice: isBlockTooOld && state === "not_checked" ? boardTexts.tooOld : boardAdvices[state],
  };
  if (ageMs !== null && ageMs <= freshMs) return freshBoard;
  if (isNetworkClosed)
    return state === "halted" ? { ...freshBoard, headline: boardTexts.haltedBefore } : freshBoard;
  return {
    ...freshBoard,
    state: "stale",
    headline: boardTexts.stale,
    advice: boardTexts.staleAdvice,
  };
}

function openText({ state, chains }: BoardReading): string {
  const openChainCount = chains.filter(({ isOpen }) => isOpen).length;
  return openChainCount > 0 || state === "halted"
    ? boardTexts.openOf(openChainCount, chains.length)
    : boardTexts.notRead;
}

function closedText(chains: readonly BoardChain[]): string {
  const closedChains = chains.filter(({ isOpen }) => !isOpen);
  return closedChains.length < chains.length || closedChains.length === 1
    ? joinChainNames(closedChains.map(({ name }) => name))
    : boardTexts.everyChain;
}

/** Chain names before "and 2 more". More would not fit the two lines of the narrowest column. */
const MAX_NAMES = 2;

function joinChainNames(names: readonly string[]): string {
  if (names.length === 0) return boardTexts.noChain;
  const unnamedCount = names.length - MAX_NAMES;
  return unnamedCount > 1
    ? boardTexts.andMore(names.slice(0, MAX_NAMES).join(", "), unnamedCount)
    : names.join(", ");
}

type ChainRow = StatusAnswer["chains"][number];

export function parseBoardReading(document: unknown): BoardReading {
  const { network } = document as { readonly network: StatusAnswer };
  const { headline, as_of: asOf } = network;
  const { height, age_seconds: ageSeconds } = asOf;
  const chains = [
    ...network.chains.filter(isListed).map(boardChain),
    ...network.unchecked_chains.map(uncheckedChain),
  ];
  if (!hasValidBlock(asOf) || chains.length === 0 || typeof headline !== "string")
    throw new Error("not a status document");
  const state = boardState(network, chains);
  return {
    state,
    headline: state === network.state ? headline : unreadHeadline,
    height,
    ageSeconds: ageSeconds === null ? null : Math.max(0, ageSeconds),
    chains,
  };
}

function hasValidBlock({ height, age_seconds: ageSeconds }: StatusAnswer["as_of"]): boolean {
  if (height === null && ageSeconds === null) return true;
  return Number.isSafeInteger(height) && Number(height) >= 1 && Number.isFinite(ageSeconds);
}

function boardState({ state, freshness }: StatusAnswer, chains: readonly BoardChain[]): SignState {
  if (!signStates.includes(state)) return "not_checked";
  if (closedStates.includes(state)) return state;
  if (freshness === "unknown") return "not_checked";
  return state === "open" && chains.some(({ isOpen }) => !isOpen) ? "not_checked" : state;
}

const isListed = ({ reason_code: code }: ChainRow) => code !== NOT_LISTED;

function uncheckedChain(name: string): BoardChain {
  if (!CHAIN_CODE.test(name)) throw new Error("not a chain");
  return { name, isOpen: false };
}

function boardChain({ chain, trading, deposits, signing, scheduled }: ChainRow): BoardChain {
  const isOpen =
    [trading, deposits, signing].every((verdict) => verdict === "open") && Array.isArray(scheduled);
  return { ...uncheckedChain(chain), isOpen };
}
