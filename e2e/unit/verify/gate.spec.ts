// The order of the verify command's requests: as many as the gate allows, and one by one after a server's refusal.
import { expect, test } from "@playwright/test";
import { createGate } from "../../../verify/gate.ts";

/** Waits until every promise that can settle by itself has settled. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("work begins when a place is free, not during a pause, and after it in order and one at a time", async () => {
  const pauses: (() => void)[] = [];
  const gate = createGate(2, () => new Promise<void>((resolve) => pauses.push(resolve)));
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const works = [0, 1, 2, 3].map((number) =>
    gate.pass(() => {
      begun.push(number);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  const afterwards = async (step: (() => void) | undefined) => {
    step?.();
    await settle();
    return begun.length;
  };
  expect(await afterwards(undefined)).toBe(2);
  gate.narrow(1000);
  gate.narrow(1000);
  expect(await afterwards(ends[0]), "one of them is still open").toBe(2);
  expect(await afterwards(ends[1]), "paused").toBe(2);
  expect(await afterwards(pauses[0]), "by another too").toBe(2);
  expect(await afterwards(pauses[1]), "alone").toBe(3);
  expect(await afterwards(ends[2])).toBe(4);
  ends[3]?.();
  await Promise.all(works);
  expect(begun).toEqual([0, 1, 2, 3]);
});

test("failed work frees its place", async () => {
  const gate = createGate(1, () => Promise.resolve());
  await expect(gate.pass(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await gate.pass(async () => "next")).toBe("next");
});
