import { getPageMetadata } from "@/lib/site/pages.ts";
import { LiveDocument, type Query } from "../live-document.tsx";

export const metadata = getPageMetadata("/track");
export const dynamic = "force-dynamic";

export default function TrackPage({ searchParams }: { searchParams: Query }) {
  return <LiveDocument path="/track" query={searchParams} />;
}
