import type { PageRefusal } from "@/lib/http/problem.ts";
import { partDocument } from "@/lib/runtime/publish-part.ts";
import { frameName } from "@/lib/runtime/refusals.ts";
import { pageRefusals, withMarkedHint } from "@/lib/runtime/refused-page.ts";
import { type FrameTheme, frameThemeChoices } from "@/lib/site/live/frame-theme.ts";
import { type FramedPath, isFramed, resourcePaths } from "@/lib/site/registry/resources.ts";
import { renderRefusedFrame } from "../embed/frame.tsx";
import { renderRefusal } from "../pricing/now/sizes-part.tsx";

type RenderRefused = (refusal: PageRefusal, theme: FrameTheme | null) => Promise<string>;

const renderers: Readonly<Record<FramedPath, RenderRefused>> = {
  "/embed/quote": (refusal, theme) => renderRefusedFrame("/quote", refusal, theme),
  "/embed/status": (refusal, theme) => renderRefusedFrame("/status", refusal, theme),
  "/pricing/now": renderRefusal,
};

/**
 * The frames that are refused, each with its theme.
 * @public keeps this export: `bin/site-modules.ts` loads this file by its path.
 */
export function renderRefusedFrames() {
  const cases = resourcePaths
    .filter(isFramed)
    .flatMap((path) =>
      pageRefusals.flatMap((refusal) =>
        frameThemeChoices.map((theme) => ({ path, refusal, theme })),
      ),
    );
  return Promise.all(
    cases.map(async ({ path, refusal, theme }) => ({
      name: frameName(path, theme, refusal.problem.code),
      html: partDocument(path, await renderers[path](withMarkedHint(refusal), theme)),
    })),
  );
}
