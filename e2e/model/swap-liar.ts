// What an operator that lies, is late or is silent says of a swap: another moment, of the true course or of another one, with any of its
// fields changed.
import fc from "fast-check";
import { down, type Reply, status } from "../unit/protocol/network-world.ts";
import { answerOf, type Moment, TXID, ways } from "./swap-course.ts";

const thief = `0x${"99".repeat(20)}`;
const texts = [
  ...[thief, "bc1qthief", "99".repeat(32), TXID, "BTC", "ETH", "THOR"],
  ...["BTC.BTC", "ETH.ETH", "ETH.FIXT-0XBAD", "THOR.RUNE"],
  ...[`=<:ETH.ETH:${thief}:5/100/0`, `=:ETH.ETH:${thief}`, `=:BTC.BTC:bc1qthief`, `REFUND:${TXID}`, `OUT:${TXID}`, ""],
  ...["swap", "refund", "failed", "pending", "success", "1600000000000000000"],
];
const numbers = [0, 1, 2, 3, 30, 300, 86_399, 1_123_200, 25_000_000];

export const lies = fc.record({
  /** Null: the true one. */
  way: fc.option(fc.nat({ max: ways.length - 1 })),
  shift: fc.integer({ min: -5, max: 6 }),
  /** Which members of an answer are changed, and how. */
  changes: fc.array(fc.record({ at: fc.nat({ max: 200 }), how: fc.nat({ max: 200 }) }), { maxLength: 3 }),
  silence: fc.constantFrom(null, null, null, null, null, null, down, status(500), status(404), {}),
});
export type Lie = typeof lies extends fc.Arbitrary<infer T> ? T : never;

/** Undefined where the path is not about the swap. */
export function lieOf(path: string, truth: Moment, { way, shift, changes, silence }: Lie): Reply | undefined {
  const told = answerOf(path, { ...truth, way: way ?? truth.way, step: truth.step + shift });
  if (told === undefined || silence !== null) return told && silence;
  const body = structuredClone(told);
  for (const change of changes) changeMember(body, change);
  return body;
}

type Members = Record<string, unknown>;

function membersOf(value: unknown): (readonly [parent: Members, key: string])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value).flatMap((key) => [[value as Members, key] as const, ...membersOf((value as Members)[key])]);
}

function changeMember(body: unknown, { at, how }: Lie["changes"][number]): void {
  const members = membersOf(body);
  const [parent, key] = members[at % members.length] ?? [];
  if (!parent || key === undefined) return;
  const value = parent[key];
  if (how % 6 === 0 && !Array.isArray(parent)) delete parent[key];
  else parent[key] = changed(value, how);
}

function changed(value: unknown, how: number): unknown {
  const other = numbers[how % numbers.length] ?? 0;
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return how % 2 === 0 ? other : value + other;
  if (typeof value === "string" && /^\d+$/.test(value) && how % 4 > 0)
    return String(how % 2 === 0 ? BigInt(other) : BigInt(value) * BigInt(other));
  if (typeof value === "string") return texts[how % texts.length];
  if (Array.isArray(value)) return how % 2 === 0 ? [] : [...value, ...structuredClone(value)];
  return value;
}
