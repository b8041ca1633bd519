import { createProsePage } from "@/app/document.tsx";

const page = createProsePage("/developers");
export const { metadata } = page;
export default page.render;
