// An open page whose clock only the spec moves. The spec sees and answers the page's requests.
import { expect, type Page, type Route } from "@playwright/test";
import { stopClock, waitForReact } from "./page-checks.ts";

type Answer = (route: Route) => Promise<void>;

interface LeftOpen {
  readonly asked: string[];
  answer: Answer;
  /** Holds answers back until the returned function is called. */
  hold(): () => void;
  /** Moves the clock to the next request and no further: its answer is held, and it times out. */
  passUntilHeld(): Promise<void>;
  /** Moves the clock in steps of one second. Waits for open requests after each step. */
  pass(seconds: number): Promise<void>;
  /** Moves the clock until the next request, but not longer: the shown data must not become old. */
  passUntilAsked(): Promise<void>;
  setClockBack(ms: number): Promise<void>;
}

export const changed =
  (change: (body: string) => string): Answer =>
  async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  };
export const SIGN_NOW = "Litecoin is halted";
export const says = (text: string) => changed((body) => body.replaceAll(SIGN_NOW, text));
export const isDown: Answer = (route) => route.abort();

export async function leaveOpen(page: Page, path: string, part: string): Promise<LeftOpen> {
  let ready = Promise.resolve();
  const countPending = () => page.evaluate(() => (self as { pending?: number }).pending);
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
        await expect.poll(countPending, { intervals: [5] }).toBe(0);
        // One call into the page, so that the page has processed the answer.
        await page.evaluate(() => document.title);
      }
    },
    async passUntilHeld() {
      for (let second = 0; second < 20 && (await countPending()) === 0; second += 1)
        await page.clock.runFor(1_000);
      expect(await countPending()).toBe(1);
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
  // Counts open requests inside the page: Playwright would see a request too late.
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
