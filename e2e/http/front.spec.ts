// The shipped front on Debian's nginx: who gets which cached response,
// compressed or not, and what happens while the site is down.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { dirname, join } from "node:path";
import { brotliModule, type Front, nginx, startFront } from "../../deploy/front.ts";
import { childEnvironment } from "../../lib/config.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { acceptTable } from "../../verify/rows/accept-table.ts";
import { choiceTypes, realClients } from "../support/accept-cases.ts";
import { expect, test } from "../support/answering-test.ts";
import { type Answered, ask } from "../support/ask.ts";
import {
  agents,
  clients,
  countCrossings,
  countRequests,
  listRequests,
  pages,
  people,
  readExpected,
} from "../support/crossings.ts";
import { refusalHeaders } from "../support/default-headers.ts";
import { otherForms, skipOn } from "../support/forms.ts";
import { skipWithout } from "../support/programs.ts";
import { root } from "../support/root.ts";
import { findFreePort } from "../support/start-process.ts";
import { startUnsteadyUpstream, type UnsteadyUpstream } from "../support/unsteady-upstream.ts";

skipWithout("nginx", "openssl");
skipOn(otherForms, "The front stands before npm start.");
test.describe.configure({ mode: "serial" });

const codings = brotliModule ? ["", "gzip", "br"] : ["", "gzip"];
const documents = resourcePaths.filter((path) => findResource(path).kind !== "endpoint");
const stable = documents.filter((path) => findResource(path).cache !== "live" && !findResource(path).needs);
const live = documents.filter((path) => findResource(path).cache === "live");
/** nginx itself compares tags and dates with those that it keeps: of one document of each type. */
const firsts = new Set(new Map(stable.toReversed().map((path) => [findResource(path).mediaType, path])).values());
const ping = '{"jsonrpc":"2.0","id":7,"method":"ping"}';
const json = { "content-type": "application/json" };

let front: Front;
let upstream: UnsteadyUpstream;
let origin: string;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

async function start(options: Partial<Parameters<typeof startFront>[0]> = {}): Promise<Front> {
  return startFront({ upstreamPorts: [upstream.port], port: await findFreePort(), origins: [origin], ...options });
}

test.beforeAll(async ({ baseURL }) => {
  origin = baseURL as string;
  upstream = await startUnsteadyUpstream(origin);
  front = await start();
});
test.afterAll(async () => {
  agent.destroy();
  await front?.stop();
  await upstream?.stop();
});

const at = (path: string) => `${front.origin}${path}`;
/**
 * These headers belong to one response or connection, not to the
 * document. nginx closes a connection after a thousand requests.
 */
const ofOneAnswer = new Set(["date", "transfer-encoding", "connection", "cache-status"]);
/** Possibly while the front refreshes it. */
const isHit = ({ headers }: Answered) => /^front; hit(; ttl=-1)?$/.test(`${headers["cache-status"]}`);

test("thousands of mixed requests in every coding get the right responses, nearly all from the cache", {
  tag: "@long",
}, async () => {
  const expected = await readExpected(async (path, accept) => {
    const { status, headers, text } = await ask(`${origin}${path}`, { headers: { accept } });
    return { status, type: headers["content-type"] ?? "", body: text, cache: "" };
  });
  let turn = 0;
  let compressed = 0;
  const get = async (path: string, accept: string) => {
    const coding = codings[turn++ % codings.length] as string;
    const again = () => ask(at(path), { agent, headers: { accept, "accept-encoding": coding } });
    let answer = await again();
    // On a busy machine the origin may be too slow for the front, which says to ask again.
    for (let tries = 0; answer.status === 503 && tries < 5; tries++) answer = await again();
    if (answer.headers["content-encoding"]) compressed++;
    const { status, headers, text } = answer;
    return { status, type: headers["content-type"] ?? "", body: text, cache: isHit(answer) ? "HIT" : "" };
  };
  const asked = listRequests(people, agents, countRequests());
  const { crossed, hits } = await countCrossings({ get }, expected, asked);
  expect(crossed).toEqual([]);
  expect(hits).toBeGreaterThan(asked.filter(([, accept]) => accept !== clients.json).length * 0.95);
  expect(compressed).toBeGreaterThan(asked.length / 3);
});

test("every Accept of the table gets the origin's answer, in any order", async () => {
  const real = realClients.map(([, accept, choice]) => ({ accept, choice }));
  const cases = [...acceptTable, ...real, ...acceptTable.toReversed()];
  for (const { accept, choice } of cases) {
    const headers = accept === null ? {} : { accept };
    const answer = await ask(at("/pricing"), { agent, headers });
    expect(answer.headers["content-type"], JSON.stringify(accept)).toBe(choiceTypes[choice]);
  }
});

test("every stable document: cached in each coding, one Vary, matching ETags, HEAD, and 304 for one of each type", async () => {
  // Playwright searches all steps outside of a step at each `expect`.
  for (const path of stable)
    await test.step(path, async () => {
      for (const accept of findResource(path).kind === "page" ? ["text/html", "text/markdown"] : ["*/*"]) {
        const whole = await ask(`${origin}${path}`, { headers: { accept } });
        const tag = whole.headers.etag as string;
        for (const coding of codings) {
          const what = `${path} ${accept} ${coding}`;
          const headers = { accept, "accept-encoding": coding };
          const get = (more = {}, method = "GET") => ask(at(path), { agent, method, headers: { ...headers, ...more } });
          // nginx stores a response shortly after it has sent it.
          let kept = await get();
          while (!isHit(kept)) kept = await get();
          expect(kept.text, what).toBe(whole.text);
          // nginx compares types without own parameters.
          const shrinks = !/; profile=/.test(whole.headers["content-type"] as string);
          const used = shrinks && whole.bytes.length >= 256 ? coding : "";
          expect(kept.headers["content-encoding"] ?? "", what).toBe(used);
          expect(kept.headers.etag, what).toBe(used ? `W/${tag}` : tag);
          const vary = [...whole.lines("vary"), ...(shrinks ? ["Accept-Encoding"] : [])].join(", ");
          expect(kept.lines("vary"), what).toEqual(vary ? [vary] : []);
          for (const name of ["content-type", "cache-control", "last-modified", "link", "x-markdown-tokens"]) {
            expect(kept.headers[name], `${what} ${name}`).toEqual(whole.headers[name]);
          }
          const head = await get({}, "HEAD");
          const [ofHead, ofGet] = [head, kept].map(({ headers: fields }) =>
            Object.fromEntries(Object.entries(fields).filter(([name]) => !ofOneAnswer.has(name))),
          );
          expect([head.status, head.bytes.length, ofHead], what).toEqual([200, 0, ofGet]);
          if (!firsts.has(path)) continue;
          for (const more of [
            { "if-none-match": tag },
            { "if-none-match": `W/${tag}` },
            { "if-none-match": `"x", ${tag}` },
            { "if-modified-since": new Date().toUTCString() },
          ]) {
            const unchanged = await get(more);
            expect([unchanged.status, unchanged.bytes.length], `${what} ${JSON.stringify(more)}`).toEqual([304, 0]);
            expect(unchanged.lines("vary"), what).toEqual(kept.lines("vary"));
            expect(unchanged.headers.etag, what).toBe(kept.headers.etag);
          }
          for (const more of [{ "if-none-match": '"x"' }, { "if-modified-since": "Mon, 01 Jan 2024 00:00:00 GMT" }]) {
            expect((await get(more)).status, `${what} ${JSON.stringify(more)}`).toBe(200);
          }
        }
      }
    });
});

test("a second front on a port does not start, and no configuration serves https without TLS", async () => {
  await expect(start({ port: upstream.port })).rejects.toThrow(`Port ${upstream.port} is in use`);
  const write = (...options: string[]) =>
    spawnSync(process.execPath, ["node_modules/jiti/lib/jiti-cli.mjs", "deploy/nginx.ts", ...options], {
      cwd: root,
      encoding: "utf8",
      env: { ...childEnvironment(), SITE_URL: "https://front.example" },
    });
  for (const options of [[], ["--certificate", "c.pem"], ["--key", "k.pem"]])
    expect(write(...options)).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining("--certificate"),
    });
  const { status, stdout } = write("--certificate", "c.pem", "--key", "k.pem");
  expect([status, stdout.includes("listen 443 ssl"), stdout.includes("listen 80;")]).toEqual([0, true, true]);
});

test("the ETag of one form never matches the other", async () => {
  for (const path of pages) {
    const halves = await Promise.all(
      ["text/html", "text/markdown"].map((accept) => ask(at(path), { headers: { accept } })),
    );
    const [html, markdown] = halves.map(({ headers }) => headers.etag as string) as [string, string];
    expect(html).not.toBe(markdown);
    const crossed = await ask(at(path), { headers: { accept: "text/html", "if-none-match": markdown } });
    expect([crossed.status, crossed.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  }
});

test("live responses, refusals and missing pages are never cached", async () => {
  const missing = ["/no-such-page", "/no-such.json", "/%70ricing.md/x"];
  const paths = [...live, ...missing, "/mcp", "/quote?from=BTC&to=ETH&amount=0.05"];
  for (const path of paths) {
    for (const accept of ["text/html", "text/markdown"]) {
      for (let time = 0; time < 2; time++) {
        upstream.asked.length = 0;
        const answer = await ask(at(path), { headers: { accept } });
        // Not counting requests with which the front refreshes its cache.
        expect(upstream.asked.filter((one) => one === `GET ${path}`).length, path).toBe(1);
        expect(answer.headers["cache-control"], path).toContain("no-store");
        expect(answer.headers["cache-status"], path).toBeUndefined();
        // An open tab asks for its part again with a tag.
        const isTagged = answer.status === 404 || path.endsWith("/now");
        expect(answer.headers.etag === undefined || isTagged, path).toBe(true);
      }
    }
  }
  for (let time = 0; time < 2; time++) {
    const refused = await ask(at("/pricing"), { headers: { accept: "application/json" } });
    expect([refused.status, refused.headers["cache-status"]]).toEqual([406, "front; fwd=miss"]);
  }
});

test("no request can poison the cache for another", async () => {
  const right = await ask(`${origin}/legal`, { headers: { accept: "*/*" } });
  const attempts: readonly (readonly [string, Record<string, string | readonly string[]>])[] = [
    ["/legal", { accept: ["*/*", "text/markdown"] }],
    ["/legal?x=1", { accept: "text/markdown" }],
    ["/legal", { accept: "*/*", "x-signpost-negotiated": "1" }],
    ["/legal", { accept: "*/*", rsc: "1" }],
    ["/legal?_rsc=x", { accept: "*/*", rsc: ["", "1"] }],
    ["/legal", { accept: "*/*", "next-router-prefetch": "1", "next-router-state-tree": "x" }],
    ["/legal", { accept: "*/*", range: "bytes=0-9" }],
    ["/%6cegal", { accept: "text/markdown" }],
    ["/x/../legal", { accept: "text/markdown" }],
    ["//legal", { accept: "text/markdown" }],
    [
      "/legal",
      { accept: "*/*", "x-forwarded-host": "canary.example", "x-original-url": "/pricing", "x-rewrite-url": "/" },
    ],
    ["/legal", { accept: "*/*", host: `${new URL(origin).hostname}:1` }],
  ];
  const poisoned = await start();
  try {
    for (const [path, headers] of attempts) await ask(`${poisoned.origin}${path}`, { headers });
    for (const coding of codings) {
      const answer = await ask(`${poisoned.origin}/legal`, { headers: { accept: "*/*", "accept-encoding": coding } });
      expect([answer.status, answer.text === right.text], coding).toEqual([200, true]);
    }
  } finally {
    await poisoned.stop();
  }
});

test("no added header or query removes documents from the cache or stores a page twice", async () => {
  const fresh = await start();
  const countKept = (zone: string) =>
    readdirSync(join(fresh.folder, zone), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
      .length;
  const get = (path: string, headers = {}) => ask(`${fresh.origin}${path}`, { headers });
  try {
    while (!isHit(await get("/llms.txt")));
    while (!isHit(await get("/developers/api?_rsc", { rsc: "1" })));
    for (const query of ["_rsc&x=1", "x=2&_rsc", "x=/%22&_rsc&y", "_rsc&_rsc"])
      expect(isHit(await get(`/developers/api?${query}`, { rsc: "1" })), query).toBe(true);
    for (let number = 1; number < 9; number++) {
      await get("/legal", { accept: `text/html;q=0.${number}` });
      await get(`/llms.txt?x=${number}`, { accept: `text/plain;q=0.${number}`, rsc: "1" });
    }
    await expect.poll(() => countKept("pages")).toBe(9);
    expect(countKept("documents")).toBe(1);
  } finally {
    await fresh.stop();
  }
});

test("compression is used only if requested", async () => {
  const best = codings.at(-1) as string;
  for (const [wanted, used] of [
    ["gzip;q=0", undefined],
    ["gzip;q=0.0, br;q=0.000", undefined],
    ["identity", undefined],
    ["*", undefined],
    ["xgzip, gzipx", undefined],
    ["gzip;q=0.001", "gzip"],
    ["GZIP", "gzip"],
    ["deflate, gzip ; q=1.0", "gzip"],
    ["gzip, deflate, br, zstd", best],
  ] as const) {
    for (const path of ["/llms.txt", "/status"]) {
      const answer = await ask(at(path), { headers: { "accept-encoding": wanted } });
      expect(answer.headers["content-encoding"], `${path} ${wanted}`).toBe(used);
    }
  }
});

test("Next's own files are immutable and compressed", async () => {
  const { text } = await ask(at("/"), { headers: { accept: "text/html" } });
  const files = [...new Set(text.match(/\/_next\/static\/[^"\\]+\.(?:js|css)/g))];
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const headers = { "accept-encoding": "gzip" };
    let kept = await ask(at(file), { headers });
    while (!isHit(kept)) kept = await ask(at(file), { headers });
    expect(kept.headers["content-encoding"], file).toBe("gzip");
    expect(kept.headers["cache-control"], file).toBe("public, max-age=31536000, immutable");
  }
});

test("while the site is down: documents stay available, live pages do not", async () => {
  const fragile = await start({ cacheSeconds: 1 });
  const get = (path: string, accept = "*/*") => ask(`${fragile.origin}${path}`, { headers: { accept } });
  const asked = stable.flatMap((path) =>
    (findResource(path).kind === "page" ? ["text/html", "text/markdown"] : ["*/*"]).map(
      (accept) => [path, accept] as const,
    ),
  );
  const isStale = ({ headers }: Answered) => /ttl=-1/.test(`${headers["cache-status"]}`);
  try {
    const before = await Promise.all(asked.map(([path, accept]) => get(path, accept)));
    for (const mode of ["down", "error", "cut", "down"] as const) {
      upstream.setMode(mode);
      for (const [index, [path, accept]] of asked.entries()) {
        let answer = await get(path, accept);
        while (!isStale(answer)) answer = await get(path, accept);
        expect([answer.status, answer.text, answer.headers.etag], `${mode} ${path} ${accept}`).toEqual([
          200,
          before[index]?.text,
          before[index]?.headers.etag,
        ]);
      }
    }
    for (const path of [...live, "/never-asked.md", "/opengraph-image"]) {
      const problem = await get(path);
      expect([problem.status, problem.headers["content-type"]], path).toEqual([503, "application/problem+json"]);
      expect(JSON.parse(problem.text)).toMatchObject({ status: 503, code: "unavailable" });
      expect([problem.headers["cache-control"], problem.headers["retry-after"]], path).toEqual(["no-store", "5"]);
      expect(problem.lines("vary"), path).toEqual(["Accept"]);
      const page = await get(path, clients.chrome);
      expect([page.status, page.headers["content-type"]], path).toEqual([503, "text/html; charset=utf-8"]);
      expect(page.text).toContain("<h1>Unavailable</h1>");
      for (const answer of [problem, page]) expect(answer.headers).toMatchObject(refusalHeaders(origin));
    }
    const message = await ask(`${fragile.origin}/mcp`, { method: "POST", headers: json, body: ping });
    expect([message.status, message.headers["content-type"]]).toEqual([503, "application/json"]);
    expect(message.headers).toMatchObject(refusalHeaders(origin));
    expect(JSON.parse(message.text)).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32000 } });
    upstream.setMode("up");
    await expect.poll(async () => (await get("/.well-known/status")).status).toBe(200);
    expect((await get("/pricing", "text/html")).status).toBe(200);
  } finally {
    upstream.setMode("up");
    await fragile.stop();
  }
});

test("an incomplete response is not cached", async () => {
  const fresh = await start();
  try {
    upstream.setMode("cut");
    await ask(`${fresh.origin}/llms-full.txt`).catch(() => undefined);
    upstream.setMode("up");
    const [here, there] = await Promise.all([ask(`${fresh.origin}/llms-full.txt`), ask(`${origin}/llms-full.txt`)]);
    expect(here.text).toBe(there.text);
  } finally {
    upstream.setMode("up");
    await fresh.stop();
  }
});

test("a changed document is seen, back and forth", async () => {
  const quick = await start({ cacheSeconds: 1 });
  const read = async (coding: string) =>
    (await ask(`${quick.origin}/llms.txt`, { headers: { "accept-encoding": coding } })).text;
  const { text } = await ask(`${origin}/llms.txt`);
  try {
    for (const [mode, expected] of [
      ["up", text],
      ["changed", "changed"],
      ["up", text],
    ] as const) {
      upstream.setMode(mode);
      for (const coding of codings) await expect.poll(() => read(coding), { timeout: 30_000 }).toBe(expected);
    }
  } finally {
    upstream.setMode("up");
    await quick.stop();
  }
});

test("a page without Vary is not cached", async () => {
  const fresh = await start();
  const get = (path: string, accept: string) => ask(`${fresh.origin}${path}`, { headers: { accept } });
  try {
    upstream.setMode("bare");
    for (const path of pages) {
      for (const [accept, type] of [
        ["text/html", "text/html; charset=utf-8"],
        ["text/markdown", "text/markdown; charset=utf-8"],
      ] as const) {
        const { headers } = await get(path, accept);
        expect([headers["content-type"], headers["cache-status"]], path).toEqual([type, "front; fwd=miss"]);
      }
    }
  } finally {
    upstream.setMode("up");
    await fresh.stop();
  }
});

test("pages, documents and messages work with HTTP/2 over TLS", async () => {
  const secure = await start({ tls: true });
  const session = connectHttp2(secure.origin, { rejectUnauthorized: false, servername: "localhost" });
  const fetchHttp2 = (headers: Record<string, string>, body = "") =>
    new Promise<{ status: unknown; text: string }>((resolve, reject) => {
      const stream = session.request({ ":authority": new URL(origin).host, ...headers });
      let status: unknown;
      let text = "";
      // A character may be split over two frames.
      stream.setEncoding("utf8");
      stream.on("response", (answered) => (status = answered[":status"]));
      stream.on("data", (chunk) => (text += chunk));
      stream.once("end", () => resolve({ status, text }));
      stream.once("error", reject);
      if (body) stream.end(body);
    });
  try {
    const whole = await ask(`${origin}/pricing`, { headers: { accept: "text/html" } });
    expect(await fetchHttp2({ ":path": "/pricing", accept: "text/html" })).toEqual({ status: 200, text: whole.text });
    const said = await fetchHttp2({ ":path": "/mcp", ":method": "POST", ...json }, ping);
    expect(JSON.parse(said.text)).toEqual({ jsonrpc: "2.0", id: 7, result: {} });
    expect((await fetchHttp2({ ":path": "/", ":authority": "canary.example" })).status).toBe(421);
  } finally {
    session.destroy();
    await secure.stop();
  }
});

test("nginx accepts the command's configuration: two hosts, TLS, limits", async () => {
  const secure = await start({ tls: true });
  try {
    const file = secure.certificateFile as string;
    const key = join(dirname(file), "key.pem");
    const folder = join(dirname(file), "own");
    mkdirSync(folder);
    const places = ["--folder", folder, "--cache", folder, "--certificate", file, "--key", key];
    const written = spawnSync(
      process.execPath,
      ["node_modules/jiti/lib/jiti-cli.mjs", "deploy/nginx.ts", ...places, "--listen", "4443", "--plain", "4080"],
      {
        cwd: root,
        encoding: "utf8",
        env: { ...childEnvironment(), SITE_URL: "https://example.org", SWAP_URL: "https://swap.example.org" },
      },
    );
    expect(written.stderr).toBe("");
    writeFileSync(join(folder, "nginx.conf"), written.stdout);
    const tested = spawnSync(nginx as string, ["-t", "-c", join(folder, "nginx.conf"), "-e", "stderr"], {
      encoding: "utf8",
    });
    expect([tested.status, tested.stderr]).toEqual([0, expect.stringContaining("test is successful")]);
    expect(written.stdout).toContain("return 308 https://swap.example.org$request_uri;");
    expect(written.stdout).toContain("limit_req zone=requests");
  } finally {
    await secure.stop();
  }
});
