// The shipped front on Debian's nginx: what it refuses, which clients it counts, and that no request gets around it.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Front, runNginx, startFront } from "../../deploy/front.ts";
import { CACHE_SECONDS, MAX_ADDRESS_CHARACTERS, renderConfiguration } from "../../deploy/nginx-conf.ts";
import { MAX_BODY_BYTES } from "../../lib/mcp/transport/messages.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { expect, test } from "../support/answering-test.ts";
import { type Answered, ask } from "../support/ask.ts";
import { refusalHeaders } from "../support/default-headers.ts";
import { otherForms, skipOn } from "../support/forms.ts";
import { skipWithout } from "../support/programs.ts";
import { parseAnswer, sendBytes } from "../support/raw-request.ts";
import { readAnswers, smuggled } from "../support/smuggled-requests.ts";
import { findFreePort } from "../support/start-process.ts";
import { startUnsteadyUpstream, type UnsteadyUpstream } from "../support/unsteady-upstream.ts";

skipWithout("nginx", "openssl");
skipOn(otherForms, "The front stands before npm start.");
test.describe.configure({ mode: "serial" });

const json = { "content-type": "application/json" };
const documents = resourcePaths.filter(
  (path) =>
    findResource(path).kind !== "endpoint" && !findResource(path).needs && findResource(path).page === undefined,
);
let front: Front;
let upstream: UnsteadyUpstream;
let origin: string;
const at = (path: string) => `${front.origin}${path}`;

async function start(options: Partial<Parameters<typeof startFront>[0]> = {}): Promise<Front> {
  return startFront({ upstreamPorts: [upstream.port], port: await findFreePort(), origins: [origin], ...options });
}

test.beforeAll(async ({ baseURL }) => {
  origin = baseURL as string;
  upstream = await startUnsteadyUpstream(origin);
  front = await start();
});
test.afterAll(async () => {
  await front?.stop();
  await upstream?.stop();
});

test("the front's own refusals are clear problems that are not cached", async () => {
  const limited = await start({ limits: { requestsPerSecond: 1, burst: 4, connections: 3 } });
  const problemOf = (answer: Answered) => {
    expect(answer.headers).toMatchObject(refusalHeaders(origin));
    const body = JSON.parse(answer.text);
    return [answer.status, body.code ?? body.error.code];
  };
  try {
    const big = "x".repeat(MAX_BODY_BYTES + 1);
    expect(problemOf(await ask(at("/mcp"), { method: "POST", headers: json, body: big }))).toEqual([413, -32000]);
    expect(problemOf(await ask(at("/quote"), { method: "POST", body: big }))).toEqual([413, "body_too_large"]);
    expect(problemOf(await ask(at(`/${"x".repeat(17_000)}`)))).toEqual([414, "address_too_long"]);
    expect(problemOf(await ask(at("/"), { headers: { "x-big": "x".repeat(17_000) } }))).toEqual([
      431,
      "headers_too_large",
    ]);
    for (const host of ["canary.example", "127.0.0.2", `${new URL(origin).hostname}.canary.example`]) {
      const refused = await ask(at("/"), { headers: { host } });
      expect(problemOf(refused), host).toEqual([421, "misdirected_request"]);
      expect(JSON.stringify([refused.headers, refused.text])).not.toContain("canary");
    }
    expect((await ask(at("/-/health"), { headers: { host: "10.0.0.1" } })).text).toBe("up\n");
    expect((await ask(at("/-/problem.json"))).status, "no address of the site").toBe(404);
    const statuses = await Promise.all(Array.from({ length: 9 }, () => ask(`${limited.origin}/robots.txt`)));
    const refused = statuses.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(2);
    expect(problemOf(refused[0] as Answered)).toEqual([429, "rate_limited"]);
    expect(refused[0]?.headers["retry-after"]).toBe("1");
  } finally {
    await limited.stop();
  }
});

const stranger = { "if-match": '"no such text"' };
const older = { "if-unmodified-since": "Thu, 01 Jan 2015 00:00:00 GMT" };
const own: readonly (readonly [status: number, method: string, path: string, headers: Record<string, string>])[] = [
  [405, "TRACE", "/llms.txt", {}],
  [412, "GET", "/llms.txt", stranger],
  [412, "GET", "/llms.txt", older],
];
for (const [status, method, path, headers] of own) {
  test(`nginx's own ${status}, by ${Object.keys(headers)[0] ?? method}, is a problem of this site`, async () => {
    // nginx itself compares the validators of cached responses.
    await expect.poll(async () => (await ask(at(path))).headers["cache-status"]).toMatch(/^front; hit/);
    const answer = await ask(at(path), { method, headers });
    expect([answer.status, JSON.parse(answer.text).status]).toEqual([status, status]);
    expect(answer.headers).toMatchObject(refusalHeaders(origin));
  });
}

test("a range request gets the whole document", async () => {
  const page = (await ask(at("/legal"), { headers: { accept: "text/html" } })).text;
  const [file = ""] = /\/_next\/static\/[\w./~-]+\.js/.exec(page) ?? [];
  for (const range of ["bytes=0-9", "bytes=99999999-"])
    expect((await ask(at(file), { headers: { range } })).status, range).toBe(200);
});

test("an unknown version, an unknown transfer coding and http to an https port are problems of this site", async () => {
  const secure = await start({ tls: true });
  try {
    const host = new URL(origin).host;
    const asked: readonly (readonly [status: number, where: string, bytes: string])[] = [
      [505, front.origin, `GET / HTTP/9.9\r\nHost: ${host}\r\n\r\n`],
      [501, front.origin, `POST /quote HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: gzip\r\n\r\n`],
      [400, secure.origin, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
    ];
    for (const [status, where, bytes] of asked) {
      const answer = parseAnswer(await sendBytes(where, bytes));
      expect([answer.status, JSON.parse(answer.body).status], bytes).toEqual([status, status]);
      expect(answer.headers, bytes).toMatchObject(refusalHeaders(origin));
    }
  } finally {
    await secure.stop();
  }
});

test("http redirects to https with the default headers", async () => {
  const secure = await start({ tls: true });
  const certificate = secure.certificateFile as string;
  const folder = mkdtempSync(join(tmpdir(), "signpost-front-"));
  const plain = await findFreePort();
  const configuration = renderConfiguration({
    folder,
    cacheFolder: folder,
    upstreams: [`127.0.0.1:${upstream.port}`],
    origins: ["https://example.org"],
    listen: [`127.0.0.1:${await findFreePort()}`],
    tls: { certificate, key: join(dirname(certificate), "key.pem"), plain: [`127.0.0.1:${plain}`] },
    limits: null,
    cacheSeconds: CACHE_SECONDS,
    brotliModule: null,
  });
  const running = await runNginx({ folder, configuration, port: plain });
  try {
    const { "cache-control": _unkept, ...defaultHeaders } = refusalHeaders("https://example.org");
    const moved = await ask(`http://localhost:${plain}/pricing?a=1`, { headers: { host: "canary.example" } });
    expect([moved.status, moved.headers.location]).toEqual([308, "https://example.org/pricing?a=1"]);
    expect(moved.headers).toMatchObject(defaultHeaders);
    const broken = parseAnswer(await sendBytes(`http://localhost:${plain}`, "GET / HTTP/1.1\r\n\r\n"));
    expect([broken.status, JSON.parse(broken.body).code]).toEqual([400, "bad_request"]);
  } finally {
    await running.stop();
    await secure.stop();
  }
});

test("one address that listens is enough, however many do not", async () => {
  const silent = await Promise.all(Array.from({ length: 4 }, findFreePort));
  const lonely = await start({ upstreamPorts: [...silent, upstream.port] });
  try {
    for (const path of ["/status", "/llms.txt"]) expect((await ask(`${lonely.origin}${path}`)).status, path).toBe(200);
  } finally {
    await lonely.stop();
  }
});

/** These answers repeat them: two redirects of Next, and one for its router. */
const repeated: readonly (readonly [start: string, headers: Record<string, string>])[] = [
  ["//", {}],
  ["/pricing/?", {}],
  ["/pricing?", { rsc: "1" }],
];

/** With one address that does not listen, one counted failure would leave no server to ask. */
async function startLonely(): Promise<{
  get: (path: string, headers?: object) => Promise<Answered>;
  stop: Front["stop"];
}> {
  const lonely = await start({ upstreamPorts: [await findFreePort(), upstream.port] });
  return {
    get: (path, headers = {}) => ask(`${lonely.origin}${path}`, { headers: { ...headers } }),
    stop: lonely.stop,
  };
}

test("no long address makes its own response or others fail", async () => {
  const { get, stop } = await startLonely();
  const defaultHeaders = { ...refusalHeaders(origin), "content-type": "application/problem+json" };
  try {
    for (const [path, headers] of repeated)
      for (const character of ["a", '"', "\\"]) {
        const longest = MAX_ADDRESS_CHARACTERS - path.length;
        for (const length of [longest, longest, longest + 1, 6_000, 12_000, 12_000]) {
          const what = `${length} times ${character} after ${path}`;
          const answer = await get(`${path}${character.repeat(length)}`, headers);
          expect((await get("/.well-known/status")).status, what).toBe(200);
          expect((await get("/nope")).status, what).toBe(404);
          if (length === longest) expect([200, 307, 308], what).toContain(answer.status);
          else {
            expect([answer.status, JSON.parse(answer.text).code], what).toEqual([414, "address_too_long"]);
            expect(answer.headers, what).toMatchObject(defaultHeaders);
          }
        }
      }
  } finally {
    await stop();
  }
});

test("a failed attempt does not remove an instance for others", async () => {
  const { get, stop } = await startLonely();
  try {
    upstream.setMode("down");
    expect((await get("/.well-known/status")).status).toBe(503);
    upstream.setMode("up");
    expect((await get("/.well-known/status")).status).toBe(200);
  } finally {
    upstream.setMode("up");
    await stop();
  }
});

test("an IPv6 client counts by its /64, an IPv4 client by its address", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signpost-front-"));
  const port = await findFreePort();
  const configuration = renderConfiguration({
    folder,
    cacheFolder: folder,
    upstreams: [`127.0.0.1:${upstream.port}`],
    origins: [origin],
    listen: [`127.0.0.1:${port}`],
    tls: null,
    limits: { requestsPerSecond: 1, burst: 2, connections: 20 },
    cacheSeconds: CACHE_SECONDS,
    brotliModule: null,
  });
  // Loopback has one IPv6 address, so a header states the client's address.
  const counting = configuration.replace("http {", "http { set_real_ip_from 127.0.0.1; real_ip_header X-Client;");
  const running = await runNginx({ folder, configuration: counting, port });
  const countRefused = async (toClient: (number: number) => string) => {
    const clients = Array.from({ length: 12 }, (_, number) => toClient(number + 1));
    const asked = clients.map((client) =>
      ask(`http://localhost:${port}/robots.txt`, { headers: { "x-client": client } }),
    );
    return (await Promise.all(asked)).filter(({ status }) => status === 429).length;
  };
  try {
    expect(await countRefused((number) => `2001:db8:0:1::${number}`), "of one network").toBeGreaterThan(2);
    expect(await countRefused((number) => `2001:db8:0:${number + 1}::1`), "of twelve").toBe(0);
    expect(await countRefused((number) => `192.0.2.${number}`)).toBe(0);
    expect(await countRefused((number) => `::ffff:198.51.100.${number}`)).toBe(0);
  } finally {
    await running.stop();
  }
});

test("a malformed request is refused with a response", async () => {
  for (const text of [
    "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n",
    "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd",
  ]) {
    const said = await sendBytes(front.origin, text);
    expect(said, text).toMatch(/^HTTP\/1\.1 400 /);
    expect(said, text).toContain("This is not a request that HTTP allows.");
  }
});

// nginx accepts a line feed alone as line end (RFC 9112, 2.2)
// and rewrites each request. So the site gets two valid ones.
const inTheOpen = ["bare line feeds", "a chunk that ends with a line feed alone"];
for (const [name, bytes] of smuggled) {
  test(`no request hides another behind the front: ${name}`, async () => {
    upstream.asked.length = 0;
    const { count, isHidden } = readAnswers(await sendBytes(front.origin, bytes));
    if (inTheOpen.includes(name)) expect([isHidden, upstream.asked.includes("POST /mcp")]).toEqual([true, true]);
    else expect({ count: Math.min(count, 1), isHidden }).toEqual({ count: 1, isHidden: false });
  });
}

test("the public address is the configured one, whatever a request claims", async () => {
  const canary = "canary.example";
  const headers = { "x-forwarded-host": canary, "x-forwarded-proto": "gopher", forwarded: `host=${canary}` };
  for (const path of [...documents, "/developers/", "/nope"]) {
    const answer = await ask(at(path), { headers: { ...headers, accept: "text/html" } });
    expect(JSON.stringify([answer.headers, answer.text]), path).not.toMatch(/canary|gopher/);
    expect(JSON.stringify([answer.headers, answer.text]), path).not.toContain(new URL(front.origin).host);
  }
});
