import { createSocialImage } from "@/lib/site/pages/social-image.tsx";

const image = createSocialImage("/assets");
export const { size, contentType, alt } = image;
export default image.draw;
