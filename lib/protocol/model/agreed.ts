// Only this file creates `Agreed` values, because a wrong one could send money to a wrong place.

declare const agreementBrand: unique symbol;

type Primitive = string | bigint | number | boolean;

/** A value that enough nodes named. Arithmetic gives a plain `T` again: see `deriveAgreed`. */
export type Agreed<T> = T & { readonly [agreementBrand]: true };

/** How many operators must state a value: two if nodes of two or more are configured. */
export type Quorum = 1 | 2;

/** Several witnesses of one operator count as one. */
interface Witness {
  readonly operator: string;
}

export function quorumOf(configuredNodes: readonly Witness[]): Quorum {
  return countOperators(configuredNodes) > 1 ? 2 : 1;
}

export function countOperators(witnesses: readonly Witness[]): number {
  return new Set(witnesses.map(({ operator }) => operator)).size;
}

/** Null if fewer than `quorum` nodes answered, or if any two answers differ. */
export function agreeOn<T extends Primitive>(
  answers: readonly T[],
  quorum: Quorum,
): Agreed<T> | null {
  const [firstAnswer] = answers;
  if (answers.length < quorum || answers.some((answer) => answer !== firstAnswer)) return null;
  return firstAnswer as Agreed<T>;
}

/** Two of three operators must agree: the first two, or the third and one of them. */
export function agreeOfTwo<A, T>(
  answers: readonly A[],
  agree: (answers: readonly A[]) => T | null,
): T | null {
  if (answers.length < 3) return agree(answers);
  const [firstAnswer, secondAnswer, thirdAnswer] = answers as readonly [A, A, A];
  const pairMatch = agree([firstAnswer, secondAnswer]);
  if (pairMatch !== null) return pairMatch;
  const firstMatch = agree([firstAnswer, thirdAnswer]);
  const secondMatch = agree([secondAnswer, thirdAnswer]);
  // If the third answer is near to both of the others, it decides nothing.
  if (firstMatch !== null && secondMatch !== null && firstMatch !== secondMatch) return null;
  return firstMatch ?? secondMatch;
}

/** The least answer; null if they differ by more than `withinBps` of the largest. */
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

/** Honest nodes are up to five blocks apart, and fees and gas rates change with the blocks. */
const BLOCK_DRIFT_BPS = 1_000n;

export interface Within {
  readonly slack?: bigint;
  readonly withinBps?: bigint;
  /** Answers of one block height must be equal. */
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

/** The largest answer; null if one is missing, or they differ by more than the tolerances. */
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

/** `derive` may use nothing that a single node said. */
export function deriveAgreed<const From extends readonly Agreed<unknown>[], T extends Primitive>(
  from: From,
  derive: (...values: From) => T,
): Agreed<T> {
  return derive(...from) as Agreed<T>;
}
