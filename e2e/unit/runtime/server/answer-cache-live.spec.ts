// Live answers are made once for all who ask. Here a server that answers like Next stands behind, and time is a number.
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { expect, test } from "@playwright/test";
import { negotiate } from "../../../../lib/http/negotiate.ts";
import { createAnswerCache } from "../../../../lib/runtime/server/answer-cache.ts";
import { noteReading } from "../../../../lib/runtime/server/answer-lifetime.ts";
import { isShellRequest, type RenderQuestion, shellSlots } from "../../../../lib/runtime/server/question-shell.ts";
import { close, listen, portOf } from "../../../support/loopback.ts";
import { type Answer, askServer, type HeardRequest, HOST, heardRequest } from "./cached-server.ts";

const NONCE = "n".repeat(22);
const POLICY = `script-src 'self' 'nonce-${NONCE}'`;

type Next = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

let server: Server;
/** The requests that reached Next, newest last. */
let heard: HeardRequest[];
let nowMs: number;

async function start(next: Next = answerPage, renderQuestion: RenderQuestion | null = null): Promise<void> {
  heard = [];
  nowMs = 1_000_000;
  const answerOnce = createAnswerCache({
    hosts: [HOST],
    redirected: new Set(),
    renderQuestion,
    now: () => nowMs,
    perf: { now: () => nowMs },
  });
  server = createServer((incoming, response) => {
    const pass = () => {
      heard.push(heardRequest(incoming));
      void next(incoming, response);
    };
    if (!answerOnce(incoming, response, negotiate(incoming.headers.accept ?? null), pass)) pass();
  });
  await listen(server);
}

test.afterEach(() => close(server));

/** In the way of Next: chunks, flushed headers, no length. */
function answerPage({ url }: IncomingMessage, response: ServerResponse): void {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Content-Security-Policy", POLICY);
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Link", "<a>");
  response.statusCode = 200;
  response.flushHeaders();
  response.write(`<script nonce="${NONCE}"></script><div id="now"><div data-read="${nowMs}">`);
  response.write(Buffer.from(`${url} ${heard.length}</div></div>`));
  response.end(`<script nonce="${NONCE}">0</script>`);
}

const ask = (path: string, headers?: Record<string, string>, method?: string) =>
  askServer(server, path, headers, method);

const nonceOf = ({ headers }: Answer) =>
  /'nonce-([\w-]+)'/.exec(headers["content-security-policy"] as string)?.[1] ?? "";
const withoutNonce = (answer: Answer) => JSON.stringify(answer).replaceAll(nonceOf(answer), "");

test("one answer is made for all who ask at once, and each has a nonce of its own", async () => {
  await start(async (incoming, response) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    answerPage(incoming, response);
  });
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask("/status", { accept: "text/html" })));
  expect(heard).toHaveLength(1);
  expect(new Set(answers.map(withoutNonce)).size).toBe(1);
  expect(new Set(answers.map(nonceOf)).size).toBe(20);
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(answer.headers["content-length"]).toBe(String(Buffer.byteLength(answer.body)));
    expect(answer.body.split(nonceOf(answer))).toHaveLength(3);
    expect(answer.body).not.toContain(NONCE);
  }
});

test("it is given again until something in it could differ, and never beyond a second", async () => {
  for (const [reading, lifetimeMs] of [
    [{ clock: { blockTimeMs: 1_000_000 - 2_300 } }, 700],
    [{ clock: { blockTimeMs: 1_000_000 - 2_000 }, cacheUntilMs: 1_000_450 }, 450],
    [{ clock: { blockTimeMs: 1_000_000 - 2_000 }, cacheUntilMs: 1_005_000 }, 1_000],
    [{ clock: { blockTimeMs: null } }, 1_000],
    [null, 1_000],
  ] as const) {
    await start(async (incoming, response) => {
      await Promise.resolve();
      if (reading) noteReading(reading, nowMs);
      answerPage(incoming, response);
    });
    for (const [addMs, made] of [
      [0, 1],
      [lifetimeMs - 1, 1],
      [1, 2],
    ] as const) {
      nowMs += addMs;
      await ask("/.well-known/status");
      expect(heard, `${JSON.stringify(reading)}, ${lifetimeMs} ms`).toHaveLength(made);
    }
    nowMs -= 10_000;
    await close(server);
  }
  await start();
});

test("the earliest of several readings decides", async () => {
  await start((incoming, response) => {
    for (const cacheUntilMs of [1_000_700, 1_000_200, 1_000_900])
      noteReading({ clock: { blockTimeMs: null }, cacheUntilMs }, nowMs);
    answerPage(incoming, response);
  });
  await ask("/status");
  nowMs += 200;
  await ask("/status");
  expect(heard).toHaveLength(2);
});

test("nothing of the first client reaches what others get", async () => {
  await start();
  const poison = {
    cookie: "a=b",
    "user-agent": "Twitterbot",
    "x-forwarded-host": "evil.example",
    origin: "https://a.example",
  };
  await ask("/quote?from=BTC", { ...poison, accept: "text/html", "x-forwarded-for": "203.0.113.1" });
  expect(Object.keys(heard[0]?.headers ?? {}).sort()).toEqual(["accept", "host"]);
});

test("HTML, Markdown and each question are made apart; HEAD has the headers of GET", async () => {
  await start();
  const asked = [
    ["/status", "text/html"],
    ["/status", "text/markdown"],
    ["/status.md", "*/*"],
    ["/quote?from=BTC", "*/*"],
    ["/quote?from=ETH", "*/*"],
  ] as const;
  for (let round = 0; round < 2; round++) for (const [path, accept] of asked) await ask(path, { accept });
  expect(heard).toHaveLength(asked.length);
  const { headers, body } = await ask("/quote?from=ETH");
  const head = await ask("/quote?from=ETH", {}, "HEAD");
  expect(head.body).toBe("");
  expect(withoutNonce({ ...head, body: "" })).toBe(withoutNonce({ status: 200, headers, body: "" }));
  expect(body).toContain("/quote?from=ETH");
  expect(heard).toHaveLength(asked.length);
});

test("an open tab hears that its part still says the same", async () => {
  await start((_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("ETag", '"same"');
    response.end(`<div data-read="${nowMs}">`);
  });
  const first = await ask("/status/now");
  expect(first).toMatchObject({ status: 200, body: `<div data-read="${nowMs}">`, headers: { etag: '"same"' } });
  nowMs += 5_000;
  const again = await ask("/status/now", { "if-none-match": '"same"' });
  expect([again.status, again.body, again.headers["content-type"], heard.length]).toEqual([304, "", undefined, 2]);
  expect(heard[1]?.headers["if-none-match"]).toBeUndefined();
  expect((await ask("/status/now", { "if-none-match": '"other"' })).status).toBe(200);
});

test("a refusal is for one client alone: the next one becomes the first", async () => {
  let refuse = () => {};
  await start((incoming, response) => {
    if (heard.length > 1) answerPage(incoming, response);
    else refuse = () => response.writeHead(429, { "Retry-After": "3", "Content-Type": "text/plain" }).end("too many");
  });
  const refused = ask("/status");
  await expect.poll(() => heard.length).toBe(1);
  const waiting = Promise.all([ask("/status"), ask("/status")]);
  refuse();
  const others = await waiting;
  expect(await refused).toMatchObject({ status: 429, body: "too many", headers: { "retry-after": "3" } });
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  expect(heard).toHaveLength(2);
});

test("who waits is answered although the first one goes away", async () => {
  let answerFirst = () => {};
  await start((incoming, response) => {
    if (heard.length > 1) answerPage(incoming, response);
    else answerFirst = () => answerPage(incoming, response);
  });
  const port = portOf(server);
  const gone = request({ port, path: "/status", agent: false, headers: { host: HOST } });
  gone.on("error", () => {}).end();
  await expect.poll(() => heard.length).toBe(1);
  const waiting = ask("/status");
  await new Promise((resolve) => setTimeout(resolve, 50));
  gone.destroy();
  expect((await waiting).status).toBe(200);
  answerFirst();
  expect(heard).toHaveLength(2);
});

test("nobody waits for a client that is gone when its turn comes", async () => {
  for (const [path, render] of [
    ["/status", null],
    ["/quote?a=1", renderAddress],
  ] as const) {
    let answerFirst = () => {};
    await start((incoming, response) => {
      // As Next does: nothing for who is gone.
      if (response.destroyed) return;
      if (heard.length > 1) answerShell(incoming, response);
      else answerFirst = () => answerShell(incoming, response);
    }, render);
    const port = portOf(server);
    const open = () => {
      const one = request({ port, path, agent: false, headers: { host: HOST } });
      one.on("error", () => {}).end();
      return one;
    };
    const first = open();
    await expect.poll(() => heard.length).toBe(1);
    const closed: Promise<unknown>[] = [];
    server.on("request", (_, response) => closed.push(new Promise((resolve) => response.once("close", resolve))));
    const waiting = [open(), open()];
    await expect.poll(() => closed.length).toBe(2);
    for (const one of waiting) one.destroy();
    await Promise.all(closed);
    first.destroy();
    expect((await ask(path)).status, path).toBe(200);
    answerFirst();
    await close(server);
  }
  await start();
});

test("who reads nothing holds nobody up", async () => {
  const large = "x".repeat(20 * 1024 * 1024);
  await start(async (_, response) => {
    for (const part of [large, "."])
      if (!response.write(part)) await new Promise((resolve) => response.once("drain", resolve));
    response.end();
  });
  const port = portOf(server);
  const slow = request({ port, path: "/status", agent: false, headers: { host: HOST } });
  slow.on("error", () => {}).end();
  await expect.poll(() => heard.length).toBe(1);
  expect((await ask("/status")).body).toHaveLength(large.length + 1);
  expect(heard).toHaveLength(1);
  slow.destroy();
});

/** A page with slots where the shell is asked for, else the whole page. */
function answerShell({ url, headers }: IncomingMessage, response: ServerResponse): void {
  const isShell = isShellRequest({ get: (name) => headers[name]?.toString() ?? null });
  const { title, card, part } = isShell ? shellSlots : { title: "whole", card: "whole", part: `whole ${url}` };
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Content-Security-Policy", POLICY);
  response.write(`<title>${title}</title><meta content="${card}"><script nonce="${NONCE}"></script>`);
  response.end(`<article>${part}</article><script nonce="${NONCE}">${title} ${part.replace("<", "")}</script>`);
}
const renderAddress: RenderQuestion = async (path, query) => ({
  title: `é ${path}`,
  card: `→ ${query}`,
  part: `<p>${query} $&</p>`,
});

test("Next makes one shell, and each question is answered in it with a nonce of its own", async () => {
  await start(answerShell, renderAddress);
  const address = { accept: "text/html", "x-forwarded-for": "203.0.113.1" };
  const answers = [
    ...(await Promise.all(["/quote?a=1", "/quote?a=2", "/quote?a=2"].map((path) => ask(path, address)))),
    await ask("/quote?a=3", address),
  ];
  expect(heard.map(({ url }) => url)).toEqual(["/quote"]);
  const whole = ["a=1", "a=2", "a=2", "a=3"].map((query) => {
    const script = `${shellSlots.title} ${shellSlots.part.replace("<", "")}`;
    return `<title>é /quote</title><meta content="→ ${query}"><script nonce=""></script><article><p>${query} $&</p></article><script nonce="">${script}</script>`;
  });
  expect(answers.map((answer) => answer.body.replaceAll(nonceOf(answer), ""))).toEqual(whole);
  expect(new Set(answers.map(nonceOf)).size).toBe(4);
  for (const { headers, body } of answers) {
    expect(headers["content-length"]).toBe(String(Buffer.byteLength(body)));
    expect(body).not.toContain(NONCE);
  }
  await ask("/track?a=1", address);
  expect(heard.map(({ url }) => url)).toEqual(["/quote", "/track"]);
});

test("Next makes what has no question, Markdown, and what fails in the shell", async () => {
  for (const [path, accept, render] of [
    ["/quote", "text/html", renderAddress],
    ["/status?x=1", "text/html", renderAddress],
    ["/quote?x=1", "text/markdown", renderAddress],
    ["/quote?x=1", "text/html", () => Promise.reject(new Error("no page"))],
    ["/quote?x=1", "text/html", null],
  ] as const) {
    await start(answerShell, render);
    expect((await ask(path, { accept })).body).toContain(`<article>whole ${path}</article>`);
    await close(server);
  }
  await start();
});

test("a page without slots is made by Next each time", async () => {
  await start(answerPage, renderAddress);
  expect((await ask("/quote?a=1")).body).toContain("/quote?a=1 2");
  expect((await ask("/quote?a=2")).body).toContain("/quote?a=2 4");
});

test("HEAD is answered as GET, without the body, and so is the next one", async () => {
  await start();
  const first = await ask("/status", {}, "HEAD");
  expect(first).toMatchObject({ status: 200, body: "" });
  const { body, headers } = await ask("/status");
  expect(first.headers["content-length"]).toBe(headers["content-length"]);
  expect(body).toHaveLength(Number(headers["content-length"]));
  expect(heard).toHaveLength(1);
});
