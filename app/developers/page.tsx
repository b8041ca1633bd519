import { Document } from "@/app/document.tsx";
import { getPageMetadata } from "@/lib/site/pages/pages.ts";

export const metadata = getPageMetadata("/developers");

export default function DevelopersPage() {
  return <Document path="/developers" />;
}
