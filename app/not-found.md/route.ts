import { publishMissing } from "@/lib/site/pages/missing.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publishMissing("markdown");
