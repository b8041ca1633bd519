import { getPageMetadata } from "@/lib/site/pages/pages.ts";
import { Document } from "../document.tsx";

export const metadata = getPageMetadata("/legal");

export default function LegalPage() {
  return <Document path="/legal" />;
}
