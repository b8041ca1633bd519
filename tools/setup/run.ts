// `npm run setup`, the first step of `npm test`: installs the browser that specs need.
// Exits with 1 if no browser can be installed.
import { findChromium } from "../../e2e/support/browser.ts";
import { browserSources } from "./browser-sources.ts";

function print(text: string): void {
  process.stdout.write(text);
}

async function getBrowser(): Promise<string | null> {
  print("No browser here.");
  for (const { name, get } of browserSources) {
    print(` ${name}:`);
    const failure = await get();
    const browser = failure === null ? findChromium() : null;
    print(browser ? ` ${browser}\n` : ` ${failure ?? "got one that does not start"}.`);
    if (browser) return browser;
  }
  print("\n");
  return null;
}

if (findChromium() === null && (await getBrowser()) === null) {
  process.stderr.write(
    "No browser for the specs. Install Chromium or Chrome, and run npm test again.\n",
  );
  process.exit(1);
}
