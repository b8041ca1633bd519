// `npm run pictures`, which is no part of `npm test`.
import { defineConfig } from "@playwright/test";
import base from "./playwright.config.ts";

export default defineConfig(base, {
  projects: [{ name: "browser", testMatch: "**/e2e/pictures.spec.ts", retries: 0 }],
});
