import { publishPart } from "@/lib/runtime/publish-part.ts";
import { renderTrackNow } from "../track-part.tsx";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publishPart(
  "/track/now",
  renderTrackNow,
);
