// What `npm start` answers without Next, which would take ten times as long: refusals, and errors
// of addresses and methods.
import { refusalAnswer } from "../http/problem.ts";
import type { ReadyAnswer } from "../http/ready-answer.ts";
import { parseTheme } from "../site/live/frame-theme.ts";
import { ICON_FOLDER, iconNames, iconPath } from "../site/live/state-icon.ts";
import { parseChainPath } from "../site/registry/chain-pages.ts";
import { isOnOtherSite, isTrackAddress, withTxidInQuery } from "../site/registry/hosts.ts";
import {
  findResource,
  isDrawnImage,
  isFramed,
  isLivePage,
  isResourcePath,
  type ResourcePath,
  usualSpelling,
} from "../site/registry/resources.ts";
import { siteHeaders } from "../site/serve/page-policy.ts";
import { checkQuestion } from "./client-limit.ts";
import { type ClientRequest, decide } from "./decide.ts";
import { refusedFrame } from "./refusals.ts";

export interface HostRequest extends ClientRequest {
  readonly hostname: string;
}

const iconPaths: ReadonlySet<string> = new Set(iconNames.map(iconPath));

/** Null if a route of Next answers, or a redirect of `next.config.ts`. */
export function answerAtOnce(request: HostRequest): ReadyAnswer | null {
  const path = usualSpelling(request.path);
  if (isOnOtherSite(path, request.hostname)) return null;
  const answer = refuseDocument(request, path) ?? answerWithoutRoute(request, path);
  return answer && { ...answer, headers: { ...answer.headers, ...siteHeaders(path) } };
}

function answerWithoutRoute(request: HostRequest, path: string): ReadyAnswer | null {
  if (isServedByNext(path)) return null;
  const decision = decide(request, checkQuestion);
  if (decision.kind !== "markdown") return decision.kind === "answer" ? decision.answer : null;
  const refusal = refuseDocument(request, decision.path);
  return refusal && { ...refusal, headers: { ...refusal.headers, Vary: "Accept" } };
}

/** An address that only Next knows: an image, or one that it redirects or rewrites. */
function isServedByNext(path: string): boolean {
  if (path.startsWith(ICON_FOLDER)) return iconPaths.has(path);
  if (isDrawnImage(path) || isTrackAddress(path) || path.includes("//")) return true;
  if (!path.endsWith("/")) return false;
  const pathBefore = path.slice(0, -1);
  return (
    isResourcePath(pathBefore) || parseChainPath(pathBefore) !== null || isTrackAddress(pathBefore)
  );
}

/** Refuses what the route of a live document or part would refuse. Pages are in `decide`. */
function refuseDocument(request: HostRequest, path: string): ReadyAnswer | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const longUrl = withTxidInQuery(`${path}${request.search}`);
  const queryStart = longUrl.indexOf("?");
  const [longPath, search] =
    queryStart === -1 ? [longUrl, ""] : [longUrl.slice(0, queryStart), longUrl.slice(queryStart)];
  const countedPath = findCountedPath(longPath);
  if (countedPath === null) return null;
  const refusal = checkQuestion({ ...request, search }, countedPath);
  if (refusal === null) return null;
  const theme = parseTheme(new URLSearchParams(search));
  const frame = isFramed(countedPath) ? refusedFrame(countedPath, theme, refusal) : null;
  return frame ?? refusalAnswer(request.path, refusal);
}

function findCountedPath(path: string): ResourcePath | null {
  // The route of a chain's forms counts as its Markdown does.
  const chainAddress = isResourcePath(path) ? null : parseChainPath(path);
  if (chainAddress?.chain && chainAddress.form !== null) return "/status.md";
  return isResourcePath(path) && isLivePage(path) && findResource(path).kind !== "page"
    ? path
    : null;
}
