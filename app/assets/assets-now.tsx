import { renderHtml } from "@/app/render-html.ts";
import { getAssetsView } from "@/lib/runtime/live-assets.ts";
import type { AssetsView } from "@/lib/site/live/assets/view.ts";
import { RefreshedPart } from "../status/status-now.tsx";
import { AssetsDocument } from "./assets-document.tsx";

export async function renderAssetsNow(query: URLSearchParams): Promise<string> {
  return renderHtml(<AssetsNow {...(await getAssetsView(query))} />);
}

export function AssetsNow({ view }: { readonly view: AssetsView }) {
  return (
    <RefreshedPart part="/assets/now" {...view.status}>
      <AssetsDocument view={view} />
    </RefreshedPart>
  );
}
