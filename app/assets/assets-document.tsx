import { type AssetsView, assetsBlocks, assetsTitle } from "@/lib/site/live/assets/view.ts";
import { Blocks } from "../parts/blocks.tsx";
import { ReadText, StatusSign } from "../status/status-document.tsx";

export function AssetsDocument({ view }: { readonly view: AssetsView }) {
  const parts = {
    sign: <StatusSign title={assetsTitle} view={view.status} />,
    read: <ReadText view={view.status} />,
  };
  return <Blocks blocks={assetsBlocks(view)} parts={parts} />;
}
