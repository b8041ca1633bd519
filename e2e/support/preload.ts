// Environments for processes that must meet trouble: no network, or a wrong clock. Child processes inherit them.
import { fileURLToPath } from "node:url";

type Variables = Readonly<Record<string, string>>;

function preloadEnvironment(name: string): Variables {
  return {
    NODE_OPTIONS: `--require ${fileURLToPath(new URL(`preload/${name}.cjs`, import.meta.url))}`,
  };
}

/** Allows only loopback connections. The file lists the refused ones, and does not exist if there were none. */
export function withoutNetwork(refusedFile: string): Variables {
  return { ...preloadEnvironment("no-network"), NO_NETWORK_LOG: refusedFile };
}

/** A clock that is ahead of this machine's. */
export function withClockAhead(ms: number): Variables {
  return { ...preloadEnvironment("clock-offset"), CLOCK_OFFSET_MS: String(ms) };
}
