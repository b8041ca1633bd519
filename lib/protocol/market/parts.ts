// What one endpoint of the nodes says: the judged nodes' answers, and a third node's where those
// do not settle a figure.

import type { ZodType, z } from "zod";
import type { Quorum } from "../model/agreed.ts";
import type { Safety, SafetyReader } from "../safety/safety.ts";
import type { Answer } from "../upstream/answer.ts";
import { getWithRetry } from "../upstream/client.ts";
import { orNull } from "../upstream/errors.ts";
import type { Provider } from "../upstream/provider.ts";
import type { Preset } from "../values/chains.ts";
import type { Heights } from "./agreement.ts";

/** One endpoint's answers. */
export interface Part<T> {
  readonly judged: readonly Answer<T>[];
  /** Read only where the judged nodes do not settle a figure. */
  readonly third: readonly Answer<T>[];
}

export const unreadPart: Part<never> = { judged: [], third: [] };

const partAnswers = <T>({ judged, third }: Part<T>): Answer<T>[] => [...judged, ...third];
export const partValues = <T>(part: Part<T>): T[] => answerValues(partAnswers(part));
export const partHeights = (part: Part<unknown>): Heights => answerHeights(partAnswers(part));
const answerHeights = (answers: readonly Answer<unknown>[]) => answers.map(({ height }) => height);
export const answerValues = <T>(answers: readonly Answer<T>[]): T[] =>
  answers.map(({ value }) => value);

export interface PartSetup {
  readonly preset: Preset;
  readonly safetyReader: Pick<SafetyReader, "findThird">;
}

type IsSettled<T> = (answers: readonly Answer<T>[]) => boolean;

export function createPartReader(
  { preset, safetyReader }: PartSetup,
  safety: Safety,
  signal: AbortSignal,
) {
  let thirdNode: Promise<Provider | null> | null = null;
  const findThird = () => {
    thirdNode ??= safetyReader.findThird(safety, signal);
    return thirdNode;
  };
  return async <T extends ZodType>(
    name: string,
    schema: T,
    keepMs: number,
    isSettled: IsSettled<z.output<T>>,
  ): Promise<Part<z.output<T>>> => {
    const path = `/${preset.segment}/${name}`;
    const readFrom = async (nodes: readonly Provider[]) => {
      const answers = await Promise.all(
        nodes.map((node) => orNull(getWithRetry(node, path, schema, { signal, keepMs }))),
      );
      return answers.filter((answer) => answer !== null);
    };
    const judged = await readFrom(safety.nodes);
    // A part that no node has is not asked for again: MAYAChain has no list of fees.
    const needsThird =
      judged.length > 0 && (judged.length < safety.nodes.length || !isSettled(judged));
    const third = needsThird ? await findThird() : null;
    return { judged, third: third ? await readFrom([third]) : [] };
  };
}

/** By name; a figure is null where the nodes do not agree on it. */
type Figures = object | ReadonlyMap<string, unknown> | null;
type Agree<T> = (values: readonly T[], quorum: Quorum, heights: Heights) => Figures;

/** Every figure that an answer states is one on which the answers agree. */
export function isSettledBy<T>(agree: Agree<T>, quorum: Quorum): IsSettled<T> {
  return (answers) => {
    const values = answerValues(answers);
    const agreed = figuresOf(agree(values, quorum, answerHeights(answers)));
    const isAgreed = ([name, figure]: readonly [string, unknown]) => {
      const agreedFigure = agreed.get(name) ?? null;
      if (typeof figure === "boolean") return agreedFigure === figure;
      return figure === null || agreedFigure !== null;
    };
    return values.every((value) => [...figuresOf(agree([value], 1, []))].every(isAgreed));
  };
}

function figuresOf(agreed: Figures): ReadonlyMap<string, unknown> {
  return agreed instanceof Map ? agreed : new Map(Object.entries(agreed ?? {}));
}
