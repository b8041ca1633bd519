// Stopping `npm start`: open requests are answered, new connections are refused, and the exit code reports success.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
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
  const env = { ...childEnvironment(), ...sharedSettings(), PORT: String(port) };
  server = spawn("npm", ["start"], { cwd: root, env, detached: true });
  for (const stream of [server.stdout, server.stderr])
    stream?.on("data", (chunk) => (output += chunk));
  await expect.poll(() => output, { timeout: 60_000 }).toContain("\nTry:\n");
});
test.afterEach(() => {
  // The whole process group: after a failed test, npm alone would leave the server running.
  if (server.exitCode === null) process.kill(-(server.pid as number), "SIGKILL");
});

/** Until the server accepts no new connection. */
const untilRefusing = () =>
  expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/llms.txt`).then(
        ({ status }) => status,
        ({ cause }) => cause.code,
      ),
    )
    .toBe("ECONNREFUSED");

const requestHead = (more = "") =>
  `POST /mcp HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${body.length}\r\n${more}\r\n`;

/** A connection that stays open after its first answer. */
async function openConnection() {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  let text = "";
  socket.on("data", (part: string) => {
    text += part;
  });
  socket.write(requestHead() + body);
  await expect.poll(() => text).toContain('"tools"');
  return { socket, readText: () => text, closed: once(socket, "close") };
}

/** A connection on whose second request half of the body has reached the server. */
async function beginRequest() {
  const connection = await openConnection();
  connection.socket.write(requestHead("Expect: 100-continue\r\n"));
  await expect.poll(connection.readText).toContain("HTTP/1.1 100 ");
  connection.socket.write(body.slice(0, 10));
  return connection;
}

test("an open connection gets one more response, a new one is refused, and then the process ends", async () => {
  const idle = await openConnection();
  const busy = [await beginRequest(), await beginRequest(), await beginRequest()];
  const exit = once(server, "exit");
  server.kill("SIGTERM");
  await untilRefusing();
  // A second signal changes nothing.
  server.kill("SIGTERM");
  await idle.closed;
  for (const { socket, readText, closed } of busy) {
    socket.write(body.slice(10) + requestHead() + body);
    await closed;
    expect(readText().match(/HTTP\/1\.1 \d+|^Connection: .*(?=\r)/gm)).toEqual([
      ...["HTTP/1.1 200", "Connection: keep-alive", "HTTP/1.1 100"],
      ...["HTTP/1.1 200", "Connection: close"],
    ]);
    expect(readText().match(/"tools"/g)).toHaveLength(2);
  }
  expect(await exit).toEqual([0, null]);
  expect(output).not.toContain("cut off");
});

test("a client that never ends its request is cut off, with a log line", {
  tag: "@slow",
}, async () => {
  const { closed } = await beginRequest();
  const exit = once(server, "exit");
  server.kill("SIGTERM");
  await closed.catch(() => undefined);
  expect(await exit).toEqual([0, null]);
  expect(output).toContain("Connections that were still open 9 s after SIGTERM were cut off.");
});
