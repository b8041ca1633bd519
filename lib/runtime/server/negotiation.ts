// This folder holds the listeners of the process, before Next reads a request and after it writes a response.
// This file: the representation for a request, chosen once. Our listener
// chooses; without it (on a platform, in development) the middleware does.
import type { IncomingMessage } from "node:http";
import { type Choice, choices, negotiate } from "../../http/negotiate.ts";
import { ownHeader } from "../internals/own-headers.ts";

/** Tells the middleware what our listener chose. */
export function passChoice(request: IncomingMessage, choice: Choice): void {
  request.headers[ownHeader("choice")] = choice;
}

/** What our listener chose, else by `Accept`. */
export function getChoice(headers: Headers): Choice {
  const decided = headers.get(ownHeader("choice"));
  return choices.find((choice) => choice === decided) ?? negotiate(headers.get("accept"));
}
