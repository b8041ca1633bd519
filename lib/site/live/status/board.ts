// What the signboard says of a status document some time after it was read. Pure: runs in the browser, so it imports one pattern and nothing more. What it cannot verify is `unknown`.
import { CHAIN_CODE } from "../../../protocol/values/chain-rows.ts";

type BoardState = "open" | "halted" | "unknown" | "stale";

/** The part of /.well-known/status that the board shows. */
export interface BoardReading {
  readonly verdict: "open" | "halted" | "unknown";
  readonly height: number;
  readonly ageSeconds: number;
  readonly chains: readonly { readonly name: string; readonly state: "open" | "halted" | "unknown" }[];
  /** Of any chain, and not in force. */
  readonly isHaltScheduled: boolean;
}

/** Ages of the newest block: older than `freshMs` it is no longer the present, older than `staleMs` nothing is known. */
export interface BoardLimits {
  readonly freshMs: number;
  readonly staleMs: number;
}

export interface Board {
  readonly state: BoardState;
  readonly verdict: string;
  readonly height: number | null;
  readonly ageSeconds: number | null;
  readonly open: string;
  readonly notOpen: string;
  readonly advice: string;
}

/** What is said of a halt that could not be read afresh. */
export const HALTED_BEFORE = "Halted when last read. Do not send.";

/** Before anything was asked. */
export const unreadBoard: Board = {
  state: "stale",
  verdict: "Not read yet",
  height: null,
  ageSeconds: null,
  open: "unknown",
  notOpen: "unknown",
  advice: "This board is filled by a script. Without one, read it here:",
};

const failedBoard: Board = {
  ...unreadBoard,
  state: "unknown",
  verdict: "Unknown. Do not send.",
  advice: "The network could not be read. Until it can, nothing here is known.",
};

/** What a clock may be put right by at once. */
const STEP_MS = 1000;

/** Whether a device's clock went back since it was last looked at: the age of what was read before is then not known. */
export const isSetBack = (seenMs: number, nowMs: number) => nowMs < seenMs - STEP_MS;

/**
 * @param reading the last document that was read; null where there is none or it was not one.
 * @param elapsedMs since it was received; below zero its age is not known.
 */
export function statusBoard(reading: BoardReading | null, elapsedMs: number, { freshMs, staleMs }: BoardLimits): Board {
  if (reading === null || elapsedMs < 0) return failedBoard;
  const ageMs = reading.ageSeconds * 1000 + elapsedMs;
  const ageSeconds = Math.ceil(ageMs / 1000);
  const { height } = reading;
  if (ageMs > staleMs) {
    return { ...failedBoard, height, ageSeconds, advice: "The last block seen is too old to say anything of now." };
  }
  const closed = reading.chains.filter((chain) => chain.state !== "open");
  const figures = {
    height,
    ageSeconds,
    open: `${reading.chains.length - closed.length} of ${reading.chains.length}`,
    notOpen: chainNames(closed.map((chain) => chain.name)),
  };
  if (ageMs > freshMs && reading.verdict === "halted") {
    const advice = "Trading was halted on the whole network. Wait for a newer block.";
    return { ...figures, state: "halted", verdict: HALTED_BEFORE, advice };
  }
  if (ageMs > freshMs) {
    const advice = "The newest block is late: wait for a new one before you send.";
    return { ...figures, state: "stale", verdict: "Out of date", advice };
  }
  if (reading.verdict === "halted") {
    const advice = "Trading is halted on the whole network. Wait until it is open again.";
    return { ...figures, state: "halted", verdict: "Halted. Do not send.", advice };
  }
  if (reading.verdict === "unknown") {
    return {
      ...figures,
      state: "unknown",
      verdict: "Unknown. Do not send.",
      advice: "The sources could not be verified.",
    };
  }
  if (closed.length === 0) {
    return {
      ...figures,
      state: "open",
      verdict: "The network is open",
      advice: reading.isHaltScheduled
        ? "All chains trade, take deposits and pay out, but a halt is scheduled."
        : "Every chain trades, takes deposits and pays out.",
    };
  }
  const exceptions = closed.length === 1 ? "1 exception" : `${closed.length} exceptions`;
  const advice = reading.isHaltScheduled
    ? "Not all is open on the chains named here, and a halt is scheduled."
    : "Trading, deposits or payouts are not open on the chains named here.";
  return { ...figures, state: "open", verdict: `Open, with ${exceptions}`, advice };
}

/** Two lines of the narrowest column. */
const MAX_NAMES = 2;

function chainNames(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const rest = names.length - MAX_NAMES;
  return rest > 1 ? `${names.slice(0, MAX_NAMES).join(", ")} and ${rest} more` : names.join(", ");
}

interface StatusDocument {
  readonly network: {
    readonly verdict: unknown;
    readonly height: number;
    readonly age_seconds: number;
    readonly freshness: unknown;
    readonly chains: readonly { readonly chain: string; readonly [what: string]: unknown }[];
  };
}

/** What the board needs of a status document. @throws Error when it is not one, or when it dates nothing. */
export function parseBoardReading(document: unknown): BoardReading {
  const { verdict, height, age_seconds: age, freshness, chains } = (document as StatusDocument).network;
  const rows = chains.map(boardChain);
  if (!Number.isSafeInteger(height) || height < 1 || !Number.isFinite(age) || rows.length === 0)
    throw new Error("not a status document");
  return {
    verdict: freshness !== "unknown" && (verdict === "open" || verdict === "halted") ? verdict : "unknown",
    height,
    ageSeconds: Math.max(0, age),
    chains: rows,
    isHaltScheduled: chains.some(({ scheduled }) => Array.isArray(scheduled) && scheduled.length > 0),
  };
}

function boardChain(row: StatusDocument["network"]["chains"][number]): BoardReading["chains"][number] {
  const name = row.chain;
  if (!CHAIN_CODE.test(name)) throw new Error("not a chain");
  const verdicts = [row.trading, row.deposits, row.signing];
  const isOpen = verdicts.every((one) => one === "open") && Array.isArray(row.scheduled);
  const state = verdicts.includes("halted") ? "halted" : isOpen ? "open" : "unknown";
  return { name, state };
}
