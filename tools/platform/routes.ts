// Which part of the output answers a request, by the routes of `config.json`, phase by phase. Pure: the middleware is an argument.
// Each rule and its source: e2e/unit/tools/platform-routes.spec.ts.
import type { IncomingHttpHeaders } from "node:http";

/** Conditions on cookies and queries are not here: no route of ours has one, and `readOutput` takes none. */
interface Condition {
  readonly type: "host" | "header";
  readonly key?: string;
  readonly value?: string;
}

export interface Route {
  readonly src?: string;
  readonly handle?: string;
  readonly dest?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly methods?: readonly string[];
  readonly status?: number;
  readonly has?: readonly Condition[];
  readonly missing?: readonly Condition[];
  readonly continue?: boolean;
  readonly check?: boolean;
  readonly important?: boolean;
  readonly caseSensitive?: boolean;
  readonly middlewarePath?: string;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  /** With its "?", or empty. */
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/** What the middleware decided: its own answer, or changes of the request and headers of the response. */
export interface Decision {
  readonly answer: Answer | null;
  readonly rewrite: { readonly path: string; readonly search: string } | null;
  readonly requestHeaders: IncomingHttpHeaders;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
}

export interface Site {
  readonly routes: readonly Route[];
  has(path: string): boolean;
  runMiddleware(asked: Asked): Promise<Decision>;
}

export interface Routed {
  /** The path of the output that answers; null: nothing does, or `answer` is the answer. */
  readonly path: string | null;
  readonly search: string;
  readonly status: number | null;
  readonly requestHeaders: IncomingHttpHeaders;
  /** In lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Win over those of the answer. */
  readonly important: Readonly<Record<string, string>>;
  readonly answer: Answer | null;
}

type State = { -readonly [Name in keyof Routed]: Routed[Name] } & { path: string };

/** After each of these a path that is no part of the output goes through the phase `miss`. */
const phases = ["", "filesystem", "rewrite", "resource"] as const;

export async function findRoute(asked: Asked, site: Site): Promise<Routed> {
  const { path, search, headers: requestHeaders } = asked;
  const state: State = { path, search, status: null, requestHeaders, headers: {}, important: {}, answer: null };
  for (const phase of phases) {
    const isRefused = await walk(phase, asked, state, site);
    if (state.answer) return state;
    if (!isRefused && !site.has(state.path)) await walk("miss", asked, state, site);
    if (!isRefused && site.has(state.path)) {
      await walk("hit", asked, state, site);
      return state;
    }
    if (isRefused) break;
  }
  const status = state.status !== null && state.status >= 400 ? state.status : 404;
  state.status = status;
  for (const route of inPhase(site.routes, "error").filter((one) => one.status === undefined || one.status === status))
    if (matchRoute(route, asked, state)) {
      const path = route.dest ?? state.path;
      return { ...state, path: site.has(path) ? path : null };
    }
  return { ...state, path: null };
}

/** Returns whether a route ended the search with a status of a failure. */
async function walk(phase: string, asked: Asked, state: State, site: Site): Promise<boolean> {
  for (const route of inPhase(site.routes, phase)) {
    const found = matchRoute(route, asked, state);
    if (!found) continue;
    if (route.middlewarePath !== undefined) {
      const decision = await site.runMiddleware({ ...asked, path: state.path, search: state.search });
      const { answer } = decision;
      if (answer) {
        state.answer = { ...answer, headers: { ...state.headers, ...answer.headers } };
        return false;
      }
      if (decision.rewrite) Object.assign(state, decision.rewrite);
      state.requestHeaders = decision.requestHeaders;
      state.headers = { ...state.headers, ...decision.headers };
      continue;
    }
    const headers = Object.fromEntries(
      Object.entries(route.headers ?? {}).map(([name, value]) => [name.toLowerCase(), fill(value, found)]),
    );
    if (route.important) state.important = { ...state.important, ...headers };
    state.headers = { ...state.headers, ...headers };
    state.status = route.status ?? state.status;
    if (route.status && headers.location !== undefined) {
      const [place, query = ""] = headers.location.split("?");
      const location = `${place}${mergeSearch(state.search, query)}`;
      state.answer = {
        status: route.status,
        headers: { ...state.headers, location },
        body: Buffer.from("Redirecting...\n"),
      };
      return false;
    }
    if (route.dest !== undefined) {
      const [path = "", query = ""] = fill(route.dest, found).split("?");
      state.path = path;
      state.search = mergeSearch(state.search, query);
    }
    if (route.check ? site.has(state.path) : !route.continue)
      return route.dest === undefined && (route.status ?? 0) >= 400;
  }
  return false;
}

function inPhase(routes: readonly Route[], phase: string): readonly Route[] {
  const start = phase === "" ? 0 : routes.findIndex(({ handle }) => handle === phase) + 1;
  if (phase !== "" && start === 0) return [];
  const length = routes.slice(start).findIndex(({ handle }) => handle !== undefined);
  return routes.slice(start, length < 0 ? undefined : start + length);
}

type Captures = Readonly<Record<string, string>>;

/** Null if the route is not for this request. */
function matchRoute(route: Route, asked: Asked, { path, requestHeaders }: State): Captures | null {
  if (route.methods && !route.methods.includes(asked.method)) return null;
  const flags = route.caseSensitive ? "" : "i";
  const match = new RegExp(`^(?:${route.src?.replace(/^\^|\$$/g, "")})$`, flags).exec(path);
  if (!match) return null;
  const captures: Record<string, string> = { ...Object.fromEntries(match.entries()), ...match.groups };
  for (const condition of route.has ?? []) {
    const held = matchCondition(condition, requestHeaders);
    if (!held) return null;
    Object.assign(captures, held);
  }
  const isExcluded = route.missing?.some((condition) => matchCondition(condition, requestHeaders)) ?? false;
  return isExcluded ? null : captures;
}

function matchCondition({ type, key = "", value }: Condition, headers: IncomingHttpHeaders) {
  const given = type === "host" ? headers.host?.replace(/:\d+$/, "") : headers[key.toLowerCase()]?.toString();
  if (given === undefined || value === undefined) return given === undefined ? null : {};
  const match = new RegExp(`^(?:${value})$`).exec(given);
  return match ? { ...match.groups } : null;
}

function fill(text: string, captures: Captures): string {
  return text.replaceAll(/\$(\w+)/g, (_, name: string) => captures[name] ?? "");
}

function mergeSearch(search: string, query: string): string {
  const added = query.split("&").filter((part) => part !== "" && !part.endsWith("="));
  return added.length === 0 ? search : `${search === "" ? "?" : `${search}&`}${added.join("&")}`;
}
