// `npm run test:long`: the specs that try what is drawn by lot, each as often as it takes to trust it.
import { defineConfig } from "@playwright/test";
import base from "./playwright.config.ts";

export default defineConfig(base, { grep: /@long/, metadata: { ...base.metadata, runShare: 1 } });
