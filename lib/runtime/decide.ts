// What becomes of a request before a route answers it: its form, its method, its limit.
import { cacheControl } from "../http/cache.ts";
import { negotiate } from "../http/negotiate.ts";
import {
  allowedOptions,
  type BuiltRefusalCode,
  methodNotAllowed,
  notAcceptable,
  notFound,
  type PageRefusal,
  refusalAnswer,
  unknownChain,
} from "../http/problem.ts";
import type { ReadyAnswer } from "../http/ready-answer.ts";
import { missingMarkdown } from "../site/pages/missing.ts";
import {
  type ChainAddress,
  chainUrl,
  listChainCodes,
  listChainLinks,
  parseChainPath,
} from "../site/registry/chain-pages.ts";
import { chainPath } from "../site/registry/chain-paths.ts";
import { absoluteUrl, type Link, listLinks } from "../site/registry/links.ts";
import {
  allowedMethods,
  dataEnds,
  findResource,
  isCardPath,
  isResourcePath,
  type LivePagePath,
  type ResourcePath,
  usualSpelling,
} from "../site/registry/resources.ts";
import type { LimitedRequest, LimitRefusal } from "./client-limit.ts";
import { missingPage, refusedPage } from "./refusals.ts";

export interface ClientRequest extends LimitedRequest {
  /** As the client sent it, such as "/status/btc". */
  readonly path: string;
}

export type RequestDecision =
  | { readonly kind: "answer"; readonly answer: ReadyAnswer }
  /** The Markdown of a page, which has its own address. */
  | { readonly kind: "markdown"; readonly path: string }
  | { readonly kind: "live_page"; readonly path: LivePagePath; readonly links: readonly Link[] }
  /** The page for missing addresses, which nobody has built: in development. */
  | { readonly kind: "unbuilt_page" }
  /** The route of the address answers. */
  | { readonly kind: "pass" };

/** Counts a question, or checks whether it would be counted. Null if it may be answered. */
type Limit = (request: LimitedRequest, path: ResourcePath) => LimitRefusal | null;

const pass: RequestDecision = { kind: "pass" };
const answerWith = (answer: ReadyAnswer): RequestDecision => ({ kind: "answer", answer });

const isRead = ({ method }: ClientRequest) => method === "GET" || method === "HEAD";

export function decide(request: ClientRequest, limit: Limit): RequestDecision {
  const path = usualSpelling(request.path);
  if (isResourcePath(path)) return decideResource(request, path, limit);
  const chainAddress = parseChainPath(path);
  return chainAddress === null ? decideMissing(request) : decideChain(request, chainAddress, limit);
}

const choiceOf = ({ headers }: ClientRequest) => negotiate(headers.get("accept"));

function decideResource(request: ClientRequest, path: ResourcePath, limit: Limit): RequestDecision {
  const { kind, twin, cache } = findResource(path);
  if (kind === "endpoint") return pass;
  if (!isRead(request)) return answerWith(answerOtherMethod(request, path));
  if (!twin) return pass;
  const livePath = cache === "live" ? (path as LivePagePath) : null;
  return decidePage(request, { page: path, twin, livePath, links: listLinks(path) }, limit);
}

interface NegotiatedPage {
  readonly page: string;
  /** Path of its Markdown. */
  readonly twin: string;
  /** Null for a page that is made when the site is built. */
  readonly livePath: LivePagePath | null;
  readonly links: readonly Link[];
}

function decidePage(
  request: ClientRequest,
  { page, twin, livePath, links }: NegotiatedPage,
  limit: Limit,
): RequestDecision {
  const choice = choiceOf(request);
  if (choice === "none") return answerWith(notAcceptable(page, twin));
  if (choice === "markdown") return { kind: "markdown", path: twin };
  if (livePath === null) return pass;
  const refusal = limit(request, livePath);
  return refusal
    ? refuse(request, livePath, refusal)
    : { kind: "live_page", path: livePath, links };
}

const dataPattern = new RegExp(
  `^/(?:_next|\\.well-known)(?:/|$)|\\.(?:${dataEnds})$|(?:^|/)(?:opengraph-image|favicon\\.ico)$`,
);

function decideMissing(request: ClientRequest): RequestDecision {
  const { path } = request;
  if (dataPattern.test(path)) return answerWith(notFound(path));
  if (path.endsWith(".md")) return answerWith(missingMarkdown(false));
  const choice = choiceOf(request);
  if (choice === "none" || !isRead(request)) return answerWith(notFound(path, { Vary: "Accept" }));
  if (choice === "markdown") return answerWith(missingMarkdown(true));
  const page = missingPage();
  return page === null ? { kind: "unbuilt_page" } : answerWith(page);
}

function decideChain(
  request: ClientRequest,
  { chain, form }: ChainAddress,
  limit: Limit,
): RequestDecision {
  if (chain === null) {
    const refusal = unknownChain(listChainCodes());
    if (form === null) return refuse(request, "/status", refusal);
    return answerWith(refusalAnswer(request.path, refusal));
  }
  if (form !== null) return pass;
  if (!isRead(request)) return answerWith(answerOtherMethod(request, "/status"));
  const page = chainPath(chain.code);
  if (request.path !== page) return answerWith(redirect(chainUrl(chain.code)));
  const twin = chainPath(chain.code, "md");
  const links = listChainLinks(chain.code);
  return decidePage(request, { page, twin, livePath: "/status", links }, limit);
}

/** Answers with problem details, or with a page where the request is a browser's. */
function refuse(
  request: ClientRequest,
  path: LivePagePath,
  refusal: PageRefusal<BuiltRefusalCode>,
): RequestDecision {
  const isForPeople = /text\/html/i.test(request.headers.get("accept") ?? "");
  const page = isForPeople && isRead(request) ? refusedPage(path, refusal) : null;
  return answerWith(page ?? refusalAnswer(request.path, refusal));
}

const redirect = (address: string): ReadyAnswer => ({
  status: 308,
  headers: { Location: address, "Cache-Control": cacheControl.live },
  body: "",
});

function answerOtherMethod({ method, path: asSent }: ClientRequest, path: ResourcePath) {
  const allowed = allowedMethods(path);
  if (method === "OPTIONS") return allowedOptions(allowed);
  // Some clients POST their messages to the address of the server card, not to the endpoint.
  const alternative = isCardPath(path) ? `POST JSON-RPC messages to ${absoluteUrl("/mcp")}.` : "";
  return methodNotAllowed(asSent, allowed, alternative);
}
