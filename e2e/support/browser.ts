// The browser of the specs: the system's Chromium or Chrome, Playwright's own, else the one of an npm package that `npm run setup` unpacks.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { root } from "./root.ts";

/** Where `npm run setup` puts the last resort. */
export const packagedChromium = join(root, "tools/setup/node_modules/.chromium/start");

/** The first that starts; null where there is none. Ubuntu's `chromium-browser` may be there and only ask for another package. */
export function findChromium(): string | null {
  const candidates = [
    "/usr/bin/chromium",
    "/usr/bin/google-chrome",
    "/usr/bin/chromium-browser",
    chromium.executablePath(),
    packagedChromium,
  ];
  return candidates.find((path) => existsSync(path) && spawnSync(path, ["--version"]).status === 0) ?? null;
}
