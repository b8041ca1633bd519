import { publishPart } from "@/lib/runtime/publish-part.ts";
import { renderStatusNow } from "../status-now.tsx";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publishPart(
  "/status/now",
  renderStatusNow,
);
