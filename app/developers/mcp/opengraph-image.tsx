import { socialImage, toSocialAlt, toSocialImage } from "@/lib/site/social-image.tsx";

export const { size, contentType } = socialImage;
export const alt = toSocialAlt("/developers/mcp");

export default function Image() {
  return toSocialImage("/developers/mcp");
}
