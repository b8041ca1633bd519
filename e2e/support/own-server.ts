// Starts a built server of one spec, with variables of its own.
import {
  findFreePort,
  type RunningProcess,
  sharedSettings,
  startProcess,
} from "./start-process.ts";

export interface OwnServer {
  readonly port: number;
  readonly process: RunningProcess;
}

export async function startOwnServer(variables: Record<string, string>): Promise<OwnServer> {
  const port = await findFreePort();
  const process = await startProcess({
    args: ["node_modules/jiti/lib/jiti-cli.mjs", "bin/start.ts"],
    environment: { ...sharedSettings(), PORT: String(port), ...variables },
    ready: /^Try:$/m,
    limitMs: 60_000,
  });
  return { port, process };
}
