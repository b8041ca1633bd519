// Which representation a request asks for, decided once: by our listener where it stands before Next, else by the middleware (on a platform, in development).
import type { IncomingMessage } from "node:http";
import { type Choice, choices, negotiate } from "../../http/negotiate.ts";
import { ownHeader } from "../internals/own-headers.ts";

/** For the middleware: what our listener decided. */
export function handOnChoice(request: IncomingMessage, choice: Choice): void {
  request.headers[ownHeader("choice")] = choice;
}

export function getChoice(headers: Headers): Choice {
  const decided = headers.get(ownHeader("choice"));
  return choices.find((choice) => choice === decided) ?? negotiate(headers.get("accept"));
}
