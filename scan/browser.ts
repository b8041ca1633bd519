// The browser of the specs: the system's Chromium, else Playwright's own.
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** @throws Error where there is none. */
export function findChromium(): string {
  const candidates = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    chromium.executablePath(),
  ];
  const found = candidates.find((path) => existsSync(path));
  if (!found)
    throw new Error(
      "No browser. Run one of: apt-get install -y chromium, or npx playwright install --with-deps chromium",
    );
  return found;
}
