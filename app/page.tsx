import { getPageMetadata } from "@/lib/site/pages.ts";
import { Document } from "./document.tsx";

export const metadata = getPageMetadata("/");

export default function HomePage() {
  return <Document path="/" />;
}
