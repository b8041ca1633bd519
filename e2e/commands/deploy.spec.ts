// What stands in `deploy`: nginx, run with its ports and files replaced, and the image.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { expect, test } from "@playwright/test";
import { sendBytes } from "../support/raw-request.ts";
import { root } from "../support/root.ts";
import { rowsOf } from "../support/rows.ts";
import { findFreePort, startProcess } from "../support/start-process.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const tlsFile = (name: string) => join(root, "e2e/fixtures/tls", name);
const wallet = "0x9d3c1a5f0b7e2846d1c0f3a2b4e5968778695a4b";

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.family === "IPv6");

/** Starts nginx with the file of `deploy`, on ports of its own, before a server that is down. */
async function startNginx(folder: string) {
  // One after another: two at once could find the same port.
  const ports: number[] = [];
  while (ports.length < 4) ports.push(await findFreePort());
  const [plain, tls, network, down] = ports;
  const logs = join(folder, "logs");
  mkdirSync(logs, { recursive: true });
  const site = read("deploy/nginx.conf")
    .replace(/\/etc\/letsencrypt\/\S*fullchain\.pem/, tlsFile("trusted.pem"))
    .replace(/\/etc\/letsencrypt\/\S*privkey\.pem/, tlsFile("key.pem"))
    .replaceAll("/var/log/nginx", logs)
    .replaceAll("your.domain", "localhost")
    .replace(/(listen (?:\[::\]:)?)80\b/g, `$1${plain}`)
    .replace(/(listen (?:\[::\]:)?)443\b/g, `$1${tls}`)
    .replace("127.0.0.1:3000", `127.0.0.1:${down}`)
    // nginx does not start with an address that the machine has not.
    .replace(hasIpv6 ? /$^/ : /^ *listen \[::\]:.*$/gm, "");
  const showNetwork = `server { listen ${network}; set_real_ip_from 127.0.0.1;
    real_ip_header X-Client; location / { return 200 $client_network; } }`;
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; pid ${folder}/pid; error_log ${logs}/error.log; events {}
     http { ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
       .map((name) => `${name}_temp_path ${folder}/${name};`)
       .join(" ")}
       ${site}\n${showNetwork} }`,
  );
  const args = [
    "-e",
    `require("node:child_process").spawn("nginx", ["-c", process.argv[1]], { stdio: "inherit" }); console.log("started")`,
  ];
  const nginx = await startProcess({
    args: [...args, join(folder, "nginx.conf")],
    ready: /started/,
    limitMs: 10_000,
  });
  const isUp = () => existsSync(join(folder, "pid"));
  await expect.poll(isUp, { message: nginx.output() }).toBe(true);
  const readLogs = () => readdirSync(logs).map((name) => readFileSync(join(logs, name), "utf8"));
  return { nginx, plain, tls, network, readLogs };
}

/** What a server sends over TLS to one request. Empty if it gives no certificate for `name`. */
const askTls = (port: number | undefined, name: string, host: string, path: string) =>
  new Promise<string>((resolve) => {
    let answer = "";
    const socket = connect({ port: port as number, servername: name, rejectUnauthorized: false });
    socket.setEncoding("latin1").on("data", (text) => (answer += text));
    socket.on("error", () => undefined).on("close", () => resolve(answer));
    socket.on("secureConnect", () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`),
    );
  });

test("nginx serves its own hosts alone, logs no question, and counts a network of IPv6 as one client", async () => {
  test.skip(spawnSync("nginx", ["-v"]).status !== 0, "nginx is not installed");
  const { nginx, plain, tls, network, readLogs } = await startNginx(test.info().outputPath());
  try {
    const askPlain = (host: string) =>
      sendBytes(
        `http://127.0.0.1:${plain}`,
        `GET /pricing?a=1 HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
      );
    expect(await askPlain("localhost")).toMatch(
      /^HTTP\/1\.1 301 .*\r\nLocation: https:\/\/localhost\/pricing\?a=1\r/s,
    );
    expect(await askPlain("evil.example")).toBe("");
    expect(await askTls(tls, "evil.example", "localhost", "/")).toBe("");
    expect(await askTls(tls, "localhost", "evil.example", "/")).toMatch(/^(?:HTTP\/1\.1 421 |$)/);
    // The server behind it is down, as at each restart.
    const path = `/quote?from=BTC&to=ETH&amount=1&destination=${wallet}`;
    expect(await askTls(tls, "localhost", "localhost", path)).toMatch(/^HTTP\/1\.1 502 /);
    expect(readLogs().join("\n")).not.toContain(wallet);

    const networkOf = (client: string) =>
      new Promise<string>((resolve) => {
        const headers = { "x-client": client };
        get({ port: network, host: "127.0.0.1", headers }, (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part) => parts.push(part));
          response.on("end", () => resolve(Buffer.concat(parts).toString("hex")));
        });
      });
    for (const [client = "", hex] of rowsOf(`
      203.0.113.7 | cb007107
      10.0.10.10 | 0a000a0a
      2001:db8::1 | 20010db800000000
      2001:db8::a0a:a0a:a0a:a0a | 20010db800000000
      2001:db8:0:1::1 | 20010db800000001
      2001:db8:a0a:a0a:: | 20010db80a0a0a0a`))
      expect([client, await networkOf(client)]).toEqual([client, hex]);
  } finally {
    await nginx.stop();
  }
});

test("the image has its base by a digest, and no layer with packages that only the build needs", () => {
  const text = read("deploy/Dockerfile");
  const [, base = ""] = /^ARG NODE_IMAGE=(.*)$/m.exec(text) ?? [];
  expect(base).toMatch(/^node:24-slim@sha256:[0-9a-f]{64}$/);
  const stages = text.split(/^FROM /m).slice(1);
  const parents = stages.map((stage) => /^\S+/.exec(stage)?.[0]);
  expect(parents).toEqual(["$NODE_IMAGE", "settings", "settings"]);
  expect(stages.map((stage) => /\bnpm (?:ci|install)\b/.test(stage))).toEqual([false, true, false]);
  expect(stages[1]).toMatch(/npm prune --omit=dev\s/);
});
