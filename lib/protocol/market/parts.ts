// Reads one endpoint from the nodes. If two nodes state different figures, or if one node does not
// answer, a third node is read too.

import type { ZodType, z } from "zod";
import type { Quorum } from "../model/agreed.ts";
import type { Safety, SafetyReader } from "../safety/safety.ts";
import type { Answer } from "../upstream/answer.ts";
import { getWithRetry } from "../upstream/client.ts";
import { orNull } from "../upstream/errors.ts";
import type { Provider } from "../upstream/provider.ts";
import type { Preset } from "../values/chains.ts";
import type { Heights } from "./agreement.ts";

export interface EndpointAnswers<T> {
  readonly nodeAnswers: readonly Answer<T>[];
  readonly thirdNodeAnswers: readonly Answer<T>[];
}

export const unreadEndpoint: EndpointAnswers<never> = {
  nodeAnswers: [],
  thirdNodeAnswers: [],
};

const allAnswers = <T>({ nodeAnswers, thirdNodeAnswers }: EndpointAnswers<T>): Answer<T>[] => [
  ...nodeAnswers,
  ...thirdNodeAnswers,
];
export const endpointValues = <T>(endpoint: EndpointAnswers<T>): T[] =>
  answerValues(allAnswers(endpoint));
export const endpointHeights = (endpoint: EndpointAnswers<unknown>): Heights =>
  answerHeights(allAnswers(endpoint));
const answerHeights = (answers: readonly Answer<unknown>[]) => answers.map(({ height }) => height);
export const answerValues = <T>(answers: readonly Answer<T>[]): T[] =>
  answers.map(({ value }) => value);

export interface EndpointSetup {
  readonly preset: Preset;
  readonly safetyReader: Pick<SafetyReader, "findThirdNode">;
}

type IsSettled<T> = (answers: readonly Answer<T>[]) => boolean;

export function createEndpointReader(
  { preset, safetyReader }: EndpointSetup,
  safety: Safety,
  signal: AbortSignal,
) {
  let thirdNodePromise: Promise<Provider | null> | null = null;
  const findThirdNodeOnce = () => {
    thirdNodePromise ??= safetyReader.findThirdNode(safety, signal);
    return thirdNodePromise;
  };
  return async <T extends ZodType>(
    endpointName: string,
    schema: T,
    keepMs: number,
    isSettled: IsSettled<z.output<T>>,
  ): Promise<EndpointAnswers<z.output<T>>> => {
    const path = `/${preset.segment}/${endpointName}`;
    const readFromNodes = async (nodes: readonly Provider[]) => {
      const answers = await Promise.all(
        nodes.map((node) => orNull(getWithRetry(node, path, schema, { signal, keepMs }))),
      );
      return answers.filter((answer) => answer !== null);
    };
    const nodeAnswers = await readFromNodes(safety.nodes);
    // If no node answers, ask no third: MAYAChain, for example, has no endpoint `outbound_fees`.
    const needsThirdNode =
      nodeAnswers.length > 0 &&
      (nodeAnswers.length < safety.nodes.length || !isSettled(nodeAnswers));
    const thirdNode = needsThirdNode ? await findThirdNodeOnce() : null;
    return {
      nodeAnswers,
      thirdNodeAnswers: thirdNode ? await readFromNodes([thirdNode]) : [],
    };
  };
}

type Figures = object | ReadonlyMap<string, unknown> | null;
type AgreeOnValues<T> = (values: readonly T[], quorum: Quorum, heights: Heights) => Figures;

/** Returns a check. The check is true if the nodes agree on every figure that any node states. */
export function isSettledBy<T>(agreeOnValues: AgreeOnValues<T>, quorum: Quorum): IsSettled<T> {
  return (answers) => {
    const values = answerValues(answers);
    const agreedFigures = figuresOf(agreeOnValues(values, quorum, answerHeights(answers)));
    const isFigureAgreed = ([name, figure]: readonly [string, unknown]) => {
      const agreedFigure = agreedFigures.get(name) ?? null;
      if (typeof figure === "boolean") return agreedFigure === figure;
      return figure === null || agreedFigure !== null;
    };
    return values.every((value) =>
      [...figuresOf(agreeOnValues([value], 1, []))].every(isFigureAgreed),
    );
  };
}

function figuresOf(figures: Figures): ReadonlyMap<string, unknown> {
  return figures instanceof Map ? figures : new Map(Object.entries(figures ?? {}));
}
