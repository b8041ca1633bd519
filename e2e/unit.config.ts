// `npm run test:unit`: the specs that need no server, without those of whole networks.
import { defineConfig } from "@playwright/test";
import base from "./playwright.config.ts";

export default defineConfig(base, { testIgnore: /\/e2e\/(adversary|recorded)\// });
