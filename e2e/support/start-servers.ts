// Runs before Playwright reads the specs: starts the servers that they share. Ends them after the last.
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
  // Meanwhile Playwright reads the specs and runs the first. Those that need one of these servers wait for it.
  const started = Promise.all((metadata.servers as SharedServer[]).map(start));
  started.catch(({ message }: Error) => {
    process.stderr.write(`${message}\n`);
    process.exit(1);
  });
  return async () => {
    await Promise.all((await started).map((one) => one.stop()));
  };
}
