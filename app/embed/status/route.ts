import { getStatusFrame } from "@/lib/runtime/live-status.ts";
import { publishPart } from "@/lib/runtime/publish-part.ts";
import { renderFrame } from "../frame.tsx";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publishPart(
  "/embed/status",
  async (query) => renderFrame(await getStatusFrame(query)),
);
