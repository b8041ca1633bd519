import { expect, test } from "@playwright/test";
import { yieldToEventLoop } from "../../../lib/protocol/turns.ts";

test("who waited for one answer goes on one by one, in order, and the event loop turns in between", async () => {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const answer = new Promise<void>((resolve) => setImmediate(resolve));
  const seen: { readonly name: number; readonly turn: number }[] = [];
  const wait = async (name: number) => {
    await answer;
    await yieldToEventLoop();
    seen.push({ name, turn: turns });
  };
  await Promise.all([1, 2, 3, 4].map(wait));
  isOver = true;
  expect(seen.map(({ name }) => name)).toEqual([1, 2, 3, 4]);
  expect(new Set(seen.map((one) => one.turn)).size).toBe(4);
});

test("a turn comes again after all turns were taken", async () => {
  await yieldToEventLoop();
  await yieldToEventLoop();
});
