// This folder holds what relies on internals of Next or Node. Each file names the spec that fails first.
// This file: request headers from our listener to the code behind Next, which passes on nothing else of a Node request.
// The names are random for each process, so no client can send them, not even while the server starts.
import { getProcessGlobal } from "./process-globals.ts";

/** `peer`: the address at the other end of the socket. `shell`: a page is asked for with slots. `counted`: the rate limit knows of it. */
type OwnHeader = "peer" | "shell" | "counted";

export function ownHeader(name: OwnHeader): string {
  return getProcessGlobal("own-headers", drawNames)[name];
}

function drawNames(): Readonly<Record<OwnHeader, string>> {
  const secret = crypto.randomUUID();
  return { peer: `x-peer-${secret}`, shell: `x-shell-${secret}`, counted: `x-counted-${secret}` };
}
