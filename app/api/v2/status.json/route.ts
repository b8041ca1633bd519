import { publish } from "@/lib/runtime/publish.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publish("/api/v2/status.json");
