// System programs that some specs need, with their Debian packages.
// `npm run setup` installs them; without one its specs are skipped.
import { existsSync } from "node:fs";
import { test } from "@playwright/test";
import { brotliModule, nginx } from "../../deploy/front.ts";

interface Program {
  readonly isHere: boolean;
  readonly package: string;
}

export const programs = {
  nginx: { isHere: nginx !== null, package: "nginx-light" },
  "brotli for nginx": { isHere: brotliModule !== null, package: "libnginx-mod-http-brotli-filter" },
  openssl: { isHere: existsSync("/usr/bin/openssl"), package: "openssl" },
  "systemd-analyze": { isHere: existsSync("/usr/bin/systemd-analyze"), package: "systemd" },
} satisfies Readonly<Record<string, Program>>;

/** Skips the specs of this file or group, and says which program they need. */
export function skipWithout(...names: readonly (keyof typeof programs)[]): void {
  const missing = names.filter((name) => !programs[name].isHere);
  test.skip(missing.length > 0, `needs ${missing.join(" and ")}`);
}
