// Starts and ends a server of this process that only this machine can reach.
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Starts the server, on a free port if none is given, and returns its origin. */
export async function listen(server: Server, port = 0): Promise<string> {
  await once(server.listen(port, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${portOf(server)}`;
}

/** Ends every connection, idle or not. */
export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
