// The fixture server, with the same guard as the site.
import { startProcess } from "../../e2e/support/start-process.ts";
import type { RunningServer } from "../support/site.ts";

const limitMs = 600_000;
const jiti = "node_modules/jiti/lib/jiti-cli.mjs";

export async function startFixtures(): Promise<RunningServer> {
  const args = [jiti, "e2e/support/conformance-server/main.ts"];
  const { printed, stop } = await startProcess({ args, ready: /^http:\S+$/m, limitMs });
  return { url: printed, stop };
}
