// Starts the shared servers before the first spec, and stops the servers after the last spec.
import type { FullConfig } from "@playwright/test";
import { startProcess } from "./start-process.ts";
import { LIMIT_MS } from "./until-answering.ts";

export interface SharedServer {
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ready: string;
}

/** @throws without a browser. The check is here, because other readers of the config need none. */
export default async function startServers({ metadata }: FullConfig): Promise<() => Promise<void>> {
  if (metadata.browser === "") throw new Error("No browser: npm run setup gets one.");
  const start = ({ ready, ...server }: SharedServer) =>
    startProcess({ ...server, ready: new RegExp(ready, "m"), limitMs: LIMIT_MS });
  // Not awaited: Playwright already runs the first specs, and specs that need a server wait.
  const started = Promise.all((metadata.servers as SharedServer[]).map(start));
  started.catch(({ message }: Error) => {
    process.stderr.write(`${message}\n`);
    process.exit(1);
  });
  return async () => {
    await Promise.all((await started).map((one) => one.stop()));
  };
}
