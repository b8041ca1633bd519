// Requests to a server whose answers are cached before Next.
import { type IncomingMessage, request, type Server } from "node:http";
import { portOf } from "../../../support/loopback.ts";

export const HOST = "signpost.example";

export interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A request that reached Next. */
export type HeardRequest = Pick<IncomingMessage, "url" | "headers">;

export const heardRequest = ({ url, headers }: IncomingMessage): HeardRequest => ({ url, headers: { ...headers } });

/** Asks over a connection of its own. The answer comes without its date. */
export function askServer(
  server: Server,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<Answer> {
  const options = { port: portOf(server), path, method, agent: false as const, headers: { host: HOST, ...headers } };
  return new Promise((resolve, reject) => {
    const asked = request(options, async (response) => {
      const chunks = await response.toArray();
      const { date: _date, ...fields } = response.headers;
      resolve({ status: response.statusCode, headers: fields, body: Buffer.concat(chunks).toString() });
    });
    asked.once("error", reject).end();
  });
}
