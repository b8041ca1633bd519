// Runs before all specs: waits until each server answers, and with the build of this checkout. Another's on the same port would pass for ours.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FullConfig } from "@playwright/test";
import { root } from "./root.ts";

export interface BuiltServer {
  readonly origin: string;
  readonly distDir: string;
}

const LIMIT_MS = 300_000;
const EVERY_MS = 200;

/** Every page names the build that it is of. */
async function isReady({ origin, distDir }: BuiltServer): Promise<boolean> {
  const buildFile = join(root, distDir, "BUILD_ID");
  const page = await fetch(origin, { headers: { accept: "text/html" } }).catch(() => null);
  return page !== null && existsSync(buildFile) && (await page.text()).includes(readFileSync(buildFile, "utf8"));
}

export default async function waitForServers({ metadata }: FullConfig): Promise<void> {
  const untilMs = Date.now() + LIMIT_MS;
  const wait = async (server: BuiltServer) => {
    while (!(await isReady(server))) {
      if (Date.now() > untilMs)
        throw new Error(`${server.origin} does not serve ${server.distDir}: see its lines above.`);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  };
  await Promise.all((metadata.servers as BuiltServer[]).map(wait));
}
