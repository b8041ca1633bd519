// The HTML of refusals: the build made it, only the hint is put in. Null where nothing was built.
import { cacheControl } from "../http/cache.ts";
import { type BuiltRefusalCode, type PageRefusal, refreshField } from "../http/problem.ts";
import type { Fields, ReadyAnswer } from "../http/ready-answer.ts";
import { refusedPageWords } from "../say/refused-page.en.ts";
import type { FrameTheme } from "../site/live/frame-theme.ts";
import type { FramedPath, LivePagePath } from "../site/registry/resources.ts";
import {
  type BuiltPage,
  type BuiltPageName,
  getBuiltPage,
  HINT_MARK,
} from "../site/serve/built-pages.ts";
import { refusedPart } from "./publish-part.ts";

export function missingPage(): ReadyAnswer | null {
  return htmlAnswer("missing", 404, "", { Vary: "Accept" });
}

export function refusedPage(
  path: LivePagePath,
  refusal: PageRefusal<BuiltRefusalCode>,
): ReadyAnswer | null {
  const { waitSeconds, problem } = refusal;
  const hint = waitSeconds === null ? problem.hint : refusedPageWords.retry(waitSeconds);
  return pageAnswer(`${problem.code} ${path}`, refusal, hint);
}

export function refusedFrame(
  path: FramedPath,
  theme: FrameTheme | null,
  refusal: PageRefusal<BuiltRefusalCode>,
): ReadyAnswer | null {
  const frame = getBuiltPage(frameName(path, theme, refusal.problem.code));
  return frame && refusedPart(path, refusal, putHint(frame, refusal.problem.hint));
}

export function frameName(
  path: FramedPath,
  theme: FrameTheme | null,
  code: BuiltRefusalCode,
): BuiltPageName {
  return `${code} ${path} ${theme ?? "system"}`;
}

const putHint = ({ html }: BuiltPage, hint: string) => html.replace(HINT_MARK, () => hint);

function pageAnswer(name: BuiltPageName, refusal: PageRefusal, hint: string) {
  const headers = { ...refusal.headers, ...refreshField(refusal) };
  return htmlAnswer(name, refusal.problem.status, hint, headers);
}

function htmlAnswer(
  name: BuiltPageName,
  status: number,
  hint: string,
  headers: Fields,
): ReadyAnswer | null {
  const page = getBuiltPage(name);
  return (
    page && {
      status,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": cacheControl.live,
        ...page.headers,
        ...headers,
      },
      body: putHint(page, hint),
    }
  );
}
