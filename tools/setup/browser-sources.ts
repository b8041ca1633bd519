// Installs the browser and the programs that specs need.
// This file: ways to get a browser on a machine without one, best first.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packagedChromium } from "../../e2e/support/browser.ts";
import { childEnvironment } from "../../lib/config.ts";
import { install } from "../support/install.ts";
import { installPackages } from "./install-packages.ts";

interface BrowserSource {
  readonly name: string;
  /** Null on success, else the reason. */
  readonly get: () => string | null;
}

export const browserSources: readonly BrowserSource[] = [
  // Downloaded before its system packages, so an unreachable download fails within seconds.
  {
    name: "npx playwright install --with-deps chromium",
    get: () => playwright("install", "--no-shell") ?? playwright("install-deps"),
  },
  // Without a window to draw, it needs half the processor time of the full browser.
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

/** The package unpacks the libraries, too, if it takes the machine for Amazon's. */
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
