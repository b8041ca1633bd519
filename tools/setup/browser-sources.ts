// This folder installs the browser that specs need. This file: ways to get a browser, best first.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packagedChromium } from "../../e2e/support/browser.ts";
import { childEnvironment } from "../../lib/config.ts";
import { install } from "../support/install.ts";
import { installPackages } from "./install-packages.ts";

interface BrowserSource {
  readonly name: string;
  /** Null on success, else the reason of the failure. */
  readonly get: () => string | null;
}

export const browserSources: readonly BrowserSource[] = [
  // The browser before its system packages: without a network, the download fails within seconds.
  {
    name: "npx playwright install --with-deps chromium",
    get: () => playwright("install", "--no-shell") ?? playwright("install-deps"),
  },
  // The headless shell draws no window, and needs half the processor time of the full browser.
  {
    name: "apt-get install -y chromium-headless-shell",
    get: () => installPackages(["chromium-headless-shell"]),
  },
  { name: "apt-get install -y chromium", get: () => installPackages(["chromium"]) },
  { name: "npm package @sparticuz/chromium", get: unpackChromium },
];

function playwright(...args: string[]): string | null {
  const { status } = spawnSync("npx", ["--no-install", "playwright", ...args, "chromium"], {
    env: { ...childEnvironment(), PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "5000" },
    stdio: "ignore",
  });
  return status === 0 ? null : `playwright ${args[0]} failed`;
}

/** The package also unpacks libraries if the environment looks like AWS Lambda. */
function unpackChromium(): string | null {
  try {
    install(import.meta.dirname);
  } catch {
    return "npm install failed";
  }
  const folder = dirname(packagedChromium);
  mkdirSync(folder, { recursive: true });
  const unpack = 'await (await import("@sparticuz/chromium")).default.executablePath()';
  const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", unpack], {
    cwd: import.meta.dirname,
    env: { ...childEnvironment(), TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" },
    stdio: "ignore",
  });
  if (status !== 0) return "not unpacked";
  const libraries = `LD_LIBRARY_PATH="${join(folder, "al2023/lib")}" FONTCONFIG_PATH="${join(folder, "fonts")}"`;
  writeFileSync(
    packagedChromium,
    `#!/bin/sh\n${libraries} exec "${join(folder, "chromium")}" "$@"\n`,
    { mode: 0o755 },
  );
  return null;
}
