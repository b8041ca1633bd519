// /status: view, words, Markdown, JSON document, feed. Readings of the network belong in lib/protocol.
// This file judges a status document some time after it was read. It runs in the browser, so it imports only one pattern.
import { CHAIN_CODE } from "../../../protocol/values/chain-rows.ts";

type BoardState = "open" | "halted" | "unknown" | "stale";

/** The part of /.well-known/status that the board shows. */
export interface BoardReading {
  readonly verdict: "open" | "halted" | "unknown";
  readonly height: number;
  readonly ageSeconds: number;
  readonly chains: readonly { readonly name: string; readonly state: "open" | "halted" | "unknown" }[];
  /** Whether any chain has a halt that is scheduled and not yet in force. */
  readonly isHaltScheduled: boolean;
}

/** Ages of the newest block: above `freshMs` the reading is out of date, above `staleMs` nothing is known. */
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

/** The verdict when the last reading was a halt and cannot be renewed. */
export const HALTED_BEFORE = "Halted when last read. Do not send.";

/** The board before the first reading. */
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

/** Clocks are corrected by up to this much. */
const STEP_MS = 1000;

/** Whether the device's clock was set back. The age of an earlier reading is then not known. */
export const isSetBack = (seenMs: number, nowMs: number) => nowMs < seenMs - STEP_MS;

/**
 * @param reading the last status document; null when there is none or it was not valid.
 * @param elapsedMs the time since it was received. When it is negative, the age is not known.
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
  const board = (state: BoardState, verdict: string, advice: string): Board => ({
    state,
    verdict,
    height,
    ageSeconds,
    open: `${reading.chains.length - closed.length} of ${reading.chains.length}`,
    notOpen: chainNames(closed.map((chain) => chain.name)),
    advice,
  });
  if (ageMs > freshMs) {
    return reading.verdict === "halted"
      ? board("halted", HALTED_BEFORE, "Trading was halted on the whole network. Wait for a newer block.")
      : board("stale", "Out of date", "The newest block is late: wait for a new one before you send.");
  }
  if (reading.verdict === "halted") {
    const advice = "Trading is halted on the whole network. Wait until it is open again.";
    return board("halted", "Halted. Do not send.", advice);
  }
  if (reading.verdict === "unknown") {
    return board("unknown", "Unknown. Do not send.", "The sources could not be verified.");
  }
  if (closed.length === 0) {
    const advice = reading.isHaltScheduled
      ? "All chains trade, take deposits and pay out, but a halt is scheduled."
      : "Every chain trades, takes deposits and pays out.";
    return board("open", "The network is open", advice);
  }
  const exceptions = closed.length === 1 ? "1 exception" : `${closed.length} exceptions`;
  const advice = reading.isHaltScheduled
    ? "Not all is open on the chains named here, and a halt is scheduled."
    : "Trading, deposits or payouts are not open on the chains named here.";
  return board("open", `Open, with ${exceptions}`, advice);
}

/** More names would not fit on two lines of the narrowest column. */
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

/** Reads what the board needs from a status document. @throws Error when it is none, or has no height or age. */
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
