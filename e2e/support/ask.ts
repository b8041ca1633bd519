// Sends one request exactly as given, with no added header, and returns the raw answer.
import {
  type Agent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type RequestOptions,
} from "node:http";
import { request as httpsRequest } from "node:https";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { untilAllowed } from "./forms.ts";

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  readonly agent?: Agent;
  readonly from?: string | undefined;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The body without its Content-Encoding. */
  readonly text: string;
}

export function ask(url: string, asked: Asked = {}): Promise<Answered> {
  return untilAllowed(
    () => askOnce(url, asked),
    ({ status, headers }) => ({ status, retryAfter: headers["retry-after"] }),
  );
}

function askOnce(
  url: string,
  { method = "GET", headers = {}, body, agent, from }: Asked,
): Promise<Answered> {
  const { protocol, hostname, port } = new URL(url);
  const request = protocol === "https:" ? httpsRequest : httpRequest;
  const path = /^\w+:\/\/[^/]+(.*)$/.exec(url)?.[1] || "/";
  return new Promise((resolve, fail) => {
    const reject = (cause: Error) =>
      fail(new Error(`${method} ${url}: ${cause.message}`, { cause }));
    const options = {
      hostname,
      port,
      path,
      method,
      headers: { ...headers },
      agent: agent ?? false,
      ...(from && { localAddress: from }),
    };
    const sent = request(options as RequestOptions, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const bytes = Buffer.concat(chunks);
        const { statusCode = 0, headers: fields } = response;
        resolve({
          status: statusCode,
          headers: fields,
          bytes,
          text: decode(bytes, fields["content-encoding"]).toString("utf8"),
        });
      });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

function decode(bytes: Buffer, coding: string | undefined): Buffer {
  if (bytes.length === 0 || coding === undefined) return bytes;
  if (coding === "gzip") return gunzipSync(bytes);
  if (coding === "br") return brotliDecompressSync(bytes);
  throw new Error(`unknown Content-Encoding ${coding}`);
}
