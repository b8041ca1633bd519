// Merges the answers of several nodes into `Agreed` values. Only this file creates such values,
// because a value that one node invented could send money to a wrong place.

declare const agreementBrand: unique symbol;

type Primitive = string | bigint | number | boolean;

/** A value that enough nodes state. Arithmetic gives a plain `T`: compute with `deriveAgreed`. */
export type Agreed<T> = T & { readonly [agreementBrand]: true };

/** How many operators must state a value: 2 if nodes of several operators are configured. */
export type Quorum = 1 | 2;

interface Witness {
  readonly operator: string;
}

export function quorumOf(configuredNodes: readonly Witness[]): Quorum {
  return countOperators(configuredNodes) > 1 ? 2 : 1;
}

export function countOperators(witnesses: readonly Witness[]): number {
  return new Set(witnesses.map(({ operator }) => operator)).size;
}

export function onePerOperator<T extends Witness>(witnesses: readonly T[]): T[] {
  const operators = witnesses.map(({ operator }) => operator);
  return witnesses.filter(({ operator }, index) => operators.indexOf(operator) === index);
}

export function agreeOn<T extends Primitive>(
  answers: readonly T[],
  quorum: Quorum,
): Agreed<T> | null {
  const [firstAnswer] = answers;
  if (answers.length < quorum || answers.some((answer) => answer !== firstAnswer)) return null;
  return firstAnswer as Agreed<T>;
}

/**
 * Merges three answers, of which two must agree: the first two, else the third with one of these.
 * Of fewer than three answers, all must agree. Null if they do not. `agreeOnSubset` returns null if
 * the answers that it gets differ.
 */
export function agreeOfTwo<A, T>(
  answers: readonly A[],
  agreeOnSubset: (answers: readonly A[]) => T | null,
): T | null {
  if (answers.length < 3) return agreeOnSubset(answers);
  const [firstAnswer, secondAnswer, thirdAnswer] = answers as readonly [A, A, A];
  const valueOfFirstTwo = agreeOnSubset([firstAnswer, secondAnswer]);
  if (valueOfFirstTwo !== null) return valueOfFirstTwo;
  const valueOfFirstAndThird = agreeOnSubset([firstAnswer, thirdAnswer]);
  const valueOfSecondAndThird = agreeOnSubset([secondAnswer, thirdAnswer]);
  // If the third answer agrees with both others, but with two results, nothing is decided.
  if (
    valueOfFirstAndThird !== null &&
    valueOfSecondAndThird !== null &&
    valueOfFirstAndThird !== valueOfSecondAndThird
  )
    return null;
  return valueOfFirstAndThird ?? valueOfSecondAndThird;
}

export function agreeOnLeast(
  answers: readonly bigint[],
  quorum: Quorum,
  withinBps: bigint,
): Agreed<bigint> | null {
  const range = rangeOf(answers, quorum);
  return range && (range.most - range.least) * 10_000n <= range.most * withinBps
    ? (range.least as Agreed<bigint>)
    : null;
}

/** Fees and gas rates may differ by 10 %, because honest nodes are up to five blocks apart. */
const BLOCK_DRIFT_BPS = 1_000n;

export interface Within {
  readonly slack?: bigint;
  readonly withinBps?: bigint;
  readonly isOneHeight?: boolean;
}

export interface AtHeight {
  readonly height?: number | null | undefined;
}

export function areOfOneHeight(answers: readonly AtHeight[]): boolean {
  const [firstAnswer] = answers;
  return (
    firstAnswer?.height != null && answers.every(({ height }) => height === firstAnswer.height)
  );
}

/** The largest answer (the highest fee, for example). Null if one is missing or too different. */
export function agreeOnWorst(
  answers: readonly (bigint | null | undefined)[],
  quorum: Quorum,
  { slack = 0n, withinBps = BLOCK_DRIFT_BPS, isOneHeight = false }: Within = {},
): Agreed<bigint> | null {
  const statedAnswers = answers.filter((answer) => answer !== null && answer !== undefined);
  const range = statedAnswers.length === answers.length ? rangeOf(statedAnswers, quorum) : null;
  if (range === null) return null;
  const { least, most } = range;
  const isAgreed = isOneHeight
    ? most === least
    : (most - least - slack) * 10_000n <= most * withinBps;
  return isAgreed ? (most as Agreed<bigint>) : null;
}

function rangeOf(answers: readonly bigint[], quorum: Quorum) {
  if (answers.length < quorum) return null;
  const [firstAnswer] = answers as readonly [bigint];
  let [least, most] = [firstAnswer, firstAnswer];
  for (const answer of answers) {
    if (answer < least) least = answer;
    if (answer > most) most = answer;
  }
  return { least, most };
}

/** The result counts as agreed, so `derive` must not use a value that only one node states. */
export function deriveAgreed<const From extends readonly Agreed<unknown>[], T extends Primitive>(
  from: From,
  derive: (...values: From) => T,
): Agreed<T> {
  return derive(...from) as Agreed<T>;
}
