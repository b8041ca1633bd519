import { getQuoteFrame } from "@/lib/runtime/live-quote.ts";
import { publishFrame } from "../frame.tsx";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publishFrame(
  "/embed/quote",
  "/quote",
  getQuoteFrame,
);
