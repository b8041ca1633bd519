// `test` of the live project: each worker has an upstream of its own to script, and a server of the shared build that reads it.
import { sitesOf } from "../support/forms.ts";
import { test as base } from "../support/shared-page.ts";
import {
  findFreePort,
  sharedSettings,
  startProcess,
  upstreamSettings,
} from "../support/start-process.ts";
import { LIMIT_MS, untilAnswering } from "../support/until-answering.ts";

export { expect } from "@playwright/test";

interface Scripted {
  /** This worker's server. Live pages and `/mcp` know it by this address; what is prerendered names the address of the build. */
  readonly origin: string;
  /** The URL of the scripted upstream. */
  readonly upstream: string;
  /** The server's process, which leads a group. */
  readonly pid: number;
}

const START_MS = 60_000;
const jiti = "node_modules/jiti/lib/jiti-cli.mjs";

export const test = base.extend<Pick<Scripted, "upstream">, { readonly scripted: Scripted }>({
  scripted: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use, { project }) => {
      // This worker's server uses the build of the shared one, which is made once that answers.
      await untilAnswering(project.use.baseURL);
      const upstream = await startProcess({
        args: [jiti, "e2e/support/upstream/main.ts"],
        ready: /^http:\S+:\d+$/m,
        limitMs: START_MS,
      });
      const url = upstream.printed;
      const port = await findFreePort();
      const { site, swap } = sitesOf(`http://localhost:${port}`);
      const server = await startProcess({
        args: [jiti, "bin/server.ts"],
        environment: {
          ...sharedSettings(),
          ...upstreamSettings(url),
          SITE_URL: site,
          SWAP_URL: swap,
          PORT: String(port),
        },
        ready: /^Try:$/m,
        limitMs: START_MS,
      });
      await use({ origin: site, upstream: url, pid: server.pid as number });
      await server.stop();
      await upstream.stop();
    },
    { scope: "worker", timeout: LIMIT_MS + 3 * START_MS },
  ],
  upstream: ({ scripted }, use) => use(scripted.upstream),
  baseURL: ({ scripted }, use) => use(scripted.origin),
});
