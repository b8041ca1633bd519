// The edge of `tools/platform` and its processes, on an output that is written here. Each test quotes its source on vercel.com:
// "Primitives" and "Configuration" of docs/build-output-api, docs/headers, docs/functions, docs/fluid-compute, docs/errors.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { readOutput } from "../../../tools/platform/output.ts";
import { createProcesses, type Processes } from "../../../tools/platform/processes.ts";
import { createPlatform } from "../../../tools/platform/server.ts";
import { ask } from "../../support/ask.ts";

const root = mkdtempSync(join(tmpdir(), "signpost-output-"));
const folder = join(root, "output");

function write(file: string, content: unknown): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), typeof content === "string" ? content : JSON.stringify(content));
}

/** Answers with what reached it, and with what only its process knows. */
const handler = `let calls = 0;
module.exports = (request, response) => {
  calls += 1;
  const { method, url, headers } = request;
  response.writeHead(200, { "content-type": "application/json", "x-route": "function", "cache-control": "max-age=9" });
  response.end(JSON.stringify({ method, url, headers, calls, pid: process.pid, traced: require("./traced.js") }));
};`;
const middleware = `module.exports = async (request) => {
  const headers = new Headers({ "x-middleware-next": "1", "x-of-middleware": "1" });
  headers.set("x-middleware-override-headers", "host,x-kept");
  headers.set("x-middleware-request-host", request.headers.get("host"));
  headers.set("x-middleware-request-x-kept", "new");
  return new Response(null, { headers });
};`;

let processes: Processes;
let origin: string;
let close: () => void;

test.beforeAll(async () => {
  write("config.json", {
    version: 3,
    routes: [
      { src: "/.*", headers: { "X-Route": "route", "X-Other": "route", Vary: "Accept" }, continue: true },
      { src: "/through", middlewarePath: "/_middleware", continue: true },
      { src: "/through", dest: "/f", continue: true },
      { handle: "filesystem" },
    ],
    overrides: { "404.html": { path: "404", contentType: "text/html; charset=utf-8" } },
  });
  write("static/file.txt", "a file\n");
  write("static/404.html", "<p>none");
  write("functions/f.func/index.js", handler);
  write("functions/f.func/.vc-config.json", { handler: "index.js", filePathMap: { "traced.js": "elsewhere.js" } });
  writeFileSync(join(root, "elsewhere.js"), "module.exports = 'traced';");
  symlinkSync("f.func", join(folder, "functions", "same.func"));
  symlinkSync("f.func", join(folder, "functions", "built.func"));
  write("functions/built.prerender-fallback.html", "<p>built");
  write("functions/built.prerender-config.json", {
    expiration: false,
    initialHeaders: { vary: "rsc", "x-next-cache-tags": "inner", "x-route": "built" },
    fallback: { fsPath: "built.prerender-fallback.html" },
  });
  write("functions/_middleware.func/index.js", middleware);
  write("functions/_middleware.func/.vc-config.json", { handler: "index.js", useWebApi: true });
  processes = createProcesses(root, { NODE_ENV: "production" }, 2);
  const server = createPlatform(readOutput(folder), processes);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => server.close();
});

test.afterAll(() => {
  close();
  processes.stop();
  rmSync(root, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  ask(origin + path, { method, headers });

test("static files are served from the edge, with an ETag that answers 304 to If-None-Match", async () => {
  const before = processes.calls();
  const first = await get("/file.txt");
  expect([first.status, first.text, first.headers["content-type"]]).toEqual([
    200,
    "a file\n",
    "text/plain; charset=utf-8",
  ]);
  expect(first.headers["cache-control"], "the default value").toBe("public, max-age=0, must-revalidate");
  const again = await get("/file.txt", { "if-none-match": first.headers.etag as string });
  expect([again.status, again.text, again.headers["x-other"]]).toEqual([304, "", "route"]);
  expect(processes.calls()).toBe(before);
});

test("overrides: a file at another path, with another content type", async () => {
  expect((await get("/404")).headers["content-type"]).toBe("text/html; charset=utf-8");
});

test("prerender: the fallback file is served from the CDN with initialHeaders, and other methods call the function", async () => {
  const before = processes.calls();
  const { status, text, headers } = await get("/built?any=1");
  expect([status, text, headers["x-vercel-cache"]]).toEqual([200, "<p>built", "PRERENDER"]);
  expect([headers["x-route"], headers.vary, headers["x-next-cache-tags"]]).toEqual(["built", "Accept, rsc", undefined]);
  expect((await get("/built", { "if-none-match": headers.etag as string })).status).toBe(304);
  expect((await get("/built", {}, "HEAD")).headers["content-length"]).toBe("8");
  expect(processes.calls()).toBe(before);
  expect(JSON.parse((await get("/built", {}, "POST")).text).method).toBe("POST");
});

test("headers of a route are overridden by headers defined in function responses", async () => {
  const { headers } = await get("/f");
  const told = ["x-route", "x-other", "cache-control"].map((name) => headers[name]);
  expect(told).toEqual(["function", "route", "max-age=9"]);
});

test("a function gets the address as it was asked for, the matched path, and the client's address from the platform alone", async () => {
  const sent = {
    "x-forwarded-for": "6.6.6.6",
    "x-matched-path": "/evil",
    "x-vercel-forwarded-for": "6.6.6.6",
    "x-vercel-ip-country": "XX",
    "x-kept": "old",
  };
  const { url, headers } = JSON.parse((await get("/f/?q=1", sent)).text);
  expect([url, headers["x-matched-path"], headers["x-kept"]]).toEqual(["/f/?q=1", "/f/", "old"]);
  expect([headers["x-forwarded-for"], headers["x-vercel-forwarded-for"]]).toEqual(["127.0.0.1", "127.0.0.1"]);
  expect(headers["x-vercel-ip-country"]).toBeUndefined();
});

test("filePathMap: only the files of a bundle are within its reach", async () => {
  expect(JSON.parse((await get("/f")).text).traced).toBe("traced");
});

test("functions that are one symbolic link share their processes, and each process has memory of its own", async () => {
  const answers = [];
  for (const path of ["/f", "/same", "/f", "/same"]) answers.push(JSON.parse((await get(path)).text));
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(2);
});

test("middleware runs first: its request headers reach the function, and its headers the client", async () => {
  const answer = await get("/through", { "x-kept": "old", "x-gone": "1" });
  const { headers } = JSON.parse(answer.text);
  expect([headers["x-kept"], headers["x-gone"], answer.headers["x-of-middleware"]]).toEqual(["new", undefined, "1"]);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith("x-middleware"))).toEqual([]);
});

test("a process may be frozen after an answer, and goes on with its memory when it is called again", async () => {
  const [first, second] = [JSON.parse((await get("/f")).text), JSON.parse((await get("/f")).text)];
  processes.freeze();
  const thawed = JSON.parse((await get("/f")).text);
  expect([thawed.pid, thawed.calls]).toEqual([first.pid, first.calls + 1]);
  expect(JSON.parse((await get("/f")).text).pid).toBe(second.pid);
});

test("INVALID_REQUEST_METHOD: a method that is invalid or not supported is 405, without a function", async () => {
  const before = processes.calls();
  for (const method of ["TRACE", "PROPFIND"]) expect((await get("/f", {}, method)).status).toBe(405);
  expect(processes.calls()).toBe(before);
});

test("NOT_FOUND: what no route and no file answers is 404", async () => {
  expect((await get("/no-such")).status).toBe(404);
});
