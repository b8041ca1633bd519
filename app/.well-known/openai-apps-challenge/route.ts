import { publishStable } from "@/lib/runtime/publish-stable.ts";

export const dynamic = "force-static";
export const GET = publishStable("/.well-known/openai-apps-challenge");
