// System programs that some specs need, with their Debian packages.
// `npm run setup` installs them; without one its specs are skipped.
import { existsSync } from "node:fs";
import { test } from "@playwright/test";

interface Program {
  /** Null where it is not installed. */
  readonly file: string | null;
  readonly package: string;
}

const findFile = (...places: readonly string[]) =>
  places.find((place) => existsSync(place)) ?? null;

export const programs = {
  nginx: {
    file: findFile(
      "/usr/sbin/nginx",
      "/usr/local/sbin/nginx",
      "/usr/bin/nginx",
      "/opt/homebrew/bin/nginx",
    ),
    package: "nginx-light",
  },
} satisfies Readonly<Record<string, Program>>;

/** Skips the specs of this file or group, and says which program they need. */
export function skipWithout(name: keyof typeof programs): void {
  test.skip(programs[name].file === null, `needs ${name}`);
}
