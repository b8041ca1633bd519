import { Document } from "@/app/document.tsx";
import { getPageMetadata } from "@/lib/site/pages/pages.ts";

export const metadata = getPageMetadata("/developers/webhooks");

export default function WebhooksPage() {
  return <Document path="/developers/webhooks" />;
}
