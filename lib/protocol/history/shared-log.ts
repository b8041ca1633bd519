// One log that all instances of a deployment write, in a store. It is replaced whole or not at all. The store drops a log that
// nobody wrote for as long as a log reaches back.
import { addObservation, emptyLog, KEPT_MS, type Log } from "./log.ts";
import { formatLog, parseLog } from "./log-text.ts";
import type { Observation } from "./observation.ts";

export interface StoreScript<T> {
  /** Lua, run in one atomic step. */
  readonly text: string;
  readonly keys: readonly string[];
  readonly args: readonly string[];
  /** Throws on an unknown reply, which counts as a failure of the store. */
  readonly parse: (reply: unknown) => T;
}

/** @throws when the store fails. */
export type RunScript = <T>(script: StoreScript<T>) => Promise<T>;

/** A log outside the memory of this process. */
export interface SharedLog {
  /**
   * The log with more observations; with none it is only read. `isWritten` is false where it could be read and not written.
   * @throws when it cannot be read.
   */
  add(observations: readonly Observation[]): Promise<{ readonly log: Log; readonly isWritten: boolean }>;
}

/** By a secret that the store does not have: null is what nobody of this deployment closed for this place. */
interface LogSeal {
  close(place: string, text: string): string;
  open(place: string, closed: string): string | null;
}

const ATTEMPTS = 3;

const readScript = `return redis.call("HMGET", KEYS[1], "version", "log")`;
/** ARGV: the version that was read, the next one, the log, its life in ms. */
const writeScript = `
if (redis.call("HGET", KEYS[1], "version") or "") ~= ARGV[1] then return 0 end
redis.call("HSET", KEYS[1], "version", ARGV[2], "log", ARGV[3])
redis.call("PEXPIRE", KEYS[1], ARGV[4])
return 1`;

/** `key`: where this deployment keeps its log; two deployments never share one. Without `seal` whoever writes to the store writes the log. */
export function createSharedLog(
  run: RunScript,
  key: string,
  now: () => number,
  seal: LogSeal | null = null,
): SharedLog {
  const parse = (reply: unknown) => parseKept(reply, now(), (kept) => (seal === null ? kept : seal.open(key, kept)));
  const read = () => run({ text: readScript, keys: [key], args: [], parse });
  const write = (seen: string, log: Log) =>
    run({
      text: writeScript,
      keys: [key],
      args: [seen, crypto.randomUUID(), seal?.close(key, formatLog(log)) ?? formatLog(log), String(KEPT_MS)],
      parse: (reply) => reply === 1,
    });
  return {
    async add(observations) {
      for (let attempt = 1; ; attempt += 1) {
        const { version, log } = await read();
        if (observations.length === 0) return { log, isWritten: true };
        const next = observations.reduce(addObservation, log);
        // Where others are always faster, the next observation is added instead: less is claimed, nothing wrong.
        if ((await write(version, next)) || attempt === ATTEMPTS) return { log: next, isWritten: true };
      }
    },
  };
}

/** A log that cannot be read is begun anew and says so: it must not stay in the way for ever. */
function parseKept(
  reply: unknown,
  nowMs: number,
  open: (kept: string) => string | null,
): { readonly version: string; readonly log: Log } {
  const [version, text] = Array.isArray(reply) ? reply : [];
  if (typeof version !== "string" || typeof text !== "string") return { version: "", log: emptyLog };
  return { version, log: parseLog(open(text) ?? "") ?? { ...emptyLog, lostMs: nowMs } };
}
