import { publishSwapSite } from "@/lib/runtime/publish-stable.ts";

export const dynamic = "force-static";
export const dynamicParams = false;
export const { GET, generateStaticParams } = publishSwapSite();
