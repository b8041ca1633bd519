// Stopping `npm start`: open requests are answered, new connections are refused, and the exit code reports success.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { childEnvironment } from "../../lib/config.ts";
import { expect, test } from "../support/answering-test.ts";
import { skipOnDeployment } from "../support/forms.ts";
import { root } from "../support/root.ts";
import { findFreePort, sharedSettings } from "../support/start-process.ts";

skipOnDeployment("It starts servers of its own.");

const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

let server: ChildProcess;
let port: number;
let output: string;

test.beforeEach(async () => {
  port = await findFreePort();
  output = "";
  const own = { ...sharedSettings(), PORT: String(port) };
  server = spawn("npm", ["start"], {
    cwd: root,
    env: { ...childEnvironment(), ...own },
    detached: true,
  });
  for (const stream of [server.stdout, server.stderr])
    stream?.on("data", (chunk) => (output += chunk));
  await expect.poll(() => output, { timeout: 60_000 }).toContain("\nTry:\n");
});
test.afterEach(() => {
  // The whole process group: after a failed test, npm alone would leave the server running.
  if (server.exitCode === null) process.kill(-(server.pid as number), "SIGKILL");
});

/** A request whose headers and half of whose body have reached the server. */
async function beginRequest(): Promise<ClientRequest> {
  const headers = { "content-type": "application/json", "content-length": String(body.length) };
  const request = httpRequest({
    port,
    path: "/mcp",
    method: "POST",
    headers: { ...headers, expect: "100-continue" },
  });
  request.flushHeaders();
  await once(request, "continue");
  request.write(body.slice(0, 10));
  return request;
}

/** Whether a connection is accepted: "connect", or the error code. */
function tryConnect(): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve("connect"));
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(`${error.code}`));
    socket.once("connect", () => socket.destroy());
  });
}

test("an open request is answered, a new connection is refused, and the exit code is 0", {
  tag: "@slow",
}, async () => {
  const request = await beginRequest();
  const exit = once(server, "exit");
  server.kill("SIGTERM");
  await expect.poll(tryConnect).toBe("ECONNREFUSED");
  // A second signal changes nothing.
  server.kill("SIGTERM");
  request.end(body.slice(10));
  const [response] = (await once(request, "response")) as [IncomingMessage];
  expect([response.statusCode, response.headers.connection]).toEqual([200, "close"]);
  let answer = "";
  for await (const chunk of response) answer += chunk;
  expect(JSON.parse(answer).result.tools.length).toBeGreaterThan(3);
  expect(await exit).toEqual([0, null]);
  expect(output).not.toContain("cut off");
});

/** A connection that stays open after its first answer. */
async function openConnection(): Promise<{
  socket: Socket;
  readText: () => string;
  closed: Promise<unknown>;
}> {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  let text = "";
  socket.on("data", (part: string) => {
    text += part;
  });
  socket.write(requestBytes() + body);
  await expect.poll(() => text).toContain('"tools"');
  return { socket, readText: () => text, closed: once(socket, "close") };
}

function requestBytes(more = ""): string {
  const fields = `Host: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return `POST /mcp HTTP/1.1\r\n${fields}${more}\r\n`;
}

test("an open connection gets one more response, and the process ends after the last one", {
  tag: "@slow",
}, async () => {
  const idle = await openConnection();
  const busy = [await openConnection(), await openConnection(), await openConnection()];
  for (const { socket, readText } of busy) {
    socket.write(requestBytes("Expect: 100-continue\r\n"));
    await expect.poll(readText).toContain("HTTP/1.1 100 ");
    socket.write(body.slice(0, 10));
  }
  const exit = once(server, "exit");
  server.kill("SIGTERM");
  await expect.poll(tryConnect).toBe("ECONNREFUSED");
  await idle.closed;
  for (const { socket, readText, closed } of busy) {
    socket.write(body.slice(10) + requestBytes() + body);
    await closed;
    expect(readText().match(/^HTTP\/1\.1 \d+/gm)).toEqual([
      "HTTP/1.1 200",
      "HTTP/1.1 100",
      "HTTP/1.1 200",
    ]);
    const said = [...readText().matchAll(/^Connection: (.*)\r$/gm)].map(([, value]) => value);
    expect(said).toEqual(["keep-alive", "close"]);
  }
  expect(await exit).toEqual([0, null]);
  expect(output).not.toContain("cut off");
});

test("a client that never ends its request is cut off, with a log line", {
  tag: "@slow",
}, async () => {
  const request = await beginRequest();
  const cut = once(request, "error");
  const exit = once(server, "exit");
  server.kill("SIGTERM");
  expect((await cut)[0]).toMatchObject({ code: "ECONNRESET" });
  expect(await exit).toEqual([0, null]);
  expect(output).toContain("Connections that were still open 9 s after SIGTERM were cut off.");
});
