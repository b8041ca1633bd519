import type { ReactNode } from "react";
import { renderHtml } from "@/app/render-html.ts";
import { invalidQuestion, type PageRefusal, problemText } from "@/lib/http/problem.ts";
import type { LinkView } from "@/lib/render/blocks.ts";
import { publishPart } from "@/lib/runtime/publish-part.ts";
import { frameWords } from "@/lib/say/frame.en.ts";
import type { FrameAnswer } from "@/lib/site/live/frame.ts";
import { type FrameTheme, parseTheme } from "@/lib/site/live/frame-theme.ts";
import { absoluteUrl } from "@/lib/site/registry/links.ts";
import {
  findResource,
  type LivePagePath,
  type OpenFramePath,
} from "@/lib/site/registry/resources.ts";
import { Blocks } from "../parts/blocks.tsx";
import { StateShapes } from "../parts/verdict.tsx";

/** Handlers of a frame for other sites. `page` has the same answer in full. */
export function publishFrame(
  path: OpenFramePath,
  page: LivePagePath,
  getFrame: (query: URLSearchParams) => Promise<FrameAnswer>,
) {
  const render = async (query: URLSearchParams) => {
    const answer = await getFrame(query);
    if ("faults" in answer) return invalidQuestion(answer.faults.join(" "));
    const { blocks, day, ...frame } = answer;
    return renderHtml(
      <>
        <StateShapes />
        <Frame {...frame}>
          <div className="fresh">
            <Blocks blocks={blocks} day={day} />
          </div>
          <p className="outdated">{frameWords.old}</p>
        </Frame>
      </>,
    );
  };
  return publishPart(path, render, (refusal, query) =>
    renderRefusedFrame(page, refusal, parseTheme(query)),
  );
}

export function renderRefusedFrame(
  page: LivePagePath,
  { problem }: PageRefusal,
  theme: FrameTheme | null,
): Promise<string> {
  const pageLink = { href: absoluteUrl(page), label: findResource(page).title };
  return renderHtml(
    <Frame theme={theme} link={pageLink}>
      <p>{problemText(problem)}</p>
    </Frame>,
  );
}

interface FrameProps {
  readonly theme: FrameTheme | null;
  readonly link: LinkView;
  readonly children: ReactNode;
}

/** It has no script: a style hides an answer that nothing has renewed. */
const Frame = ({ theme, link, children }: FrameProps) => (
  <main data-theme={theme}>
    {children}
    <p>
      <a href={link.href}>{link.label}</a>
    </p>
  </main>
);
