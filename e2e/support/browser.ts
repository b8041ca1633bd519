// Finds a browser: the system's headless shell, Chromium or Chrome,
// Playwright's own, or the one that `npm run setup` unpacks from an npm package.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { root } from "./root.ts";

export const packagedChromium = join(root, "tools/setup/node_modules/.chromium/start");

/** The first browser that starts, or null. Ubuntu's `chromium-browser` may only name a package. */
export function findChromium(): string | null {
  const candidates = [
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/google-chrome",
    "/usr/bin/chromium-browser",
    chromium.executablePath(),
    packagedChromium,
  ];
  return (
    candidates.find((path) => existsSync(path) && spawnSync(path, ["--version"]).status === 0) ??
    null
  );
}
