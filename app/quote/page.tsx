import { getPageMetadata } from "@/lib/site/pages.ts";
import { LiveDocument, type Query } from "../live-document.tsx";

export const metadata = getPageMetadata("/quote");
export const dynamic = "force-dynamic";

export default function QuotePage({ searchParams }: { searchParams: Query }) {
  return <LiveDocument path="/quote" query={searchParams} />;
}
