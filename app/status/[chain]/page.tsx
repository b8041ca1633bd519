import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getStatusPage } from "@/lib/runtime/live-status.ts";
import { iconPath } from "@/lib/site/live/state-icon.ts";
import { badgeBlocks } from "@/lib/site/live/status/chain.ts";
import { getChainMetadata, getChainPageHead } from "@/lib/site/pages/pages.ts";
import { findChain } from "@/lib/site/registry/chain-pages.ts";
import { chainPath } from "@/lib/site/registry/chain-paths.ts";
import { HeadElements } from "../../page-head.tsx";
import { Blocks } from "../../parts/blocks.tsx";
import { CopyButtons } from "../../parts/copy-button.tsx";
import { type QuestionProps, readQuery } from "../../question.tsx";
import { StatusNow } from "../status-now.tsx";
import { StatusWatch } from "../status-watch.tsx";

interface ChainProps extends QuestionProps {
  readonly params: Promise<{ readonly chain: string }>;
}

export const dynamic = "force-dynamic";

/**
 * Reads the chain's code from the address. `notFound()` is only there for the type: the middleware
 * has already answered 404 for an unknown chain.
 */
async function readChainCode({ params }: ChainProps): Promise<string> {
  return findChain((await params).chain)?.code ?? notFound();
}

export async function generateMetadata(props: ChainProps): Promise<Metadata> {
  return getChainMetadata(await readChainCode(props));
}

export default async function ChainPage(props: ChainProps) {
  const chainCode = await readChainCode(props);
  const page = await getStatusPage(await readQuery(props), chainCode);
  return (
    <article>
      <HeadElements {...getChainPageHead(chainCode)} />
      <link rel="icon" href={iconPath(page.icon)} />
      <StatusNow {...page} />
      <Blocks blocks={badgeBlocks(chainCode)} />
      <footer className="meta">
        <a href={chainPath(chainCode, "md")}>This page as Markdown</a>.{" "}
        <a href={chainPath(chainCode, "json")}>The same as JSON</a>.{" "}
        <a href="/status">All chains</a>.
      </footer>
      <CopyButtons selector="main .code" />
      <StatusWatch part="/status/now" chainCode={chainCode} />
    </article>
  );
}
