// The request header by which the middleware tells the page of a refusal what was refused.
import { type PageRefusal, queryTooLong, tooManyRequests, unknownChain } from "../http/problem.ts";
import { listChainCodes } from "../site/registry/chain-pages.ts";
import { findResource, isResourcePath, type LivePagePath } from "../site/registry/resources.ts";

export const REFUSAL_HEADER = "x-signpost-refusal";

type RefusalCode = "query_too_long" | "rate_limited" | "unknown_chain";

const refusals: Readonly<Record<RefusalCode, (waitSeconds: number) => PageRefusal>> = {
  query_too_long: () => queryTooLong,
  rate_limited: tooManyRequests,
  unknown_chain: () => unknownChain(listChainCodes()),
};

export interface RefusedQuestion {
  readonly code: RefusalCode;
  readonly refusal: PageRefusal;
  readonly path: LivePagePath;
  /** Seconds after which the same question may be answered. Null if it never will be. */
  readonly waitSeconds: number | null;
}

/** Such as "rate_limited 4 /quote"; 0 seconds if a wait does not help. */
export function writeRefusalField({ problem, headers }: PageRefusal, path: LivePagePath): string {
  return `${problem.code} ${headers["Retry-After"] ?? 0} ${path}`;
}

/** Null for a text that `writeRefusalField` does not write: a client may send this header too. */
export function parseRefusalField(field: string | null): RefusedQuestion | null {
  const match = /^(\w+) (\d{1,4}) (\/\w+)$/.exec(field ?? "");
  const [, code = "", secondsText = "", path = ""] = match ?? [];
  if (!isRefusalCode(code) || !isLivePagePath(path)) return null;
  const waitSeconds = Number(secondsText);
  if (waitSeconds > 0 !== (code === "rate_limited")) return null;
  const refusal = refusals[code](waitSeconds);
  return { code, refusal, path, waitSeconds: waitSeconds === 0 ? null : waitSeconds };
}

const MAX_SHOWN_FIELDS = 20;

/** The first fields of a query. Their number is limited, because their length is not. */
export function shortQuery(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].slice(0, MAX_SHOWN_FIELDS));
}

const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(refusals, code);

function isLivePagePath(path: string): path is LivePagePath {
  if (!isResourcePath(path)) return false;
  const { kind, cache } = findResource(path);
  return kind === "page" && cache === "live";
}
