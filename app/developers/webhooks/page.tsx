import { createProsePage } from "@/app/document.tsx";

const page = createProsePage("/developers/webhooks");
export const { metadata } = page;
export default page.render;
