// One log that all instances of a deployment write, in a store. It is replaced whole or not at all, and lives as long as it reaches back.
import { z } from "zod";
import { addObservation, emptyLog, KEPT_MS, type Log } from "./log.ts";
import { historyVerdicts, type Observation } from "./observation.ts";

/** Runs Lua in the store, in one atomic step. @throws when the store fails. */
export type RunScript = <T>(script: {
  readonly text: string;
  readonly keys: readonly string[];
  readonly args: readonly string[];
  readonly parse: (reply: unknown) => T;
}) => Promise<T>;

export interface SharedLog {
  /** The log with one more observation; null only reads it. @throws when the store fails. */
  add(observation: Observation | null): Promise<Log>;
}

const ATTEMPTS = 3;

const readScript = `return redis.call("HMGET", KEYS[1], "version", "log")`;
/** ARGV: the version that was read, the next one, the log, its life in ms. */
const writeScript = `
if (redis.call("HGET", KEYS[1], "version") or "") ~= ARGV[1] then return 0 end
redis.call("HSET", KEYS[1], "version", ARGV[2], "log", ARGV[3])
redis.call("PEXPIRE", KEYS[1], ARGV[4])
return 1`;

const Verdict = z.enum(historyVerdicts);
const Kept = z.object({
  sinceMs: z.number().nullable(),
  last: z.record(z.string(), z.object({ verdict: Verdict.nullable(), atMs: z.number() })),
  changes: z.array(
    z.object({
      of: z.array(z.string()),
      from: Verdict,
      to: Verdict,
      haltedBy: z.array(z.string()),
      afterMs: z.number(),
      atMs: z.number(),
      height: z.number(),
      times: z.number().optional(),
    }),
  ),
  gaps: z.array(
    z.object({ of: z.union([z.literal("all"), z.array(z.string())]), fromMs: z.number(), toMs: z.number() }),
  ),
});

/** `key`: where this deployment keeps its log; two deployments never share one. */
export function createSharedLog(run: RunScript, key: string): SharedLog {
  const read = () => run({ text: readScript, keys: [key], args: [], parse: parseKept });
  const write = (seen: string, log: Log) =>
    run({
      text: writeScript,
      keys: [key],
      args: [seen, crypto.randomUUID(), JSON.stringify(log), String(KEPT_MS)],
      parse: (reply) => reply === 1,
    });
  return {
    async add(observation) {
      for (let attempt = 1; ; attempt += 1) {
        const { version, log } = await read();
        if (observation === null) return log;
        const next = addObservation(log, observation);
        // Where others are always faster, the next observation is added instead: less is claimed, nothing wrong.
        if ((await write(version, next)) || attempt === ATTEMPTS) return next;
      }
    },
  };
}

/** A log that cannot be read is begun anew: it must not stay in the way for ever. */
function parseKept(reply: unknown): { readonly version: string; readonly log: Log } {
  const [version, text] = Array.isArray(reply) ? reply : [];
  if (typeof version !== "string" || typeof text !== "string") return { version: "", log: emptyLog };
  return { version, log: parseLog(text) ?? emptyLog };
}

function parseLog(text: string): Log | null {
  try {
    return Kept.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
