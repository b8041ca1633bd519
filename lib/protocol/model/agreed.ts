// Values that could send money to a wrong place. Only these functions make an `Agreed`.

declare const agreement: unique symbol;

type Primitive = string | bigint | number | boolean;

/** A value that enough nodes named. Arithmetic gives a plain `T` again: see `deriveAgreed`. */
export type Agreed<T> = T & { readonly [agreement]: true };

/** How many operators must name a value: two if nodes of two are configured. */
export type Quorum = 1 | 2;

/** Witnesses of one operator count once. */
interface Witness {
  readonly operator: string;
}

export function quorumOf(configured: readonly Witness[]): Quorum {
  return countOperators(configured) > 1 ? 2 : 1;
}

export function countOperators(witnesses: readonly Witness[]): number {
  return new Set(witnesses.map(({ operator }) => operator)).size;
}

/** Null where fewer than `quorum` answered, or two differ. */
export function agreeOn<T extends Primitive>(
  answers: readonly T[],
  quorum: Quorum,
): Agreed<T> | null {
  const [first] = answers;
  if (answers.length < quorum || answers.some((answer) => answer !== first)) return null;
  return first as Agreed<T>;
}

/** Two of three operators must agree: the first two, or the third and one of them. */
export function agreeOfTwo<A, T>(
  answers: readonly A[],
  agree: (answers: readonly A[]) => T | null,
): T | null {
  if (answers.length < 3) return agree(answers);
  const [first, second, third] = answers as readonly [A, A, A];
  const agreed = agree([first, second]);
  if (agreed !== null) return agreed;
  const [withFirst, withSecond] = [agree([first, third]), agree([second, third])];
  // A third answer that is near to both of two that differ decides nothing.
  if (withFirst !== null && withSecond !== null && withFirst !== withSecond) return null;
  return withFirst ?? withSecond;
}

/** Null where the answers differ by more than `withinBps` of the largest. */
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

/** Honest nodes are up to five blocks apart, and fees and gas rates move with the blocks. */
const MOVED_BPS = 1_000n;

export interface Within {
  readonly slack?: bigint;
  readonly withinBps?: bigint;
  /** Answers about one state of the network must be equal. */
  readonly isOneHeight?: boolean;
}

export interface AtHeight {
  readonly height?: number | null | undefined;
}

export function areOfOneHeight(answers: readonly AtHeight[]): boolean {
  const [first] = answers;
  return first?.height != null && answers.every(({ height }) => height === first.height);
}

/** Null where the answers differ by more than `slack` and `withinBps`, or one is missing. */
export function agreeOnWorst(
  answers: readonly (bigint | null | undefined)[],
  quorum: Quorum,
  { slack = 0n, withinBps = MOVED_BPS, isOneHeight = false }: Within = {},
): Agreed<bigint> | null {
  const stated = answers.filter((answer) => answer !== null && answer !== undefined);
  const range = stated.length === answers.length ? rangeOf(stated, quorum) : null;
  if (range === null) return null;
  const { least, most } = range;
  const isAgreed = isOneHeight
    ? most === least
    : (most - least - slack) * 10_000n <= most * withinBps;
  return isAgreed ? (most as Agreed<bigint>) : null;
}

function rangeOf(answers: readonly bigint[], quorum: Quorum) {
  if (answers.length < quorum) return null;
  const [first] = answers as readonly [bigint];
  let [least, most] = [first, first];
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
