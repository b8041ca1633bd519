// The cache of the platform's edge, in one region. Each rule and its source: e2e/unit/tools/platform-cdn.spec.ts.
import type { Answer, Asked, Fields } from "./processes.ts";

interface Kept {
  readonly answer: Answer;
  /** Of the request that was answered. */
  readonly headers: Fields;
  readonly madeMs: number;
  readonly freshMs: number;
  readonly staleMs: number;
}

const MAX_BYTES = 10_000_000;
const keptStatuses: ReadonlySet<number> = new Set([200, 301, 302, 307, 308, 404, 410]);
export const DEFAULT_RULE = "public, max-age=0, must-revalidate";

/** Each answer says in `x-vercel-cache` where it comes from. */
export function createCdn(now: () => number = Date.now) {
  const kept = new Map<string, Kept[]>();
  const running = new Map<string, Promise<unknown>>();

  /** One call at a time for an address of which something was kept before. */
  function make(address: string, asked: Asked, call: () => Promise<Answer>): Promise<Answer> {
    const made = call().then((answer) => {
      const lifetime = findLifetime(asked, answer);
      const others = (kept.get(address) ?? []).filter((one) => !isFor(one, asked));
      if (lifetime) kept.set(address, [...others, { answer, headers: asked.headers, madeMs: now(), ...lifetime }]);
      return answer;
    });
    const ended = made.catch(() => undefined).finally(() => running.delete(address));
    if (kept.has(address)) running.set(address, ended);
    return made;
  }

  return async (asked: Asked, call: () => Promise<Answer>): Promise<Answer> => {
    const { method, headers, path, search } = asked;
    const address = `${headers.host}${path}${search}`;
    if (!/^(?:GET|HEAD)$/.test(method) || headers.authorization !== undefined || headers.range !== undefined)
      return forClient(await call(), "BYPASS");
    for (;;) {
      const known = kept.get(address)?.find((one) => isFor(one, asked));
      const ageMs = known ? now() - known.madeMs : 0;
      if (known && ageMs < known.freshMs) return forClient(known.answer, "HIT", ageMs);
      const other = running.get(address);
      if (known && ageMs < known.staleMs) {
        if (!other) make(address, asked, call).catch(() => undefined);
        return forClient(known.answer, "STALE", ageMs);
      }
      if (!other) return forClient(await make(address, asked, call), "MISS");
      await other;
    }
  };
}

function isFor({ answer, headers }: Kept, asked: Asked): boolean {
  return listFields(answer.headers.vary).every((name) => headers[name] === asked.headers[name]);
}

/** Null if the answer may not be kept. */
function findLifetime({ method }: Asked, { status, headers, body }: Answer): Pick<Kept, "freshMs" | "staleMs"> | null {
  const own = headers["vercel-cdn-cache-control"] ?? headers["cdn-cache-control"];
  const rule = own ?? headers["cache-control"] ?? "";
  const fields = listFields(headers.vary);
  if (method !== "GET" || !keptStatuses.has(status) || body.byteLength > MAX_BYTES || headers["set-cookie"])
    return null;
  if (fields.includes("*") || fields.includes("cookie") || /\b(?:private|no-store|no-cache)\b/.test(rule)) return null;
  const shared = /\bs-maxage=(\d+)/.exec(rule) ?? (own === undefined ? null : /\bmax-age=(\d+)/.exec(rule));
  const freshMs = Number(shared?.[1] ?? 0) * 1000;
  const staleMs = freshMs + Number(/\bstale-while-revalidate=(\d+)/.exec(rule)?.[1] ?? 0) * 1000;
  return freshMs > 0 ? { freshMs, staleMs } : null;
}

/** The platform uses its own rules up, and does not send them on. */
function forClient({ headers, ...answer }: Answer, cache: string, ageMs?: number): Answer {
  const { "vercel-cdn-cache-control": _own, "cache-control": rule = DEFAULT_RULE, ...others } = headers;
  const shown = /\bs-maxage=/.test(rule) ? DEFAULT_RULE : rule;
  const age = ageMs === undefined ? {} : { age: String(Math.floor(ageMs / 1000)) };
  return { ...answer, headers: { ...others, "cache-control": shown, ...age, "x-vercel-cache": cache } };
}

function listFields(vary = ""): readonly string[] {
  return vary.toLowerCase().match(/[^\s,]+/g) ?? [];
}
