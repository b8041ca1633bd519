// `npm run verify -- https://your.domain [https://swap.your.domain]`: runs `e2e/http` against a
// deployment on one host or two. Starts and builds nothing.
// The expected texts follow from SITE_NAME, CONTACT_EMAIL and CONTENT_SIGNAL: use production's.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { childEnvironment } from "../lib/config.ts";

const [url = "", swapUrl = url] = process.argv.slice(2);
if (!URL.canParse(url) || !URL.canParse(swapUrl)) {
  process.stderr.write("Usage: npm run verify -- https://your.domain [https://swap.your.domain]\n");
  process.exit(2);
}
const [site, swap] = [url, swapUrl].map((text) => new URL(text).origin) as [string, string];
const status = await fetch(`${site}/.well-known/status`);
if (!status.ok) throw new Error(`${status.url} answers ${status.status}`);
const { network }: { network: { network: string } } = await status.json();

const root = join(import.meta.dirname, "..");
const playwright = join(root, "node_modules/@playwright/test/cli.js");
const args = ["test", "-c", "e2e/playwright.config.ts", "--project=http", "--retries=0"];
const { status: code } = spawnSync(process.execPath, [playwright, ...args], {
  cwd: root,
  env: {
    ...childEnvironment(),
    BASE_URL: site,
    SITE_URL: site,
    SWAP_URL: swap,
    NETWORK: network.network,
  },
  stdio: "inherit",
});
process.exit(code ?? 1);
