// Stands for `@playwright/test` in the specs that a mutant runs: it keeps the tests, and `spec-runner.js` runs them in its own process.
import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire } from "node:module";
import fc from "fast-check";

const { expect } = createRequire(import.meta.url)("@playwright/test");

export { expect };

/** In the order of the files: each with its name and its body. */
export const tests = [];
/** What specs clean up at their end, after each run. */
export const cleanups = [];
/** Thrown by a test that skips itself. */
export class Skipped extends Error {}

const titles = new AsyncLocalStorage();

// The same inputs for each mutant, and enough of them.
fc.configureGlobal({ seed: 1 });
const metadata = { recordingsDir: null, runs: 100 };

export function test(title, ...rest) {
  const path = [...(titles.getStore() ?? []), title];
  tests.push({ name: path.join(" › "), body: rest.at(-1) });
}

test.describe = (title, ...rest) => titles.run([...(titles.getStore() ?? []), title], rest.at(-1));
test.info = () => ({ config: { metadata } });
// A test that needs longer than others is too slow for each mutant.
test.setTimeout = () => {
  throw new Skipped();
};
test.afterAll = (clean) => cleanups.push(clean);
test.skip = (isSkipped) => {
  if (isSkipped) throw new Skipped();
};
