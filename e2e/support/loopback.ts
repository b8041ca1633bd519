// Starts and ends a server of this process that only this machine can reach.
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Returns the origin. Port 0: any free port. */
export async function listen(server: Server, port = 0): Promise<string> {
  await once(server.listen(port, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${portOf(server)}`;
}

export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
