// /status: view, words, Markdown, JSON document. Readings of the network belong in lib/protocol.
// This file: what a status document still means as it ages. For browsers, so it imports little.

import type { StatusAnswer } from "../../../answers/status/structured.ts";
import { type SignState, signStates } from "../../../protocol/model/network-status.ts";
import type { ReasonCode } from "../../../protocol/model/reasons.ts";
import { CHAIN_CODE } from "../../../protocol/values/clean-text.ts";
import { boardAdvices, boardTexts } from "../../../say/board.en.ts";
import { unreadHeadline } from "../../../say/unread.en.ts";

type BoardState = SignState | "stale";

export type BoardReading = ReturnType<typeof parseBoardReading>;

/** Ages of the newest block. Above `freshMs` it is out of date, above `staleMs` useless. */
interface BoardLimits {
  readonly freshMs: number;
  readonly staleMs: number;
}

interface Board
  extends Omit<BoardReading, "state" | "blockTimeMs" | "chains">,
    Readonly<Record<"open" | "closed" | "advice", string>> {
  readonly state: BoardState;
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

/** If no chain is open, these states hold while the block ages: nobody sends because of them. */
const closedStates: readonly SignState[] = ["halted", "sources_disagree", "not_checked"];

/** `elapsedMs`: since the document was received; negative after a clock change. */
export function statusBoard(
  reading: BoardReading | null,
  elapsedMs: number,
  { freshMs, staleMs }: BoardLimits,
): Board {
  if (reading === null || elapsedMs < 0) return failedBoard;
  const { height, state, headline, chains } = reading;
  const ageMs = reading.ageSeconds === null ? null : reading.ageSeconds * 1000 + elapsedMs;
  const ageSeconds = ageMs === null ? null : Math.ceil(ageMs / 1000);
  const closed = chains.filter((chain) => !chain.isOpen);
  const isOneOpen = closed.length < chains.length;
  const isClosed = state === "halted" || (!isOneOpen && closedStates.includes(state));
  const isTooOld = ageMs !== null && ageMs > staleMs;
  if (elapsedMs > staleMs || (isTooOld && !isClosed))
    return { ...failedBoard, height, ageSeconds, advice: boardTexts.tooOld };
  const board: Board = {
    state,
    headline,
    height,
    ageSeconds,
    open:
      isOneOpen || state === "halted"
        ? boardTexts.openOf(chains.length - closed.length, chains.length)
        : boardTexts.notRead,
    closed:
      isOneOpen || closed.length === 1
        ? chainNames(closed.map((chain) => chain.name))
        : boardTexts.everyChain,
    advice: isTooOld && state === "not_checked" ? boardTexts.tooOld : boardAdvices[state],
  };
  if (ageMs !== null && ageMs <= freshMs) return board;
  if (isClosed) return state === "halted" ? { ...board, headline: boardTexts.haltedBefore } : board;
  return {
    ...board,
    state: "stale",
    headline: boardTexts.stale,
    advice: boardTexts.staleAdvice,
  };
}

/** More names would not fit on two lines of the narrowest column. */
const MAX_NAMES = 2;

function chainNames(names: readonly string[]): string {
  if (names.length === 0) return boardTexts.noChain;
  const rest = names.length - MAX_NAMES;
  return rest > 1
    ? boardTexts.andMore(names.slice(0, MAX_NAMES).join(", "), rest)
    : names.join(", ");
}

type ChainRow = StatusAnswer["chains"][number];

/** @throws Error when it is no status document, or its block, age or headline is invalid. */
export function parseBoardReading(document: unknown) {
  const { network } = document as { readonly network: StatusAnswer };
  const { headline, chains, unchecked_chains: unchecked } = network;
  const { height, age_seconds: age, block_time: blockTime } = network.as_of;
  const rows = [...chains.filter(isListed).map(boardChain), ...unchecked.map(uncheckedChain)];
  const isDated = height !== null || age !== null;
  if (
    (isDated && (!Number.isSafeInteger(height) || Number(height) < 1 || !Number.isFinite(age))) ||
    rows.length === 0 ||
    typeof headline !== "string"
  )
    throw new Error("not a status document");
  const state = boardState(network, rows);
  return {
    state,
    headline: state === network.state ? headline : unreadHeadline,
    height,
    ageSeconds: age === null ? null : Math.max(0, age),
    blockTimeMs: Date.parse(blockTime ?? ""),
    chains: rows,
  };
}

/** An unknown state, an undated one, or one that its own rows contradict is not checked. */
function boardState(
  { state, freshness }: StatusAnswer,
  rows: readonly ReturnType<typeof boardChain>[],
): SignState {
  const known = signStates.find((one) => one === state);
  if (known === undefined || closedStates.includes(known)) return known ?? "not_checked";
  if (freshness === "unknown") return "not_checked";
  return known === "open" && rows.some(({ isOpen }) => !isOpen) ? "not_checked" : known;
}

const isListed = ({ reason_code: code }: ChainRow) => code !== NOT_LISTED;

function uncheckedChain(name: string) {
  if (!CHAIN_CODE.test(name)) throw new Error("not a chain");
  return { name, isOpen: false };
}

function boardChain(row: ChainRow) {
  const isOpen =
    [row.trading, row.deposits, row.signing].every((one) => one === "open") &&
    Array.isArray(row.scheduled);
  return { ...uncheckedChain(row.chain), isOpen };
}
