// Runs before all specs: starts the servers that they share, all at once, since each may have to build the site first. Ends them after the last.
import type { FullConfig } from "@playwright/test";
import { startProcess } from "./start-process.ts";

export interface SharedServer {
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Source of a pattern: what it prints when it is ready. */
  readonly ready: string;
}

const LIMIT_MS = 300_000;

/** @throws without a browser, though only here: tools that read the configuration need none. */
export default async function startServers({ metadata }: FullConfig): Promise<() => Promise<void>> {
  if (metadata.browser === "") throw new Error("No browser: npm run setup gets one.");
  const start = ({ ready, ...server }: SharedServer) =>
    startProcess({ ...server, ready: new RegExp(ready, "m"), limitMs: LIMIT_MS });
  const processes = await Promise.all((metadata.servers as SharedServer[]).map(start));
  return async () => {
    await Promise.all(processes.map((one) => one.stop()));
  };
}
