import { getPageMetadata } from "@/lib/site/pages.ts";
import { Document } from "./document.tsx";
import { WebMcp } from "./web-mcp.tsx";

export const metadata = getPageMetadata("/");

export default function HomePage() {
  return (
    <>
      <Document path="/" />
      <WebMcp />
    </>
  );
}
