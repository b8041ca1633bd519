import { getPageMetadata } from "@/lib/site/pages.ts";
import { LiveDocument, type Query } from "../live-document.tsx";

export const metadata = getPageMetadata("/status");
export const dynamic = "force-dynamic";

export default function StatusPage({ searchParams }: { searchParams: Query }) {
  return <LiveDocument path="/status" query={searchParams} />;
}
