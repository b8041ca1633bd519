// `npm run test:unit`: the specs of `e2e/unit`, and not those of `adversary`, `recorded` and `said`, which are in the same project.
import { defineConfig } from "@playwright/test";
import base from "./playwright.config.ts";

export default defineConfig(base, { testIgnore: /\/e2e\/(adversary|recorded|said)\// });
