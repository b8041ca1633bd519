import { renderHtml } from "@/app/render-html.ts";
import { getAssetsPage } from "@/lib/runtime/live-assets.ts";
import { LivePart, type LivePartProps } from "../status/live-part.tsx";

export async function renderAssetsNow(query: URLSearchParams): Promise<string> {
  return renderHtml(<AssetsNow {...(await getAssetsPage(query))} />);
}

export const AssetsNow = (page: Omit<LivePartProps, "part">) => (
  <LivePart part="/assets/now" {...page} />
);
