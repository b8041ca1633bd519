import { socialImage, toSocialAlt, toSocialImage } from "@/lib/site/pages/social-image.tsx";

export const { size, contentType } = socialImage;
export const alt = toSocialAlt("/developers/api");

export default function Image() {
  return toSocialImage("/developers/api");
}
