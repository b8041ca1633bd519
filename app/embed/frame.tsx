import { renderHtml } from "@/app/render-html.ts";
import { invalidQuestion, type PageRefusal } from "@/lib/http/problem.ts";
import { frameWords } from "@/lib/say/frame.en.ts";
import type { FrameAnswer } from "@/lib/site/live/frame.ts";
import { Blocks } from "../parts/blocks.tsx";
import { StateShapes } from "../parts/verdict.tsx";

/** Renders the body of a frame for other sites. It has no script: a style shows that it is old. */
export async function renderFrame(answer: FrameAnswer): Promise<string | PageRefusal> {
  if ("faults" in answer) return invalidQuestion(answer.faults.join(" "));
  const { theme, blocks, day, link } = answer;
  return renderHtml(
    <>
      <StateShapes />
      <main data-theme={theme}>
        <div className="fresh">
          <Blocks blocks={blocks} day={day} />
        </div>
        <p className="outdated">{frameWords.old}</p>
        <p>
          <a href={link.href}>{link.label}</a>
        </p>
      </main>
    </>,
  );
}
