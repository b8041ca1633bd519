// Environments in which a process of ours, and all that it starts, meets trouble that a test cannot otherwise make.
import { fileURLToPath } from "node:url";

type Variables = Readonly<Record<string, string>>;

function toPreload(name: string): Variables {
  return { NODE_OPTIONS: `--require ${fileURLToPath(new URL(`preload/${name}.cjs`, import.meta.url))}` };
}

/** No connection but loopback's; the others are lines of that file, which is not there while there were none. */
export function toAlone(refusedFile: string): Variables {
  return { ...toPreload("no-network"), NO_NETWORK_LOG: refusedFile };
}

/** A clock that is so far ahead of this machine's. */
export function toClockAhead(ms: number): Variables {
  return { ...toPreload("clock-offset"), CLOCK_OFFSET_MS: String(ms) };
}
