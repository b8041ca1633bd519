import { createProsePage } from "@/app/document.tsx";

const page = createProsePage("/developers/api");
export const { metadata } = page;
export default page.render;
