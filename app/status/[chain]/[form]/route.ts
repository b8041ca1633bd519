import { publishChain } from "@/lib/runtime/publish-chain.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publishChain();
