// Runs before Playwright reads the specs: starts the servers that they share. Ends them after the last.
// The first one may have to build the site. The others take its compiled code, because their builds differ only in settings.
import type { FullConfig } from "@playwright/test";
import { startProcess } from "./start-process.ts";
import { LIMIT_MS } from "./until-answering.ts";

export interface SharedServer {
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Source of a pattern: what it prints when it is ready. */
  readonly ready: string;
}

/** @throws without a browser, though only here: tools that read the configuration need none. */
export default async function startServers({ metadata }: FullConfig): Promise<() => Promise<void>> {
  if (metadata.browser === "") throw new Error("No browser: npm run setup gets one.");
  const start = ({ ready, ...server }: SharedServer) =>
    startProcess({ ...server, ready: new RegExp(ready, "m"), limitMs: LIMIT_MS });
  const servers = metadata.servers as SharedServer[];
  const [first, ...others] = servers.filter(({ environment }) => environment?.DIST_DIR);
  const processes = await Promise.all(
    servers.filter((one) => !one.environment?.DIST_DIR).map(start),
  );
  const compiled = first?.environment?.DIST_DIR ?? "";
  const startOther = ({ args, ...other }: SharedServer) =>
    start({ ...other, args: [...args, "--compiled", compiled] });
  const startSites = async () =>
    first ? [await start(first), ...(await Promise.all(others.map(startOther)))] : [];
  // Meanwhile Playwright reads the specs and runs the first. Those that need one of these servers wait for it.
  const sites = startSites();
  sites.catch(({ message }: Error) => {
    process.stderr.write(`${message}\n`);
    process.exit(1);
  });
  return async () => {
    await Promise.all([...processes, ...(await sites)].map((one) => one.stop()));
  };
}
