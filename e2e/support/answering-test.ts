// `test` of specs whose server may be built while the first specs run: each worker waits until it answers.
import { test as base } from "@playwright/test";
import { LIMIT_MS, untilAnswering } from "./until-answering.ts";

export { expect } from "@playwright/test";

export const test = base.extend<object, { readonly answering: null }>({
  answering: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use, { project }) => {
      await untilAnswering(project.use.baseURL);
      await use(null);
    },
    { scope: "worker", auto: true, timeout: LIMIT_MS + 20_000 },
  ],
});
