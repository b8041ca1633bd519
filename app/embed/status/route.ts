import { getStatusFrame } from "@/lib/runtime/live-status.ts";
import { publishFrame } from "../frame.tsx";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publishFrame(
  "/embed/status",
  "/status",
  getStatusFrame,
);
