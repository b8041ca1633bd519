// Builds as the platform does, with the pinned command line. Nothing is sent anywhere, and no account is asked for.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { install } from "../support/install.ts";

/** What the platform tells a build and its functions. */
export const platformVariables = {
  VERCEL: "1",
  VERCEL_ENV: "production",
  VERCEL_TELEMETRY_DISABLED: "1",
} as const;

/** Makes `.vercel/output` in `project`, a folder with a Next app. `compiled`: see `bin/build.ts`. @throws Error if the build fails. */
export function buildOutput(project: string, environment: NodeJS.ProcessEnv, compiled?: string): void {
  install(import.meta.dirname);
  // The settings of the project stand in a file, so that the command asks nobody.
  const ids = { projectId: "local", orgId: "local" };
  const settings = {
    framework: "nextjs",
    installCommand: "",
    outputDirectory: environment.DIST_DIR ?? ".next",
    ...(compiled && { buildCommand: `npm run build -- --compiled ${compiled}` }),
  };
  mkdirSync(join(project, ".vercel"), { recursive: true });
  writeFileSync(join(project, ".vercel", "project.json"), JSON.stringify({ ...ids, settings }));
  const binary = join(import.meta.dirname, "node_modules", "vercel", "dist", "index.js");
  const { status } = spawnSync(process.execPath, [binary, "build", "--prod", "--yes", "--token", "none"], {
    cwd: project,
    stdio: "inherit",
    env: { ...environment, ...platformVariables },
  });
  if (status !== 0) throw new Error("vercel build failed");
}
