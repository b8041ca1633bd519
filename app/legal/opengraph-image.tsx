import { socialImage, toSocialAlt, toSocialImage } from "@/lib/site/social-image.tsx";

export const { size, contentType } = socialImage;
export const alt = toSocialAlt("/legal");

export default function Image() {
  return toSocialImage("/legal");
}
