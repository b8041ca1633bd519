import { createSocialImage } from "@/lib/site/pages/social-image.tsx";

const image = createSocialImage("/privacy");
export const { size, contentType, alt } = image;
export default image.draw;
