import { publishStable } from "@/lib/runtime/publish-stable.ts";

export const dynamic = "force-static";
export const GET = publishStable("/privacy.md");
