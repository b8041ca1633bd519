import { Document } from "@/app/document.tsx";
import { getPageMetadata } from "@/lib/site/pages/pages.ts";

export const metadata = getPageMetadata("/developers/api");

export default function ApiPage() {
  return <Document path="/developers/api" />;
}
