import { drawSocialImage, socialAlt, socialImage } from "@/lib/site/pages/social-image.tsx";

export const { size, contentType } = socialImage;
export const alt = socialAlt("/status");

export default function Image() {
  return drawSocialImage("/status");
}
