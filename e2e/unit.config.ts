// `npm run test:unit`: pure specs of one rule each, without `adversary`, `model`, `recorded` and `said`.
import { defineConfig } from "@playwright/test";
import base from "./playwright.config.ts";

export default defineConfig(base, { testIgnore: /\/e2e\/(adversary|model|recorded|said)\// });
