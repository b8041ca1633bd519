// The header with which a handler tells our server the length of a body.
import { config } from "../../config.ts";
import { LENGTH_HEADER } from "./resources.ts";

/** None where nobody would read it. */
export function lengthHeaders(bytes: number): Readonly<Record<string, string>> {
  return config().hasListeners ? { [LENGTH_HEADER]: String(bytes) } : {};
}
