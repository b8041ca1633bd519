// Values that could send money to a wrong place. Only the functions of this file make them, from what several nodes answered, so the
// compiler keeps one node's word out of every reading that asks for an `Agreed`. A unit spec forbids casts to it elsewhere.

declare const agreement: unique symbol;

type Primitive = string | bigint | number | boolean;

/** A `T` that enough nodes named. It is used like any `T`; arithmetic on it gives a plain `T` again, see `deriveAgreed`. */
export type Agreed<T> = T & { readonly [agreement]: true };

/** How many nodes must name a value: two where two or more are configured, else one. */
export type Quorum = 1 | 2;

export function quorumOf(configuredNodes: number): Quorum {
  return configuredNodes > 1 ? 2 : 1;
}

/** What all answers name; null where fewer than `quorum` answered or two differ. */
export function agreeOn<T extends Primitive>(answers: readonly T[], quorum: Quorum): Agreed<T> | null {
  const [first] = answers;
  if (first === undefined || answers.length < quorum || answers.some((answer) => answer !== first)) return null;
  return first as Agreed<T>;
}

/** The least of non-negative figures that are at most `withinBps` of the largest apart; null beyond that, or where fewer than `quorum` answered. */
export function agreeOnLeast(answers: readonly bigint[], quorum: Quorum, withinBps: bigint): Agreed<bigint> | null {
  return agreeWithin(answers, quorum, withinBps)?.least ?? null;
}

/** The largest of such figures. */
export function agreeOnMost(answers: readonly bigint[], quorum: Quorum, withinBps: bigint): Agreed<bigint> | null {
  return agreeWithin(answers, quorum, withinBps)?.most ?? null;
}

function agreeWithin(answers: readonly bigint[], quorum: Quorum, withinBps: bigint) {
  const sorted = [...answers].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined || answers.length < quorum) return null;
  if ((most - least) * 10_000n > most * withinBps) return null;
  return { least: least as Agreed<bigint>, most: most as Agreed<bigint> };
}

/** What follows from agreed values and from nothing else that a node said. */
export function deriveAgreed<const From extends readonly Agreed<unknown>[], T extends Primitive>(
  from: From,
  derive: (...values: From) => T,
): Agreed<T> {
  return derive(...from) as Agreed<T>;
}
