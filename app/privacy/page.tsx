import { createProsePage } from "@/app/document.tsx";

const page = createProsePage("/privacy");
export const { metadata } = page;
export default page.render;
