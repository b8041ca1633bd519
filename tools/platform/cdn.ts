// The cache of the platform's edge, in one region. Each rule and its source: e2e/unit/tools/platform-cdn.spec.ts.
import type { IncomingHttpHeaders } from "node:http";
import type { Answer } from "./routes.ts";

interface Kept {
  readonly answer: Answer;
  readonly varies: readonly string[];
  /** What those headers were. */
  readonly values: readonly string[];
  readonly madeMs: number;
  readonly freshMs: number;
  readonly staleMs: number;
}

export interface CdnRequest {
  readonly method: string;
  /** Host, path and query. */
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
}

export type CacheStatus = "HIT" | "MISS" | "STALE" | "BYPASS";

const MAX_BYTES = 10_000_000;
const keptStatuses: ReadonlySet<number> = new Set([200, 301, 302, 307, 308, 404, 410]);
const DEFAULT_RULE = "public, max-age=0, must-revalidate";

export function createCdn(now: () => number = Date.now) {
  const kept = new Map<string, Kept[]>();
  const running = new Map<string, Promise<unknown>>();

  const find = ({ address, headers }: CdnRequest) =>
    kept
      .get(address)
      ?.find(({ varies, values }) => varies.every((name, at) => readField(headers, name) === values[at]));

  async function make(request: CdnRequest, call: () => Promise<Answer>): Promise<Answer> {
    const answer = await call();
    const life = lifetime(request, answer);
    if (life) {
      const varies = listFields(answer.headers.vary);
      const values = varies.map((name) => readField(request.headers, name));
      const others = (kept.get(request.address) ?? []).filter((one) => one.values.join("\n") !== values.join("\n"));
      kept.set(request.address, [...others, { answer, varies, values, madeMs: now(), ...life }]);
    }
    return answer;
  }

  /** One call at a time for an address of which something was kept before. */
  function collapse(request: CdnRequest, call: () => Promise<Answer>): Promise<Answer> {
    const made = make(request, call);
    const ended = made.then(
      () => running.delete(request.address),
      () => running.delete(request.address),
    );
    if (kept.has(request.address)) running.set(request.address, ended);
    return made;
  }

  return async (request: CdnRequest, call: () => Promise<Answer>): Promise<{ answer: Answer; cache: CacheStatus }> => {
    if (!mayAsk(request)) return { answer: forClient(await call(), null), cache: "BYPASS" };
    for (;;) {
      const known = find(request);
      const ageMs = known ? now() - known.madeMs : 0;
      if (known && ageMs < known.freshMs) return { answer: forClient(known.answer, ageMs), cache: "HIT" };
      const other = running.get(request.address);
      if (known && ageMs < known.staleMs) {
        if (!other) collapse(request, call).catch(() => undefined);
        return { answer: forClient(known.answer, ageMs), cache: "STALE" };
      }
      if (!other) return { answer: forClient(await collapse(request, call), null), cache: "MISS" };
      await other;
    }
  };
}

function mayAsk({ method, headers }: CdnRequest): boolean {
  return /^(?:GET|HEAD)$/.test(method) && headers.authorization === undefined && headers.range === undefined;
}

/** Null if the answer may not be kept. */
function lifetime({ method }: CdnRequest, { status, headers, body }: Answer): Pick<Kept, "freshMs" | "staleMs"> | null {
  const own = headers["vercel-cdn-cache-control"] ?? headers["cdn-cache-control"];
  const rule = `${own ?? headers["cache-control"] ?? ""}`;
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
function forClient({ headers, ...answer }: Answer, ageMs: number | null): Answer {
  const { "vercel-cdn-cache-control": _own, "cache-control": rule = DEFAULT_RULE, ...others } = headers;
  const shown = /\bs-maxage=/.test(`${rule}`) ? DEFAULT_RULE : rule;
  const age = ageMs === null ? {} : { age: String(Math.floor(ageMs / 1000)) };
  return { ...answer, headers: { ...others, "cache-control": shown, ...age } };
}

function listFields(value: string | readonly string[] | undefined): string[] {
  const names = `${value ?? ""}`.split(",").map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== "").sort();
}

function readField(headers: IncomingHttpHeaders, name: string): string {
  return `${headers[name] ?? ""}`;
}
