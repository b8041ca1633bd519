import { getQuoteFrame } from "@/lib/runtime/live-quote.ts";
import { publishPart } from "@/lib/runtime/publish-part.ts";
import { renderFrame } from "../frame.tsx";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publishPart(
  "/embed/quote",
  async (query) => renderFrame(await getQuoteFrame(query)),
);
