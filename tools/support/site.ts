// The built site on the sample network, as a process of its own.
import { findFreePort, sampleSettings, startProcess } from "../../e2e/support/start-process.ts";

export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** `npm start` may build before it serves. */
const limitMs = 600_000;

/** `npm start` with the settings of the specs, whose build is reused, which another address would prevent. */
export async function startSite(): Promise<RunningServer & { readonly log: () => string }> {
  const port = await findFreePort();
  const jiti = "node_modules/jiti/lib/jiti-cli.mjs";
  const environment = { ...sampleSettings("http://localhost:4310"), PORT: String(port), RATE_LIMIT: "0" };
  const { stop, output } = await startProcess({ args: [jiti, "bin/start.ts"], environment, ready: /^Try:$/m, limitMs });
  return { url: `http://localhost:${port}/mcp`, stop, log: output };
}
