// Each halt once: those in force, with the block where their parameter begins to act, and those to come.

import type { Warning } from "../../protocol/model/envelope.ts";
import type { ChainReading, NetworkReading } from "../../protocol/model/network-status.ts";
import { type Question, questions } from "../../protocol/model/verdicts.ts";
import { keysOfChain } from "../../protocol/safety/halt-keys.ts";
import { findStop, haltHeight, isFlag } from "../../protocol/safety/stops.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset } from "../../protocol/values/chains.ts";
import { formatWhen } from "../../say/figures.en.ts";
import { say } from "../../say/message-text.ts";
import { comingHaltText } from "../../say/messages.en.ts";
import { blockEstimateText, haltStartText } from "../../say/status.en.ts";
import { stoppedText } from "../../say/stops.en.ts";

export interface HaltInForce {
  /** The parameter, or chain and question where only a node's flag reports the halt. */
  readonly id: string;
  /** A flag is replaced by the chain's parameter with the same effect. */
  readonly parameter: string;
  /** "Trading on Litecoin is halted". */
  readonly title: string;
  readonly chains: readonly string[];
  readonly questions: readonly Question[];
  /** Null where the parameter's value names no block. */
  readonly height: number | null;
  /** Epoch milliseconds of that block, estimated from the protocol's block time. */
  readonly startMs: number | null;
}

export function haltsInForce(reading: NetworkReading, preset: Preset): readonly HaltInForce[] {
  const halts = reading.chains.flatMap(haltsOfChain);
  return [...new Map(halts.map(({ id, parameter }) => [id, parameter]))].map(([id, parameter]) => {
    const sameHalt = halts.filter((halt) => halt.id === id);
    const chains = [...new Set(sameHalt.map(({ chain }) => chain))];
    const height = startHeight(parameter, chains, reading, preset);
    return {
      id,
      parameter,
      title: stoppedText(findStop(parameter, chains, preset).name),
      chains,
      questions: sameHalt.map(({ question }) => question),
      height,
      startMs: height === null ? null : blockTime(height, reading),
    };
  });
}

/** Without those of which no block is known. */
export function haltStarts(reading: NetworkReading, preset: Preset, nowMs: number): string[] {
  return haltsInForce(reading, preset).flatMap(({ title, height, startMs }) =>
    height === null
      ? []
      : haltStartText(title, height, startMs === null ? null : formatWhen(startMs, nowMs)),
  );
}

/** Each parameter once, soonest first, with the chains that it halts. */
export function scheduledHalts(chains: readonly ChainReading[], preset: Preset) {
  const halts = new Map(
    chains.flatMap(({ scheduled }) => scheduled.map((halt) => [halt.parameter, halt] as const)),
  );
  return [...halts.values()]
    .sort((a, b) => a.height - b.height)
    .map((halt) => {
      const halted = chains.filter(({ scheduled }) =>
        scheduled.some(({ parameter }) => parameter === halt.parameter),
      );
      const codes = halted.map(({ chain }) => chain);
      return { ...findStop(halt.parameter, codes, preset), halt, chains: codes };
    });
}

/** A sentence for each scheduled halt, then what they mean. Empty without any. */
export function scheduledTexts(
  reading: NetworkReading,
  preset: Preset,
  nowMs: number,
): { readonly halts: readonly string[]; readonly meaning: string } {
  const halts = scheduledHalts(reading.chains, preset).map(({ name, halt }) => {
    const { height, estimatedTimeMs: timeMs } = halt;
    return comingHaltText({ height, timeMs, stop: name }, nowMs);
  });
  const warning = reading.warnings.find(({ code }: Warning) => code === "halt_scheduled");
  const meaning = reading.sign.lines && warning && say(warning.message).meaning;
  const estimate = blockEstimateText(preset);
  return { halts, meaning: meaning ? `${meaning} ${estimate}` : estimate };
}

interface ChainHalt extends Pick<HaltInForce, "id" | "parameter"> {
  readonly chain: string;
  readonly question: Question;
}

function haltsOfChain(reading: ChainReading): ChainHalt[] {
  const { chain } = reading;
  return questions.flatMap((question) => {
    const { haltedBy } = reading[question];
    const parameters = haltedBy.filter((name) => !isFlag(name));
    if (parameters.length > 0)
      return parameters.map((parameter) => ({ id: parameter, parameter, chain, question }));
    const isTold = question === "liquidity" && reading.trading.verdict === "halted";
    if (haltedBy.length === 0 || isTold) return [];
    const key = question === "deposits" ? "trading" : question;
    return [{ id: `${chain}-${key}`, parameter: keysOfChain(chain)[key].name, chain, question }];
  });
}

function startHeight(
  parameter: string,
  chains: readonly string[],
  { haltParameters }: NetworkReading,
  preset: Preset,
): number | null {
  const vote = haltParameters[parameter];
  if (!vote?.inForce) return null;
  return (
    chains
      .map((chain) => haltHeight(parameter, vote, chain, preset))
      .find((height) => height !== null) ?? null
  );
}

/** Estimated from the protocol's block time; null without a block, or for a later one. */
function blockTime(height: number, { clock }: NetworkReading): number | null {
  if (clock.blockTimeMs === null || clock.height === null || height > clock.height) return null;
  return clock.blockTimeMs - (clock.height - height) * PROTOCOL_BLOCK_SECONDS * 1_000;
}
