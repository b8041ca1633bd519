import { drawFavicon } from "@/lib/site/pages/social-image.tsx";

export const dynamic = "force-static";
export const GET = drawFavicon;
