import { publish } from "@/lib/site/publish.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publish("/status.atom");
