// Programs of the system that some specs need, each with Debian's package. `npm run setup` gets them; without one its specs are skipped by name.
import { existsSync } from "node:fs";
import { test } from "@playwright/test";
import { brotliModule, nginx } from "../../deploy/front.ts";
import { redisBinary } from "./redis-server.ts";

interface Program {
  readonly isHere: boolean;
  readonly package: string;
}

export const programs = {
  nginx: { isHere: nginx !== null, package: "nginx-light" },
  "brotli for nginx": { isHere: brotliModule !== null, package: "libnginx-mod-http-brotli-filter" },
  openssl: { isHere: existsSync("/usr/bin/openssl"), package: "openssl" },
  "redis-server": { isHere: redisBinary !== undefined, package: "redis-server" },
  "systemd-analyze": { isHere: existsSync("/usr/bin/systemd-analyze"), package: "systemd" },
} satisfies Readonly<Record<string, Program>>;

/** Skips the specs of this file or group, and says what they need. */
export function skipWithout(...names: readonly (keyof typeof programs)[]): void {
  const missing = names.filter((name) => !programs[name].isHere);
  test.skip(missing.length > 0, `needs ${missing.join(" and ")}`);
}
