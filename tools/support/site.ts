// The built site on the sample network, as a process of its own.
import { platformDistDir } from "../../e2e/support/forms.ts";
import { findFreePort, sampleSettings, startProcess } from "../../e2e/support/start-process.ts";

export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** `npm start` may build before it serves. */
const limitMs = 600_000;

/**
 * `npm start` with the settings of the specs, whose build is reused, which another address would prevent. With `--platform` it is what
 * `npm run forms` built for Vercel, in the platform's runner.
 */
export async function startSite(): Promise<RunningServer & { readonly log: () => string }> {
  const port = await findFreePort();
  const jiti = "node_modules/jiti/lib/jiti-cli.mjs";
  const isPlatform = process.argv.includes("--platform");
  const environment = {
    ...sampleSettings(`http://localhost:${isPlatform ? 4313 : 4310}`),
    PORT: String(port),
    RATE_LIMIT: "0",
    ...(isPlatform && { DIST_DIR: platformDistDir }),
  };
  const args = isPlatform ? [jiti, "tools/platform/run.ts", "--built"] : [jiti, "bin/start.ts"];
  const ready = isPlatform ? /^The build for the platform: /m : /^Try:$/m;
  const { stop, output } = await startProcess({ args, environment, ready, limitMs });
  return { url: `http://localhost:${port}/mcp`, stop, log: output };
}
