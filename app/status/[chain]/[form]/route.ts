import { publishChain } from "@/lib/runtime/publish.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publishChain();
