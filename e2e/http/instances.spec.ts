// Two instances behind the shipped front with one store: they share counts, whichever process dies.
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import { type Front, startFront } from "../../deploy/front.ts";
import { expect, test } from "../support/answering-test.ts";
import { type Answered, ask } from "../support/ask.ts";
import { otherForms, skipOn } from "../support/forms.ts";
import { skipWithout } from "../support/programs.ts";
import { redisUrl, startRedis, stopRedis } from "../support/redis-server.ts";
import { findFreePort, type RunningProcess, sampleSettings, startProcess } from "../support/start-process.ts";

skipOn(otherForms, "It starts servers of its own.");

skipWithout("nginx", "redis-server");
// Clients differ by address, and Linux answers for all of 127/8.
test.skip(process.platform !== "linux", "needs the loopback addresses of Linux");
test.describe.configure({ mode: "serial" });

const LIMIT = 12;
const ping = '{"jsonrpc":"2.0","id":7,"method":"ping"}';

let origin: string;
let front: Front;
let store: ChildProcess;
let storePort: number;
const ports: number[] = [];
const instances: RunningProcess[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

async function startInstance(index: 0 | 1): Promise<void> {
  const port = ports[index] as number;
  instances[index] = await startProcess({
    args: ["node_modules/jiti/lib/jiti-cli.mjs", "bin/start.ts"],
    environment: {
      ...sampleSettings(origin),
      PORT: String(port),
      RATE_LIMIT: String(LIMIT),
      TRUSTED_HOPS: "1",
      STORE_URL: redisUrl(storePort),
    },
    ready: /^Try:$/m,
    limitMs: 120_000,
  });
}

test.beforeAll(async ({ baseURL }) => {
  test.setTimeout(240_000);
  origin = baseURL as string;
  storePort = await findFreePort();
  store = await startRedis(storePort, (child) => {
    store = child;
  });
  for (const index of [0, 1] as const) ports[index] = await findFreePort();
  await Promise.all([startInstance(0), startInstance(1)]);
  front = await startFront({ upstreamPorts: ports, port: await findFreePort(), origins: [origin] });
});
test.afterAll(async () => {
  agent.destroy();
  await front?.stop();
  await Promise.all(instances.map((one) => one.stop("SIGKILL")));
  if (store) await stopRedis(store);
});

/** A new client each time. It claims to be another client in every message. */
let clients = 0;
const newClient = () => {
  clients += 1;
  return `127.0.${1 + Math.floor(clients / 250)}.${1 + (clients % 250)}`;
};
let claims = 0;
const headers = (forwarded: string) => ({ "content-type": "application/json", "x-forwarded-for": forwarded });
const send = (from: string) =>
  ask(`${front.origin}/mcp`, { method: "POST", headers: headers(`203.0.113.${++claims % 250}`), body: ping, from });
/** Half to each instance, as the front would send them. */
const sendToEach = (client: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      ask(`http://localhost:${ports[index % 2]}/mcp`, { method: "POST", headers: headers(client), body: ping }),
    ),
  );

/** How many of these messages were served. All others had to wait. */
function countServed(answers: readonly Answered[]): number {
  for (const { status, text, headers } of answers) {
    expect([200, 429], text).toContain(status);
    expect(JSON.parse(text)).toMatchObject(status === 200 ? { id: 7, result: {} } : { id: 7, error: { code: -32000 } });
    if (status === 429) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  }
  return answers.filter(({ status }) => status === 200).length;
}

/**
 * Sends as many messages as both instances allow alone, and more. A new
 * client each time, because one slow reply pauses the store for a second.
 */
const untilServed = (served: number, work: (client: string, count: number) => Promise<readonly Answered[]>) =>
  expect.poll(async () => countServed(await work(newClient(), 40)), { timeout: 60_000 }).toBe(served);
const sendMany = (from: string, count: number) => Promise.all(Array.from({ length: count }, () => send(from)));

/** As a new client each time, because live pages are counted too. */
const readLive = async (port: number, path: string) =>
  JSON.parse((await ask(`http://localhost:${port}${path}`, { headers: headers(newClient()) })).text);
const readHeight = async (port: number) => (await readLive(port, "/.well-known/status")).network.height as number;

test("two instances share one count per client", { tag: "@slow" }, async () => {
  await untilServed(LIMIT, sendMany);
  await untilServed(LIMIT, sendToEach);
});

test("killing an instance under load loses no answer", { tag: "@slow" }, async () => {
  const whole = await ask(`${origin}/pricing.md`);
  // It hangs before it is killed. Half of these documents are asked of it, and none is in the cache of the front.
  process.kill(-(instances[0]?.pid as number), "SIGSTOP");
  const uncached = ["/AGENTS.md", "/developers.md", "/llms.txt", "/sitemap.md"];
  const hung = await Promise.all(uncached.map((path) => ask(`${front.origin}${path}`)));
  expect(hung.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const client = newClient();
  let answered = 0;
  const count = () => {
    answered += 1;
  };
  // A stopped process accepts messages without answering. Some of them are waiting there when it is killed.
  const messages = Promise.all(Array.from({ length: 40 }, () => send(client).finally(count)));
  const live = Promise.all(Array.from({ length: 40 }, () => ask(`${front.origin}/status.md`, { from: newClient() })));
  const stable = Promise.all(Array.from({ length: 200 }, () => ask(`${front.origin}/pricing.md`, { agent })));
  await expect.poll(() => answered).toBeGreaterThanOrEqual(10);
  expect(answered).toBeLessThan(40);
  await instances[0]?.stop("SIGKILL");
  // No message is lost. At worst each instance has counted alone.
  expect(countServed(await messages)).toBeLessThanOrEqual(2 * LIMIT);
  for (const { status, text } of await stable) expect([status, text === whole.text]).toEqual([200, true]);
  for (const { status, headers } of await live) expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
  const height = await readHeight(ports[1] as number);
  await expect.poll(() => readHeight(ports[1] as number), { timeout: 60_000 }).toBeGreaterThan(height);
  await startInstance(0);
  await untilServed(LIMIT, sendToEach);
});

test("without the store each instance counts alone; then they share again", {
  tag: "@slow",
}, async () => {
  await stopRedis(store);
  await untilServed(2 * LIMIT, sendToEach);
  for (const port of ports) {
    const { status } = await readLive(port, "/.well-known/status");
    expect(status, "the network is read all the same").not.toBe("fail");
  }
  store = await startRedis(storePort, (child) => {
    store = child;
  });
  await untilServed(LIMIT, sendToEach);
});

/** Empty for a process that has ended meanwhile. */
function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

test("killed workers of the front are replaced, with their cache", { tag: "@slow" }, async () => {
  await ask(`${front.origin}/pricing.md`);
  const listWorkers = () =>
    readFileSync(`/proc/${front.processId}/task/${front.processId}/children`, "utf8")
      .trim()
      .split(" ")
      .filter((id) => commandOf(id).includes("worker process"))
      .map(Number);
  const workers = listWorkers();
  expect(workers.length).toBeGreaterThan(0);
  for (const worker of workers) process.kill(worker, "SIGKILL");
  const get = (path: string) => ask(`${front.origin}${path}`).catch(() => null);
  // A killed process is listed until the front has heard of its end.
  const isReplaced = (now: readonly number[]) => now.length > 0 && !now.some((worker) => workers.includes(worker));
  await expect.poll(() => isReplaced(listWorkers())).toBe(true);
  await expect.poll(async () => (await get("/.well-known/status"))?.status).toBe(200);
  const [whole, kept] = [await ask(`${origin}/pricing.md`), await get("/pricing.md")];
  expect([kept?.status, kept?.text === whole.text]).toEqual([200, true]);
});
