// The two servers under test, each its own process: the built site, and the fixture server with the same guard.
import { findFreePort, sampleSettings, startProcess } from "../../e2e/support/start-process.ts";

export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** `npm start` may build before it serves. */
const limitMs = 600_000;
const jiti = "node_modules/jiti/lib/jiti-cli.mjs";

/** `npm start` with the settings of the specs. Their build is reused, which another address would prevent. */
export async function startSite(): Promise<RunningServer> {
  const port = await findFreePort();
  const environment = { ...sampleSettings("http://localhost:4310"), PORT: String(port), RATE_LIMIT: "0" };
  const { stop } = await startProcess({ args: [jiti, "bin/start.ts"], environment, ready: /^Try:$/m, limitMs });
  return { url: `http://localhost:${port}/mcp`, stop };
}

export async function startFixtures(): Promise<RunningServer> {
  const args = [jiti, "e2e/support/conformance-server/main.ts"];
  const { printed, stop } = await startProcess({ args, ready: /^http:\S+$/m, limitMs });
  return { url: printed, stop };
}
