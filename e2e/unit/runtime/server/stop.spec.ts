// After the signal, each response is the last of its connection, even one that had begun before.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, test } from "@playwright/test";
import { createDrain } from "../../../../lib/runtime/server/serve.ts";
import { listen, portOf } from "../../../support/loopback.ts";

const get = "GET / HTTP/1.1\r\nHost: here\r\n\r\n";

for (const begun of ["nothing", "its head", "its head and a part"] as const) {
  test(`a response of which ${begun} is sent closes its connection, and the next request gets none`, async () => {
    const drain = createDrain();
    const server = createServer((_request, response) => {
      drain.follow(response);
      asked.push(response);
    });
    const asked: ServerResponse[] = [];
    await listen(server);
    const socket = connect(portOf(server), "127.0.0.1").setEncoding("latin1");
    let text = "";
    socket.on("data", (part: string) => (text += part));
    socket.write(get);
    await expect.poll(() => asked.length).toBe(1);
    const [response] = asked as [ServerResponse];
    if (begun !== "nothing") response.writeHead(200, { "Content-Length": "8" }).flushHeaders();
    if (begun === "its head and a part") response.write("half");
    drain.begin();
    const closed = once(socket, "close");
    response.end(begun === "its head and a part" ? "half" : "halfhalf");
    socket.write(get);
    await closed;
    expect(text.endsWith("\r\n\r\nhalfhalf")).toBe(true);
    expect(/^Connection: (.*)\r$/m.exec(text)?.[1]).toBe(begun === "nothing" ? "close" : "keep-alive");
    // Then there is nothing for the server to wait for.
    await new Promise((resolve) => server.close(resolve));
  });
}

test("a request after the signal on an open connection is answered, and is its last", async () => {
  const drain = createDrain();
  const server = createServer((_request, response) => {
    drain.follow(response);
    response.end("x");
  });
  await listen(server);
  const socket = connect(portOf(server), "127.0.0.1").setEncoding("latin1");
  let text = "";
  socket.on("data", (part: string) => (text += part));
  socket.write(get);
  await expect.poll(() => text).toMatch(/Connection: keep-alive\r\n.*x$/s);
  drain.begin();
  socket.write(get + get);
  await once(socket, "close");
  expect([...text.matchAll(/^Connection: (.*)\r$/gm)].map(([, value]) => value)).toEqual(["keep-alive", "close"]);
  await new Promise((resolve) => server.close(resolve));
});
