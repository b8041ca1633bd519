import { fileURLToPath } from "node:url";

/** Ends with a slash. */
export const root = fileURLToPath(new URL("../../", import.meta.url));
