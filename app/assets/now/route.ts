import { publishPart } from "@/lib/runtime/publish.ts";
import { renderAssetsNow } from "../assets-now.tsx";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publishPart(
  "/assets/now",
  renderAssetsNow,
);
