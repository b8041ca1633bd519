import { drawTouchIcon } from "@/lib/site/pages/social-image.tsx";

export const size = { width: 180, height: 180 };
export const contentType = "image/png";

export default function Icon() {
  return drawTouchIcon();
}
