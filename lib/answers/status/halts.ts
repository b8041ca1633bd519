// Lists each halt once: halts in force, with the block where they began, and scheduled halts.

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
  /**
   * Name of the network's halt parameter, such as "HALTLTCTRADING". If no parameter explains the
   * halt, because only a flag in a node's answer reports it: text such as "LTC-trading".
   */
  readonly id: string;
  /**
   * Name of the halt parameter, as in `id`. If only a node's flag reports the halt: name of the
   * parameter that would have the same effect, to choose the texts.
   */
  readonly parameter: string;
  readonly title: string;
  readonly chains: readonly string[];
  readonly questions: readonly Question[];
  /** Block height where the halt began. Null if the parameter's value is not a block height. */
  readonly height: number | null;
  readonly startMs: number | null;
}

export function haltsInForce(reading: NetworkReading, preset: Preset): readonly HaltInForce[] {
  const haltsById = groupBy(reading.chains.flatMap(haltsOfChain), ({ id }) => id);
  return [...haltsById].map(([id, chainHalts]) => {
    const [{ parameter }] = chainHalts;
    const chains = [...new Set(chainHalts.map(({ chain }) => chain))];
    const startHeight = findStartHeight(parameter, chains, reading, preset);
    return {
      id,
      parameter,
      title: stoppedText(findStop(parameter, chains, preset).name),
      chains,
      questions: chainHalts.map(({ question }) => question),
      height: startHeight,
      startMs: startHeight === null ? null : estimateBlockTimeMs(startHeight, reading),
    };
  });
}

export function haltStartTexts(reading: NetworkReading, preset: Preset, nowMs: number): string[] {
  return haltsInForce(reading, preset).flatMap(({ title, height, startMs }) =>
    height === null
      ? []
      : haltStartText(title, height, startMs === null ? null : formatWhen(startMs, nowMs)),
  );
}

interface HaltToCome extends Stop {
  readonly halt: ScheduledHalt;
  readonly chains: readonly string[];
}

export function scheduledHalts(
  chains: readonly ChainReading[],
  preset: Preset,
): readonly HaltToCome[] {
  const haltsByParameter = new Map(
    chains.flatMap(({ scheduled }) => scheduled.map((halt) => [halt.parameter, halt] as const)),
  );
  return [...haltsByParameter.values()]
    .sort((a, b) => a.height - b.height)
    .map((halt) => {
      const chainsToHalt = chains.filter(({ scheduled }) =>
        scheduled.some(({ parameter }) => parameter === halt.parameter),
      );
      const chainCodes = chainsToHalt.map(({ chain }) => chain);
      return { ...findStop(halt.parameter, chainCodes, preset), halt, chains: chainCodes };
    });
}

export function scheduledTexts(
  reading: NetworkReading,
  preset: Preset,
  nowMs: number,
): { readonly haltTexts: readonly string[]; readonly effectText: string } {
  const haltTexts = scheduledHalts(reading.chains, preset).map(({ name, halt }) => {
    const { height, estimatedTimeMs: timeMs } = halt;
    return comingHaltText({ height, timeMs, stop: name }, nowMs);
  });
  const haltWarning = reading.warnings.find(({ code }) => code === "halt_scheduled");
  const isNetwork = reading.sign.name.id === "network_open";
  const haltEffect = isNetwork && haltWarning && say(haltWarning.message).meaning;
  const estimateText = blockEstimateText(preset);
  return { haltTexts, effectText: haltEffect ? `${haltEffect} ${estimateText}` : estimateText };
}

interface ChainHalt extends Pick<HaltInForce, "id" | "parameter"> {
  readonly chain: string;
  readonly question: Question;
}

function haltsOfChain(reading: ChainReading): ChainHalt[] {
  const { chain } = reading;
  return questions.flatMap((question) => {
    const { haltedBy } = reading[question];
    const haltParameters = haltedBy.filter((parameter) => !isFlag(parameter));
    if (haltParameters.length > 0)
      return haltParameters.map((parameter) => ({ id: parameter, parameter, chain, question }));
    const isPartOfTradingHalt = question === "liquidity" && reading.trading.verdict === "halted";
    if (haltedBy.length === 0 || isPartOfTradingHalt) return [];
    const haltKind = question === "deposits" ? "trading" : question;
    return [
      {
        id: `${chain}-${haltKind}`,
        parameter: keysOfChain(chain)[haltKind].name,
        chain,
        question,
      },
    ];
  });
}

function findStartHeight(
  parameter: string,
  chains: readonly string[],
  { haltParameters }: NetworkReading,
  preset: Preset,
): number | null {
  const haltParameter = haltParameters[parameter];
  if (!haltParameter?.inForce) return null;
  return (
    chains
      .map((chain) => haltHeight(parameter, haltParameter, chain, preset))
      .find((height) => height !== null) ?? null
  );
}

/**
 * Estimates the time of a past block in epoch ms, from the time of the newest block. Null if
 * `height` is above the newest block, or if the newest block is not known.
 */
function estimateBlockTimeMs(height: number, { clock }: NetworkReading): number | null {
  if (clock.blockTimeMs === null || clock.height === null || height > clock.height) return null;
  return clock.blockTimeMs - (clock.height - height) * PROTOCOL_BLOCK_SECONDS * 1_000;
}
