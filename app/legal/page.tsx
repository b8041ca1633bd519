import { createProsePage } from "@/app/document.tsx";

const page = createProsePage("/legal");
export const { metadata } = page;
export default page.render;
