import { publishPart } from "@/lib/runtime/publish-part.ts";
import { renderRefusal, renderSizes } from "./sizes-part.tsx";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publishPart(
  "/pricing/now",
  renderSizes,
  renderRefusal,
);
