// Sends raw bytes on a socket, also requests that no client would send.
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { untilAllowed } from "./forms.ts";

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Raw body, with chunk sizes. */
  readonly body: string;
}

/** Longer than a server keeps an idle connection open. */
const IDLE_MS = 20_000;

/** Resolves with all bytes when the server closes the connection, or after `IDLE_MS`. */
export function sendBytes(origin: string, bytes: string): Promise<string> {
  const { protocol, hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket =
      protocol === "https:"
        ? connectTls({ host: hostname, port: Number(port || 443), servername: hostname })
        : connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ""));
    socket.setEncoding("latin1").setTimeout(IDLE_MS, () => socket.destroy());
    socket.on("data", (text: string) => {
      answer += text;
    });
    socket.on(
      "error",
      (error: NodeJS.ErrnoException) => error.code === "ECONNREFUSED" && reject(error),
    );
    socket.on("close", () => resolve(answer));
    socket.write(bytes, "latin1");
  });
}

function requestText(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = "",
): string {
  const fields = Object.entries({
    ...(body && { "content-length": `${Buffer.byteLength(body)}` }),
    ...headers,
  });
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
    "connection: close",
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

function parseAnswer(text: string): RawAnswer {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [line = "", ...fields] = head.split("\r\n");
  const headers: Record<string, string> = {};
  for (const field of fields) {
    const [name = "", value = ""] = field.split(/: *(.*)/s);
    const key = name.toLowerCase();
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]),
    headers,
    body: rest.join("\r\n\r\n"),
  };
}

export async function ask(
  origin: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = "",
): Promise<RawAnswer> {
  const bytes = requestText(method, path, { host: new URL(origin).host, ...headers }, body);
  return untilAllowed(
    async () => parseAnswer(await sendBytes(origin, bytes)),
    ({ status, headers: fields }) => ({ status, retryAfter: fields["retry-after"] }),
  );
}
