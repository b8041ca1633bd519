// Environment variables for a process without a network, or with a wrong clock. Child processes
// inherit them.
import { fileURLToPath } from "node:url";

type Variables = Readonly<Record<string, string>>;

function preloadEnvironment(name: string): Variables {
  return {
    NODE_OPTIONS: `--require ${fileURLToPath(new URL(`preload/${name}.cjs`, import.meta.url))}`,
  };
}

/** Allows only loopback connections. Writes each refused connection to the file. */
export function withoutNetwork(refusedFile: string): Variables {
  return { ...preloadEnvironment("no-network"), NO_NETWORK_LOG: refusedFile };
}

export function withClockAhead(ms: number): Variables {
  return { ...preloadEnvironment("clock-offset"), CLOCK_OFFSET_MS: String(ms) };
}
