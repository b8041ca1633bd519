import { Script } from "node:vm";
import { expect, test } from "@playwright/test";
import { trackPoll } from "../../../../../lib/site/live/track/poll-script.ts";

test("the script is small, constant and safe inside a script element", () => {
  expect(Buffer.byteLength(trackPoll)).toBeLessThan(2_300);
  expect(trackPoll).not.toContain("<");
  expect(trackPoll).not.toMatch(/innerHTML=[^=]|eval|https?:/);
  expect(() => new Script(trackPoll)).not.toThrow();
});
