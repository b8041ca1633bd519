// `npm run test:long`: the specs with random inputs, with many more runs than in `npm test`. Those tagged @slow only run here:
// more answers in the browser, examples of the documentation, and what takes a build of its own.
import { defineConfig } from "@playwright/test";
import base from "./playwright.config.ts";

export default defineConfig(base, {
  grep: /@(?:long|slow)/,
  grepInvert: [],
  metadata: { ...base.metadata, runShare: 1 },
});
