import { drawSocialImage, socialAlt, socialImage } from "@/lib/site/pages/social-image.tsx";

export const { size, contentType } = socialImage;
export const alt = socialAlt("/developers/mcp");

export default function Image() {
  return drawSocialImage("/developers/mcp");
}
