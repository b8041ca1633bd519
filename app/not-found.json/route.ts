import { publishMissing } from "@/lib/site/pages/pages.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publishMissing("problem");
