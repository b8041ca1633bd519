// The servers to scan: production builds on loopback with the
// settings of a main network, on the specs' scripted upstream.
import { startFront } from "../../deploy/front.ts";
import { scriptedSettings, startProcess } from "../../e2e/support/start-process.ts";

export interface Deployment {
  /** Both sites on one origin. */
  readonly origin: string;
  /** The same site behind the shipped front, with compression and HTTP/2, as browsers reach a deployment. */
  readonly front: string;
  /** The same site on two hosts. */
  readonly hosts: { readonly website: string; readonly swap: string };
  /** Paths of the pages, from the sitemap. */
  readonly pages: readonly string[];
  stop(): Promise<void>;
}

const limitMs = 600_000;
const jiti = "node_modules/jiti/lib/jiti-cli.mjs";

/**
 * Uses five ports from `port` on. The network is not `sample`: its pages
 * say that they must not be indexed, which would lower every search score.
 */
export async function startDeployment(port: number): Promise<Deployment> {
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    await Promise.all(started.map((one) => one.stop()));
  };
  try {
    const args = [jiti, "e2e/support/upstream/main.ts", "thorchain", String(port + 2)];
    started.push(await startProcess({ args, ready: /^http:\S+$/m, limitMs }));
    const origin = `http://localhost:${port}`;
    const hosts = { website: `http://localhost:${port + 1}`, swap: `http://127.0.0.1:${port + 1}` };
    started.push(await startSite(port, port + 2, { SITE_URL: origin, SWAP_URL: "", DIST_DIR: ".next-scan" }));
    started.push(
      await startSite(port + 1, port + 2, {
        SITE_URL: hosts.website,
        SWAP_URL: hosts.swap,
        DIST_DIR: ".next-scan-hosts",
      }),
    );
    const front = await startFront({ upstreamPorts: [port + 4], port: port + 3, tls: true });
    started.push(front);
    started.push(
      await startSite(port + 4, port + 2, { SITE_URL: front.origin, SWAP_URL: "", DIST_DIR: ".next-scan-front" }),
    );
    return { origin, front: front.origin, hosts, pages: await getPages(origin), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startSite(port: number, upstreamPort: number, variables: Readonly<Record<string, string>>) {
  const environment = { ...scriptedSettings(upstreamPort), PORT: String(port), ...variables };
  return startProcess({ args: [jiti, "bin/start.ts"], environment, ready: /^Try:$/m, limitMs });
}

async function getPages(origin: string): Promise<readonly string[]> {
  const sitemap = await getText(`${origin}/sitemap.xml`);
  const pages = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => new URL(address as string).pathname);
  if (pages.length === 0) throw new Error(`${origin}/sitemap.xml lists no page`);
  return pages;
}

/** @throws Error if the status is not 200. */
export async function getText(url: string): Promise<string> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`GET ${url}: HTTP ${response.status}`);
  return response.text();
}
