// Values that could send money to a wrong place. Only the functions of this file make them, from the answers of several nodes. So the
// compiler refuses one node's answer where a reading asks for an `Agreed`. A spec forbids casts to it elsewhere.

declare const agreement: unique symbol;

type Primitive = string | bigint | number | boolean;

/** A `T` that enough nodes named. It is used like any `T`; arithmetic on it gives a plain `T` again, see `deriveAgreed`. */
export type Agreed<T> = T & { readonly [agreement]: true };

/** How many operators must name a value: two where nodes of two or more are configured, else one. */
export type Quorum = 1 | 2;

/** Whoever can be a witness. Those of one operator are one. */
interface Witness {
  readonly operator: string;
}

export function quorumOf(configured: readonly Witness[]): Quorum {
  return countOperators(configured) > 1 ? 2 : 1;
}

export function countOperators(witnesses: readonly Witness[]): number {
  return new Set(witnesses.map(({ operator }) => operator)).size;
}

/** What all answers name; null where fewer than `quorum` answered or two differ. */
export function agreeOn<T extends Primitive>(
  answers: readonly T[],
  quorum: Quorum,
): Agreed<T> | null {
  const [first] = answers;
  if (answers.length < quorum || answers.some((answer) => answer !== first)) return null;
  return first as Agreed<T>;
}

/**
 * What `agree` makes of the answers. Of three, the last of a third operator, it is what the first two make, or else one of them and the
 * third; null where no two agree.
 */
export function agreeOfTwo<A, T>(
  answers: readonly A[],
  agree: (some: readonly A[]) => T | null,
): T | null {
  if (answers.length < 3) return agree(answers);
  const [first, second, third] = answers as readonly [A, A, A];
  const [one, other] = [agree([first, third]), agree([second, third])];
  // A third that is near to both of two that differ decides nothing.
  return (
    agree([first, second]) ??
    (one === null || other === null || one === other ? (one ?? other) : null)
  );
}

/** The least of non-negative figures that are at most `withinBps` of the largest apart; null beyond that, or where fewer than `quorum` answered. */
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

/** What is equal at one height: honest nodes are up to five blocks apart, and fees and rates of gas move with the blocks. */
const MOVED_BPS = 1_000n;

/** How far apart honest answers may be. */
export interface Within {
  /** In the unit of the answers. */
  readonly slack?: bigint;
  /** Of the largest. */
  readonly withinBps?: bigint;
  /** All tell of one state of the network: then they are equal, whatever stands beside. */
  readonly isOneHeight?: boolean;
}

/** Whether all answers tell of one state of the network: honest sources say the same then. */
export function areOfOneHeight(
  answers: readonly { readonly height?: number | null | undefined }[],
): boolean {
  const [first] = answers;
  return first?.height != null && answers.every(({ height }) => height === first.height);
}

/** The largest of fees or times that are at most `withinBps` of the largest apart, `slack` aside; null beyond that, or where one is missing. */
export function agreeOnWorst(
  answers: readonly (bigint | null | undefined)[],
  quorum: Quorum,
  { slack = 0n, withinBps = MOVED_BPS, isOneHeight = false }: Within = {},
): Agreed<bigint> | null {
  const known = answers.filter((answer) => answer !== null && answer !== undefined);
  const range = known.length === answers.length ? rangeOf(known, quorum) : null;
  if (isOneHeight)
    return range && range.most === range.least ? (range.most as Agreed<bigint>) : null;
  return range && (range.most - range.least - slack) * 10_000n <= range.most * withinBps
    ? (range.most as Agreed<bigint>)
    : null;
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

/** What follows from agreed values and from nothing else that a node said. */
export function deriveAgreed<const From extends readonly Agreed<unknown>[], T extends Primitive>(
  from: From,
  derive: (...values: From) => T,
): Agreed<T> {
  return derive(...from) as Agreed<T>;
}
