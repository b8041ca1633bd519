import { publishRefused } from "@/lib/runtime/publish-refused.ts";
import { renderRefusedPage } from "./refused-page.tsx";

export const { GET, HEAD } = publishRefused(renderRefusedPage);
