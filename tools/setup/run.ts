// `npm run setup`, the first step of `npm test`: gets the browser and programs that specs need.
// Exits with 1 only if there is no browser. Specs without their program are skipped.
import { findChromium } from "../../e2e/support/browser.ts";
import { programs } from "../../e2e/support/programs.ts";
import { browserSources } from "./browser-sources.ts";
import { installPackages } from "./install-packages.ts";

function print(text: string): void {
  process.stdout.write(text);
}

async function getBrowser(): Promise<string | null> {
  print("No browser here.");
  for (const { name, get } of browserSources) {
    print(` ${name}:`);
    const failure = await get();
    const found = failure === null ? findChromium() : null;
    print(found ? ` ${found}\n` : ` ${failure ?? "got one that does not start"}.`);
    if (found) return found;
  }
  print("\n");
  return null;
}

const missing = Object.entries(programs).filter(([, { file }]) => file === null);
if (missing.length > 0) {
  const failure = installPackages(missing.map(([, program]) => program.package));
  const names = missing.map(([name]) => name).join(", ");
  print(
    failure ? `Not here, and not got (${failure}): ${names}.\n` : `Got by apt-get: ${names}.\n`,
  );
}
if (findChromium() === null && (await getBrowser()) === null) {
  process.stderr.write(
    "No browser for the specs. Install Chromium or Chrome, and run npm test again.\n",
  );
  process.exit(1);
}
