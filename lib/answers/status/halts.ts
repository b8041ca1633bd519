// Each halt once: halts in force, with the block where they began, and halts to come.

import type { ChainReading, NetworkReading } from "../../protocol/model/network-status.ts";
import type { Stop } from "../../protocol/model/stops.ts";
import { type Question, questions, type ScheduledHalt } from "../../protocol/model/verdicts.ts";
import { keysOfChain } from "../../protocol/safety/halt-keys.ts";
import { findStop, haltHeight, isFlag } from "../../protocol/safety/stops.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset } from "../../protocol/values/chains.ts";
import { formatWhen } from "../../say/figures.en.ts";
import { say } from "../../say/message-text.ts";
import { comingHaltText } from "../../say/messages.en.ts";
import { blockEstimateText, haltStartText } from "../../say/status.en.ts";
import { stoppedText } from "../../say/stops.en.ts";
import { groupBy } from "../groups.ts";

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
  const halts = groupBy(reading.chains.flatMap(haltsOfChain), ({ id }) => id);
  return [...halts].map(([id, chainHalts]) => {
    const [{ parameter }] = chainHalts;
    const chains = [...new Set(chainHalts.map(({ chain }) => chain))];
    const height = startHeight(parameter, chains, reading, preset);
    return {
      id,
      parameter,
      title: stoppedText(findStop(parameter, chains, preset).name),
      chains,
      questions: chainHalts.map(({ question }) => question),
      height,
      startMs: height === null ? null : blockTime(height, reading),
    };
  });
}

/** A sentence for each halt in force whose block is known. */
export function haltStarts(reading: NetworkReading, preset: Preset, nowMs: number): string[] {
  return haltsInForce(reading, preset).flatMap(({ title, height, startMs }) =>
    height === null
      ? []
      : haltStartText(title, height, startMs === null ? null : formatWhen(startMs, nowMs)),
  );
}

interface HaltToCome extends Stop {
  readonly halt: ScheduledHalt;
  /** Codes of the chains that it halts. */
  readonly chains: readonly string[];
}

/** Each parameter once, soonest first. */
export function scheduledHalts(
  chains: readonly ChainReading[],
  preset: Preset,
): readonly HaltToCome[] {
  const halts = new Map(
    chains.flatMap(({ scheduled }) => scheduled.map((halt) => [halt.parameter, halt] as const)),
  );
  return [...halts.values()]
    .sort((a, b) => a.height - b.height)
    .map((halt) => {
      const haltedChains = chains.filter(({ scheduled }) =>
        scheduled.some(({ parameter }) => parameter === halt.parameter),
      );
      const codes = haltedChains.map(({ chain }) => chain);
      return { ...findStop(halt.parameter, codes, preset), halt, chains: codes };
    });
}

/** `halts`: a sentence for each scheduled halt. `meaning`: what all of them mean. */
export function scheduledTexts(
  reading: NetworkReading,
  preset: Preset,
  nowMs: number,
): { readonly halts: readonly string[]; readonly meaning: string } {
  const halts = scheduledHalts(reading.chains, preset).map(({ name, halt }) => {
    const { height, estimatedTimeMs: timeMs } = halt;
    return comingHaltText({ height, timeMs, stop: name }, nowMs);
  });
  const warning = reading.warnings.find(({ code }) => code === "halt_scheduled");
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
    const isPartOfHalt = question === "liquidity" && reading.trading.verdict === "halted";
    if (haltedBy.length === 0 || isPartOfHalt) return [];
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
