// The verify command's only access to the network, and the gate that lets a few requests go at once.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { expect, test } from "@playwright/test";
import { createFetcher, type Fetcher } from "../../../verify/fetcher.ts";
import { createGate } from "../../../verify/gate.ts";
import { close, listen, portOf } from "../../support/loopback.ts";

let server: Server;
let origin: string;
let fetcher: Fetcher;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let asked: IncomingMessage[];

test.beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request);
    respond(request, response);
  });
  origin = await listen(server);
  fetcher = createFetcher(origin);
});
test.afterEach(async () => {
  fetcher.close();
  await close(server);
});

test("a request has defaults, which can be replaced, removed or repeated", async () => {
  respond = (_request, response) => response.end("ok");
  await fetcher.get({ url: `${origin}/a` });
  await fetcher.get({ url: `${origin}/b`, headers: { accept: null, "User-Agent": "other" } });
  await fetcher.get({ url: `${origin}/c`, headers: { Accept: ["text/html;q=0.5", "text/markdown"] } });
  expect(asked[0]?.headers).toMatchObject({ accept: "*/*", "accept-encoding": "identity", host: new URL(origin).host });
  expect(asked[0]?.headers["user-agent"]).toMatch(/^signpost-verify\/\d/);
  expect(asked[1]?.headers).not.toHaveProperty("accept");
  expect(asked[1]?.headers["user-agent"]).toBe("other");
  expect(asked[2]?.rawHeaders.filter((_, index, all) => all[index - 1] === "Accept")).toEqual([
    "text/html;q=0.5",
    "text/markdown",
  ]);
});

test("a kept connection that the server has closed costs no answer, also where all of them are closed", async () => {
  const used = new WeakSet<object>();
  respond = ({ socket }, response) => {
    if (used.has(socket)) return void socket.destroy();
    used.add(socket);
    response.end("ok");
  };
  const paths = ["/a", "/b", "/c"].map((path) => `${origin}${path}`);
  await Promise.all(paths.map((url) => fetcher.get({ url })));
  expect((await fetcher.get({ url: `${origin}/d` })).text).toBe("ok");
});

test("the same request is sent once, unless forced", async () => {
  respond = (_request, response) => response.end("ok");
  await Promise.all([fetcher.get({ url: `${origin}/` }), fetcher.get({ url: `${origin}/` })]);
  await fetcher.get({ url: `${origin}/`, method: "HEAD" });
  expect(asked.length).toBe(2);
  await fetcher.send({ url: `${origin}/` });
  expect([asked.length, fetcher.sent]).toEqual([3, 3]);
});

test("a redirect is an answer, repeated headers are joined, bytes stay unchanged", async () => {
  respond = (_request, response) =>
    response
      .writeHead(308, { Location: "/b", Link: ["<a>; rel=b", "<c>; rel=d"] })
      .end(Buffer.from([0xef, 0xbb, 0xbf, 0xff]));
  const answer = await fetcher.get({ url: `${origin}/#part` });
  expect([answer.status, answer.headers.location, answer.headers.link]).toEqual([308, "/b", "<a>; rel=b, <c>; rel=d"]);
  expect([...answer.bytes]).toEqual([0xef, 0xbb, 0xbf, 0xff]);
  expect(asked.map(({ url }) => url)).toEqual(["/"]);
});

test("a server's rate limit is respected until all requests are served", async () => {
  let left = 3;
  const slept: number[] = [];
  const patient = createFetcher(origin, () => null, {
    sleep: async (ms) => {
      slept.push(ms);
      left = 2;
    },
  });
  respond = (_request, response) => response.writeHead(left-- > 0 ? 200 : 429, { "Retry-After": "7" }).end();
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => patient.get({ url: `${origin}/${n}` })));
  patient.close();
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  // The first parallel requests are refused, and then one for each pause.
  expect(asked.length).toBeLessThanOrEqual(40 + 12 + 40 / 2);
  expect(slept).toEqual(Array.from({ length: asked.length - 40 }, () => 7000));
  expect(patient.sent).toBe(asked.length);
});

test("a limit without end is reported, and a long or unspecified one is not waited for", async () => {
  const slept: number[] = [];
  const patient = createFetcher(origin, () => null, { sleep: async (ms) => slept.push(ms) });
  for (const [retryAfter, tries] of [
    ["1", 6],
    ["31", 1],
    ["Thu, 01 Jan 2099 00:00:00 GMT", 1],
  ] as const) {
    asked.length = 0;
    respond = (_request, response) => response.writeHead(429, { "Retry-After": retryAfter }).end();
    expect((await patient.send({ url: `${origin}/` })).status).toBe(429);
    expect(asked.length, retryAfter).toBe(tries);
  }
  patient.close();
  expect(slept).toEqual([1000, 1000, 1000, 1000, 1000]);
});

test("parallel requests stay within the limit", async () => {
  let open = 0;
  let most = 0;
  respond = (_request, response) => {
    most = Math.max(most, ++open);
    setImmediate(() => response.end(() => open--));
  };
  await Promise.all(Array.from({ length: 60 }, (_, n) => fetcher.get({ url: `${origin}/${n}` })));
  expect(asked.length).toBe(60);
  expect(most).toBeLessThanOrEqual(12);
});

test("an answer without end or without a server is an error that names the request", async () => {
  respond = (_request, response) => {
    response.write(Buffer.alloc(6_000_000));
  };
  await expect(fetcher.get({ url: `${origin}/big` })).rejects.toThrow("GET /big: more than 5000000 bytes");
  await expect(fetcher.get({ url: "http://localhost:9/x", method: "HEAD" })).rejects.toThrow("HEAD /x: ");
});

test("requests can go to another address with their Host unchanged", async () => {
  respond = (_request, response) => response.end();
  const port = portOf(server);
  const led = createFetcher("https://site.example", () => ({ hostname: "127.0.0.1", port }));
  await led.get({ url: "http://site.example/x" });
  led.close();
  expect([asked[0]?.headers.host, asked[0]?.url]).toEqual(["site.example", "/x"]);
});

test("a slow answer without end is given up", async () => {
  let drip: NodeJS.Timeout | undefined;
  respond = (_request, response) => {
    drip = setInterval(() => response.write("."), 5);
  };
  const hasty = createFetcher(origin, () => null, { longestMs: 100 });
  await expect(hasty.get({ url: `${origin}/drip` })).rejects.toThrow("GET /drip: no end within 0.1 s");
  clearInterval(drip);
  hasty.close();
});

test("foreign sites are not requested, whoever names them", async () => {
  respond = (_request, response) => response.end();
  const bound = createFetcher(origin, () => null, { mayAsk: (url) => url.pathname !== "/mcp" });
  await expect(bound.get({ url: `${origin}/mcp`, method: "POST", body: "{}" })).rejects.toThrow("it is another site");
  await expect(bound.send({ url: `${origin}/mcp` })).rejects.toThrow("it is another site");
  expect((await bound.get({ url: `${origin}/` })).status).toBe(200);
  expect([asked.length, bound.sent]).toEqual([1, 1]);
  bound.close();
});

test("a run that has read too much or lasted too long sends nothing more, and says so", async () => {
  respond = (_request, response) => response.end("0123456789");
  const small = createFetcher(origin, () => null, { runBytes: 15 });
  await small.get({ url: `${origin}/1` });
  await expect(small.get({ url: `${origin}/2` })).rejects.toThrow(
    "GET /2: the answers of this run are more than 15 by",
  );
  await expect(small.get({ url: `${origin}/3` })).rejects.toThrow("GET /3: not asked, for the answers of this run are");
  const late = createFetcher(origin, () => null, { runMs: -1 });
  await expect(late.get({ url: `${origin}/4` })).rejects.toThrow("GET /4: not asked, for this run has taken more than");
  expect(asked.map(({ url }) => url)).toEqual(["/1", "/2"]);
  for (const one of [small, late]) one.close();
});

/** Waits until every promise that can settle by itself has settled. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("work begins when a place is free, not during a pause, and after it in order and one at a time", async () => {
  const pauses: (() => void)[] = [];
  const gate = createGate(2, () => new Promise<void>((resolve) => pauses.push(resolve)));
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const works = [0, 1, 2, 3].map((number) =>
    gate.pass(() => {
      begun.push(number);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  const afterwards = async (step: (() => void) | undefined) => {
    step?.();
    await settle();
    return begun.length;
  };
  expect(await afterwards(undefined)).toBe(2);
  gate.narrow(1000);
  gate.narrow(1000);
  expect(await afterwards(ends[0]), "one of them is still open").toBe(2);
  expect(await afterwards(ends[1]), "paused").toBe(2);
  expect(await afterwards(pauses[0]), "by another too").toBe(2);
  expect(await afterwards(pauses[1]), "alone").toBe(3);
  expect(await afterwards(ends[2])).toBe(4);
  ends[3]?.();
  await Promise.all(works);
  expect(begun).toEqual([0, 1, 2, 3]);
});

test("failed work frees its place", async () => {
  const gate = createGate(1, () => Promise.resolve());
  await expect(gate.pass(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await gate.pass(async () => "next")).toBe("next");
});
