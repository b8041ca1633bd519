// Where the server listens and whom it answers: each address of HOST, hosts that are served, and late requests.
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, test } from "../support/answering-test.ts";
import { site, skipOnDeployment } from "../support/forms.ts";
import { startOwnServer } from "../support/own-server.ts";
import { ask } from "../support/raw-request.ts";
import { cellsBelow, rowsOf } from "../support/rows.ts";

skipOnDeployment("It starts servers of its own.");

const byLoopback = { host: "[::1]" };
const wallet = "0x9d3c1a5f0b7e2846d1c0f3a2b4e5968778695a4b";
const question = `/quote?from=BTC&to=ETH&amount=0.05&destination=${wallet}`;
/** Each is rewritten, or would be. */
const rewritten = rowsOf(`
  404 | /no-such-page?a=${wallet} | text/html
  404 | /no-such-page?a=${wallet} | text/markdown
  414 | ${question}&x=${"y".repeat(700)} | text/html
  200 | /pricing?a=${wallet} | text/markdown
  200 | ${question} | text/markdown
  200 | ${question} | text/html
  404 | /status/no-such-chain?a=${wallet} | text/html
  200 | /status/btc?a=${wallet} | text/markdown`);

for (const [host, address = host] of [
  ["127.0.0.1"],
  ["::1", "[::1]"],
  ["0.0.0.0", "localhost"],
  ["localhost"],
] as const)
  test(`listening on ${host}, every rewrite is answered, and no log has a question`, async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
    const hasIpv6 = addresses.some((one) => one.address === "::1");
    test.skip(host === "::1" && !hasIpv6, "This machine has no ::1.");
    const { port, process } = await startOwnServer({ HOST: host });
    const origin = `http://${address}:${port}`;
    try {
      // By a name of this machine that is no site's: both sites answer it.
      for (const [status = "", path = "", accept = ""] of rewritten)
        expect([
          path,
          accept,
          (await ask(origin, "GET", path, { ...byLoopback, accept })).status,
        ]).toEqual([path, accept, Number(status)]);
      expect(process.output()).toContain(`curl ${origin}/llms.txt`);
      expect(process.output()).not.toContain(wallet);
    } finally {
      await process.stop();
    }
  });

const hosts = cellsBelow(`
  200
    localhost
    LOCALHOST:1
    localhost.
    127.0.0.1
    [::1]:80
  421
    canary.example
    canary.example:80
    10.0.0.1
    localhost.canary.example
  400
    localhost:80/robots.txt?
    localhost/robots.txt#
    x@localhost
    localhost x
    localhost:1:1
    [::1
    http://localhost
    \\`);

test("a host that is served is answered, another is 421, and what is no host is 400", async () => {
  for (const [status, host = ""] of [...hosts, ["400", ""]]) {
    const { body, ...answer } = await ask(site, "GET", "/robots.txt", { host });
    expect([host, `${answer.status}`]).toEqual([host, status]);
    if (status === "200") expect(body).toContain("User-agent:");
    else
      expect(JSON.parse(body), host).toMatchObject({
        code: status === "421" ? "misdirected_request" : "bad_request",
      });
  }
  const { status } = await ask(site, "GET", `${site.replace("//", "//x@")}/robots.txt`);
  expect(status, "a name before the host of an absolute address").toBe(400);
});

/** Seconds until the server closes a connection on which `bytes` came, then a byte each second. */
async function secondsUntilClosed(bytes: string): Promise<number> {
  const startMs = performance.now();
  const { hostname, port } = new URL(site);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined).write(bytes);
  const timer = setInterval(() => socket.write("x"), 1_000);
  await new Promise((resolve) => socket.resume().once("close", resolve));
  clearInterval(timer);
  return (performance.now() - startMs) / 1_000;
}

test("headers that take longer than 10 s end the connection", async () => {
  const seconds = await secondsUntilClosed("GET / HTTP/1.1\r\nhost: localhost\r\nx-a: ");
  expect(seconds).toBeGreaterThan(9.5);
});

test("a body that takes longer than 30 s ends the connection", { tag: "@slow" }, async () => {
  const fields = "host: localhost\r\ncontent-type: application/json\r\ncontent-length: 999";
  const seconds = await secondsUntilClosed(`POST /mcp HTTP/1.1\r\n${fields}\r\n\r\n"`);
  expect(seconds).toBeGreaterThan(29.5);
});
