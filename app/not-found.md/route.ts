import { publishMissing } from "@/lib/site/missing.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publishMissing("markdown");
