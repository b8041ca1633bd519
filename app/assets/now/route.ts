import { publishPart } from "@/lib/runtime/publish-part.ts";
import { renderAssetsNow } from "../assets-now.tsx";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publishPart(
  "/assets/now",
  renderAssetsNow,
);
