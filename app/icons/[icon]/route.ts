import { publishIcon } from "@/lib/runtime/publish-icon.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publishIcon();
