// The header with which a handler tells our server the length of a body.
import { config } from "../../config.ts";
import { LENGTH_HEADER } from "./resources.ts";

/** None on Vercel, which counts the bytes itself. */
export function lengthHeaders(bytes: number): Readonly<Record<string, string>> {
  return config().onVercel ? {} : { [LENGTH_HEADER]: String(bytes) };
}
