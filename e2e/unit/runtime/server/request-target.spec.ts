// Which requests are answered, and by which path, before anything else reads their target.
import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { refuseInvalidTarget } from "../../../../lib/runtime/server/next-response-fixes.ts";
import { listen } from "../../../support/loopback.ts";
import { parseAnswer, sendBytes } from "../../../support/raw-request.ts";

const defaultHeaders = [["X-Default", "1"]] as const;
const server = createServer((request, response) => {
  if (!refuseInvalidTarget(request, response, defaultHeaders)) response.end(request.url);
});
// As in `instrumentation.ts`. By itself Node refuses without any header.
Object.assign(server, { requireHostHeader: false });
let origin: string;
test.beforeAll(async () => {
  origin = await listen(server);
});
test.afterAll(() => new Promise((resolve) => server.close(resolve)));

async function send(line: string, ...hosts: string[]) {
  const fields = [line, ...hosts.map((host) => `Host: ${host}`), "Connection: close"];
  return parseAnswer(await sendBytes(origin, `${fields.join("\r\n")}\r\n\r\n`));
}
const ask = (line: string, ...hosts: string[]) => send(`${line} HTTP/1.1`, ...hosts);

const answered: readonly (readonly [target: string, path: string])[] = [
  ["/", "/"],
  ["/pricing?a=../b", "/pricing?a=../b"],
  ["//x", "//x"],
  ["/...", "/..."],
  ["/.well-known/status", "/.well-known/status"],
  ["/_next/data/x/pricing.json?a=1", "/_next/"],
  ["http://here:1/_next/image?url=x", "/_next/"],
  ["/_next/static/x.js?a=1", "/_next/static/x.js?a=1"],
  ["/..%2fpricing", "/..%2fpricing"],
  ["/pricing#here", "/pricing"],
  ["http://here:1", "/"],
  ["http://here:1?a=1", "/?a=1"],
  ["HTTP://HERE:1/pricing?a=1#b", "/pricing?a=1"],
  ["https://here:1//x", "//x"],
];
for (const [target, path] of answered) {
  test(`${target} becomes ${path}`, async () => {
    for (const method of ["GET", "POST"]) {
      const { status, body } = await ask(`${method} ${target}`, "here:1");
      expect([status, body]).toEqual([200, path]);
    }
  });
}

const refused = [
  ...["*", "http://", "http:///pricing", "ftp://here:1/pricing", "http://[::1/?secret"],
  ...["http://canary.example/pricing", "http://here/pricing", "http://here:1@canary.example/", "http://a@here:1/"],
  ...["http://here:1/a/../b", "/..", "/.", "/a/../b", "/a/./b", "/a/%2e%2E/b", "/a/.%2e?b", "/a\\..\\b", "/a/..#b"],
];
for (const target of refused) {
  test(`${target} is refused, and not repeated`, async () => {
    for (const method of ["GET", "OPTIONS"]) {
      const { status, headers, body } = await ask(`${method} ${target}`, "here:1");
      expect(status).toBe(400);
      expect(headers).toMatchObject({ "x-default": "1", "cache-control": "no-store", connection: "close" });
      expect(headers["content-type"]).toBe("application/problem+json");
      expect(JSON.parse(body)).toMatchObject({ status: 400, code: "bad_request" });
      expect(JSON.stringify(headers) + body).not.toMatch(/canary|secret|here:1/);
    }
  });
}

test("two hosts are refused, and no host is allowed only in HTTP/1.0", async () => {
  expect((await ask("GET /", "here:1", "here:1")).status).toBe(400);
  expect((await ask("GET /")).status).toBe(400);
  expect((await send("GET / HTTP/1.0")).status).toBe(200);
});

test("a refused HEAD has no body", async () => {
  const { status, headers, body } = await ask("HEAD *", "here:1");
  expect([status, body, Number(headers["content-length"]) > 0]).toEqual([400, "", true]);
});
