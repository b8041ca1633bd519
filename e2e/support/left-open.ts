// A page left open on a clock that only the spec moves: what it asks for, and what it is answered.
import { expect, type Page, type Route } from "@playwright/test";
import { stopClock, waitForReact } from "./page-checks.ts";

type Answer = (route: Route) => Promise<void>;

interface LeftOpen {
  /** The addresses that the page has asked for. */
  readonly asked: string[];
  answer: Answer;
  /** Holds answers back until the returned function is called. */
  hold(): () => void;
  /** One second at a time. Each request is answered before the next. */
  pass(seconds: number): Promise<void>;
  /** No longer than it takes: what was read before must not grow old on a slow machine. */
  passUntilAsked(): Promise<void>;
  setClockBack(ms: number): Promise<void>;
}

/** The answer of the server, changed. */
export const changed =
  (change: (body: string) => string): Answer =>
  async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  };
export const SIGN_NOW = "Litecoin is halted";
export const says = (text: string) => changed((body) => body.replaceAll(SIGN_NOW, text));
export const isDown: Answer = (route) => route.abort();

/** `part`: the address that the open page asks for. */
export async function leaveOpen(page: Page, path: string, part: string): Promise<LeftOpen> {
  let ready = Promise.resolve();
  const left: LeftOpen = {
    asked: [],
    answer: (route) => route.continue(),
    hold() {
      let answer = () => {};
      ready = new Promise((resolve) => {
        answer = resolve;
      });
      return () => answer();
    },
    async pass(seconds) {
      for (let second = 0; second < seconds; second += 1) {
        await page.clock.runFor(1_000);
        await expect
          .poll(() => page.evaluate(() => (self as { pending?: number }).pending), {
            intervals: [5],
          })
          .toBe(0);
        // By then the page has processed the answer.
        await page.evaluate(() => document.title);
      }
    },
    async passUntilAsked() {
      const { length } = left.asked;
      for (let second = 0; second < 20 && left.asked.length === length; second += 1)
        await left.pass(1);
      expect(left.asked).toHaveLength(length + 1);
    },
    setClockBack: async (ms) =>
      page.clock.setSystemTime((await page.evaluate(() => Date.now())) - ms),
  };
  await page.clock.install({ time: Date.now() });
  // Counted in the page, where a request begins within the second that causes it.
  await page.addInitScript(() => {
    const { fetch } = self;
    const counted = Object.assign(self, { pending: 0 });
    self.fetch = (...args) => {
      counted.pending += 1;
      return fetch(...args).finally(() => {
        counted.pending -= 1;
      });
    };
  });
  await page.route(`**${part}`, async (route) => {
    left.asked.push(route.request().url());
    await ready;
    await left.answer(route);
  });
  await page.goto(path);
  await waitForReact(page);
  await stopClock(page);
  return left;
}
