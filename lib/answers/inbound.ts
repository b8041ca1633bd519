// The answer of get_inbound_addresses: where to send on each chain, or why there is no address.

import * as z from "zod";
import type { InboundReading, InboundsReading } from "../protocol/model/network-status.ts";
import { because, type Reason } from "../protocol/model/reasons.ts";
import { chainName, type Preset } from "../protocol/values/chains.ts";
import { toIsoTime } from "../protocol/values/instants.ts";
import type { Blocks, Cell } from "../render/blocks.ts";
import { asOfText } from "../say/as-of.en.ts";
import { rateText } from "../say/deposits.en.ts";
import { formatInstant, NOT_KNOWN } from "../say/figures.en.ts";
import { inboundWords, noAddressText } from "../say/inbound.en.ts";
import { codedReason, sentenceOf } from "../say/reason-text.ts";
import { adviceBlocks } from "./advice.ts";
import type { AnswerContext } from "./answer-context.ts";
import { answerTable } from "./answer-table.ts";
import { groupBy } from "./groups.ts";
import { dustText } from "./money-text.ts";
import {
  AmountShape,
  formatBaseOrNull,
  NumberShape,
  outputRegistry,
  TextShape,
  VerdictShape,
} from "./shapes.ts";

export const inboundTable = answerTable<InboundReading>()({
  chain: [z.string(), (reading) => reading.chain],
  trading: [VerdictShape, (reading) => reading.trading.verdict],
  deposits: [VerdictShape, (reading) => reading.deposits.verdict],
  signing: [VerdictShape, (reading) => reading.signing.verdict],
  address: [
    z
      .string()
      .nullable()
      .register(outputRegistry, { description: "null unless it is safe to send now; see reason" }),
    (reading) => reading.address,
  ],
  router: [TextShape, (reading) => reading.router],
  gas_rate: [TextShape, (reading) => reading.gasRate],
  gas_rate_units: [TextShape, (reading) => reading.gasRateUnits],
  gas_rate_per: [TextShape, (reading) => reading.gasRatePer],
  dust_threshold: [
    AmountShape,
    (reading) => formatBaseOrNull(reading.dustThreshold, reading.gasAsset),
  ],
  send_before: [TextShape, (reading) => toIsoTime(reading.sendBeforeMs)],
  sources_agreeing: [NumberShape, (reading) => reading.sourcesAgreeing],
  reason: [
    TextShape,
    (reading) => reading.reason && codedReason(withHaltParameters(reading.reason, reading)),
  ],
});

function withHaltParameters(reason: Reason, { trading, deposits }: InboundReading): Reason {
  const parameterNames = [...new Set([...trading.haltedBy, ...deposits.haltedBy])];
  if (reason.code !== "halted" || parameterNames.length === 0) return reason;
  return { ...reason, ...because("halted_by", { parameters: parameterNames }) };
}

interface Column {
  readonly head: string;
  readonly toText: (row: InboundReading) => string | null;
  /** True for text from the network: written as code, so that no part of it becomes markup. */
  readonly code?: true;
}

export function inboundBlocks(reading: InboundsReading, { preset }: AnswerContext): Blocks {
  const isNativeChain = ({ chain }: InboundReading) => chain === preset.nativeChain;
  const columns: readonly Column[] = [
    { head: inboundWords.address, toText: ({ address }) => address, code: true },
    { head: inboundWords.router, toText: ({ router }) => router, code: true },
    {
      head: inboundWords.sendBefore,
      toText: ({ sendBeforeMs }) => (sendBeforeMs === null ? null : formatInstant(sendBeforeMs)),
    },
    {
      head: inboundWords.gasRate,
      toText: (inbound) => (isNativeChain(inbound) ? null : (rateText(inbound) ?? NOT_KNOWN)),
    },
    {
      head: inboundWords.dustThreshold,
      toText: (inbound) => (isNativeChain(inbound) ? null : dustText(inbound)),
    },
  ];
  const { chains: inbounds } = reading;
  const filledColumns = columns.filter(({ toText }) =>
    inbounds.some((inbound) => toText(inbound) !== null),
  );
  const cellOf = ({ toText, code }: Column, inbound: InboundReading): Cell => {
    const cellText = toText(inbound);
    return cellText === null
      ? { text: inboundWords.none }
      : { text: cellText, ...(code && { code }) };
  };
  const missingAddressTexts = listMissingAddresses(inbounds, preset);
  return [
    ...adviceBlocks(reading),
    inbounds.length > 0 && {
      table: {
        label: inboundWords.title,
        heads: [inboundWords.chain, ...filledColumns.map(({ head }) => head)],
        rows: inbounds.map((inbound) => ({
          id: inbound.chain,
          cells: [
            { text: chainName(inbound.chain, preset) },
            ...filledColumns.map((column) => cellOf(column, inbound)),
          ],
        })),
      },
    },
    missingAddressTexts.length > 0 && { list: missingAddressTexts },
    { text: asOfText(reading, preset), className: "meta" },
  ];
}

function listMissingAddresses(inbounds: readonly InboundReading[], preset: Preset): string[] {
  const chainsWithReason = inbounds.flatMap(({ chain, reason }) =>
    reason === null ? [] : [{ name: chainName(chain, preset), reasonText: sentenceOf(reason) }],
  );
  const chainsByReason = groupBy(chainsWithReason, ({ reasonText }) => reasonText);
  return [...chainsByReason].map(([reasonText, namedChains]) => {
    const chainNames = namedChains.map(({ name }) => name);
    return noAddressText(chainNames, reasonText);
  });
}
