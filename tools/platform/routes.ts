// Which part of the output answers a request, by the routes of `config.json`, phase by phase. Pure: the middleware is an argument.
// Each rule and its source: e2e/unit/tools/platform-routes.spec.ts.
import type { Entry, Output, Route } from "./output.ts";
import type { Answer, Asked, Fields, Processes } from "./processes.ts";

/** The request as routes and middleware changed it, and what they say of the answer. */
export interface Routed extends Asked {
  readonly status: number | null;
  readonly shown: Fields;
  /** Win over those of the answer. */
  readonly important: Fields;
  /** Of the middleware, or a redirect. */
  readonly answer: Answer | null;
  /** What answers, if `answer` does not. */
  readonly entry: Entry | null;
}

type State = { -readonly [Name in keyof Routed]: Routed[Name] };
type Site = Pick<Output, "routes" | "find"> & Pick<Processes, "call">;

/** A path that is no part of the output goes through the phase `miss`, any other one through `hit`. */
const phases = ["", "filesystem", "rewrite", "resource"].flatMap((phase) => [phase, "miss", "hit"]);

export async function findRoute(asked: Asked, site: Site): Promise<Routed> {
  const state: State = { ...asked, status: null, shown: {}, important: {}, answer: null, entry: null };
  for (const phase of phases) {
    state.entry = site.find(state.path);
    if (phase === (state.entry ? "miss" : "hit")) continue;
    const isRefused = await walk(phase, asked, state, site);
    if (state.answer || phase === "hit") return state;
    if (isRefused && phase !== "miss") break;
  }
  const status = state.status !== null && state.status >= 400 ? state.status : 404;
  const errors = inPhase(site.routes, "error").filter((route) => (route.status ?? status) === status);
  const found = errors.find((route) => matchRoute(route, state));
  const path = found?.dest ?? state.path;
  return { ...state, status, path, entry: found ? site.find(path) : null };
}

/** Returns whether a route ended the search with a status of a failure. */
async function walk(phase: string, asked: Asked, state: State, { routes, find, call }: Site): Promise<boolean> {
  for (const route of inPhase(routes, phase)) {
    const captures = matchRoute(route, state);
    if (!captures) continue;
    const { status, dest, middlewarePath } = route;
    if (middlewarePath !== undefined) {
      const bundle = find(middlewarePath)?.bundle;
      if (!bundle) throw new Error(`a route names the middleware ${middlewarePath}, and the output has none`);
      // Several routes may name it, and each run starts from the headers that the client sent.
      state.headers = asked.headers;
      applyMiddleware(state, await call(bundle, state));
      if (state.answer) return false;
      continue;
    }
    const given = Object.entries(route.headers ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      fill(value, captures),
    ]);
    const headers: Fields = Object.fromEntries(given);
    if (route.important) state.important = { ...state.important, ...headers };
    state.shown = { ...state.shown, ...headers };
    state.status = status ?? state.status;
    if (status && headers.location !== undefined) {
      const location = follow(headers.location, state.search).join("");
      state.answer = { status, headers: { ...state.shown, location }, body: Buffer.from("Redirecting...\n") };
      return false;
    }
    if (dest !== undefined) [state.path, state.search] = follow(fill(dest, captures), state.search);
    if (route.check ? find(state.path) : !route.continue) return dest === undefined && (status ?? 0) >= 400;
  }
  return false;
}

/** What the middleware's answer says, in the headers in which Next's middleware says it. */
function applyMiddleware(state: State, { status, headers, body }: Answer): void {
  const { "x-middleware-next": next, "x-middleware-rewrite": rewrite } = headers;
  const shown = Object.entries(headers).filter(([name]) => !name.startsWith("x-middleware-"));
  state.shown = { ...state.shown, ...Object.fromEntries(shown) };
  if (next === undefined && rewrite === undefined) state.answer = { status, headers: state.shown, body };
  if (rewrite !== undefined) {
    const { pathname, search } = new URL(rewrite, `http://${state.headers.host}`);
    [state.path, state.search] = [pathname, search];
  }
  const names = headers["x-middleware-override-headers"]?.split(",");
  const given = names?.map((name) => [name, headers[`x-middleware-request-${name}`] ?? ""]);
  if (given) state.headers = Object.fromEntries(given);
}

function inPhase(routes: readonly Route[], phase: string): readonly Route[] {
  const start = phase === "" ? 0 : routes.findIndex(({ handle }) => handle === phase) + 1;
  if (phase !== "" && start === 0) return [];
  const length = routes.slice(start).findIndex(({ handle }) => handle !== undefined);
  return routes.slice(start, length < 0 ? undefined : start + length);
}

/** The captures, or null if the route is not for this request. */
function matchRoute({ src, methods, caseSensitive, has = [], missing = [] }: Route, asked: Asked): Fields | null {
  const match = new RegExp(`^(?:${src})$`, caseSensitive ? "" : "i").exec(asked.path);
  const held = has.map((one) => matchCondition(one, asked.headers));
  if (!match || held.includes(null) || methods?.includes(asked.method) === false) return null;
  if (missing.some((one) => matchCondition(one, asked.headers))) return null;
  return Object.assign({}, [...match], match.groups, ...held);
}

/** Conditions on cookies and queries are not here: no route of ours has one, and `readOutput` takes none. */
function matchCondition({ type, key = "", value }: Required<Route>["has"][number], headers: Fields): Fields | null {
  const given = type === "host" ? headers.host?.replace(/:\d+$/, "") : headers[key.toLowerCase()];
  if (given === undefined || value === undefined) return given === undefined ? null : {};
  const match = new RegExp(`^(?:${value})$`).exec(given);
  return match && { ...match.groups };
}

function fill(text: string, captures: Fields): string {
  return text.replaceAll(/\$(\w+)/g, (_, name: string) => captures[name] ?? "");
}

/** Path and query of a target. The query of the request is passed through. */
function follow(target: string, search: string): [path: string, search: string] {
  const [path = "", query = ""] = target.split("?");
  const added = query.split("&").filter((part) => part !== "" && !part.endsWith("="));
  return [path, [search, ...added].join("&").replace(/^&/, "?")];
}
