import { type AssetsView, assetsBlocks, assetsTitle } from "@/lib/site/live/assets/view.ts";
import { Blocks } from "../parts/blocks.tsx";
import { StatusSign } from "../status/status-document.tsx";

/** The content of the page. */
export function AssetsDocument({ view }: { readonly view: AssetsView }) {
  return <Blocks blocks={assetsBlocks(view)} parts={{ sign: <StatusSign title={assetsTitle} view={view.status} /> }} />;
}
