// Request headers in which our listener tells the code behind Next what it knows: Next hands on nothing else of a Node request.
// Their names are drawn once a process: no client can send them, not even while the server starts and nothing overwrites them yet.
import { getProcessGlobal } from "./process-globals.ts";

const about = ["peer", "choice"] as const;

/** `peer`: the address at the other end of the socket. `choice`: the representation that Accept asks for. */
type OwnHeader = (typeof about)[number];

export function ownHeader(name: OwnHeader): string {
  return getProcessGlobal("own-headers", drawNames)[name];
}

function drawNames(): Readonly<Record<OwnHeader, string>> {
  const secret = crypto.randomUUID();
  return { peer: `x-peer-${secret}`, choice: `x-choice-${secret}` };
}
