import { publishPart } from "@/lib/runtime/publish.ts";
import { renderTrackNow } from "../track-now.tsx";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publishPart("/track/now", renderTrackNow);
