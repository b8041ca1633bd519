// Gateways that count calls: one client asks orders with an affiliate as fast as its limit lets it, and others ask beside it.
import { setTimeout as sleep } from "node:timers/promises";
import { ports } from "../ports.ts";
import { publicHost, startSite, startUpstream, withServers } from "../servers.ts";
import { startProxy } from "../upstream-proxy.ts";
import type { Outcome } from "./group.ts";

const ALLOWED = 200;
const MINUTE_MS = 60_000;
const CHECK_MS = 5_000;

/** Whether a call of some time counts in the window of now. */
const windows = {
  fixed: (ms: number, nowMs: number) => Math.floor(ms / MINUTE_MS) === Math.floor(nowMs / MINUTE_MS),
  sliding: (ms: number, nowMs: number) => nowMs - ms < MINUTE_MS,
} as const;
type Window = keyof typeof windows;

/** A gateway for each node: a call above its limit gets 429. */
async function startGateways(kind: Window) {
  const seen = { refused: 0, most: 0 };
  const times = new Map<string, number[]>();
  const proxy = await startProxy(ports.proxy, ports.upstream, ({ url = "" }, response) => {
    const nowMs = Date.now();
    const node = url.split("/")[1] ?? "";
    const counted = [...(times.get(node) ?? []), nowMs].filter((ms) => windows[kind](ms, nowMs));
    times.set(node, counted);
    seen.most = Math.max(seen.most, counted.length);
    if (counted.length <= ALLOWED) return false;
    seen.refused += 1;
    response.writeHead(429, { "retry-after": "10" }).end();
    return true;
  });
  return { seen, origin: "", pid: null, ...proxy };
}

interface Answer {
  readonly status: number;
  readonly retryAfterMs: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function ask(origin: string, client: string, path: string): Promise<Answer> {
  const response = await fetch(`${origin}${path}`, { headers: { host: publicHost, "x-forwarded-for": client } });
  const body = (await response.json()) as Answer["body"];
  return { status: response.status, retryAfterMs: Number(response.headers.get("retry-after")) * 1000, body };
}

const pair = "from=BTC.BTC&to=ETH.ETH";
const order = `${pair}&target_out=0.001&affiliate=a&affiliate_bps=10&destination=0x52908400098527886e0f7030069857d2e4169ee7`;
/** No two questions are equal, so that none is shared. */
const amountOf = (index: number) => `0.${10_000_000 + index}`;

/** What others ask in turn, and whether it was told. */
const questions: readonly (readonly [path: (index: number) => string, isTold: (body: Answer["body"]) => boolean])[] = [
  [
    (index) => `/quote.json?${pair}&amount=${amountOf(5_000_000 + index)}`,
    (body) => typeof body.expected_amount_out === "string",
  ],
  [() => "/.well-known/status", isOpen],
  [
    (index) => `/track.json?txid=${index.toString(16).toUpperCase().padStart(64, "C")}`,
    (body) => body.error == null && body.state !== "unavailable",
  ],
];

/** The status document's verdict of the whole network. */
function isOpen({ network }: Answer["body"]): boolean {
  return typeof network === "object" && network !== null && "verdict" in network && network.verdict === "open";
}

interface Load {
  readonly questions: number;
  readonly seconds: number;
}

export async function watchGateways(load: Load): Promise<Outcome> {
  const outcomes = [await watchWindow("fixed", load), await watchWindow("sliding", load)];
  return {
    tables: [
      {
        title: `Gateways of ${ALLOWED} calls a minute, one client at its limit`,
        head: [
          "Window",
          "Orders asked",
          "Others asked",
          "Unavailable",
          "Safety checks",
          "Unknown",
          "Most calls a minute",
          "Refused",
        ],
        rows: outcomes.map(({ row }) => row),
        note: `The client asks orders with an affiliate, and each time waits as long as it is told. Others ask a quote, the state of the network and a swap in turn, over ${load.seconds} s.`,
      },
    ],
    checks: outcomes.flatMap(({ checks }) => checks),
  };
}

async function watchWindow(kind: Window, { questions: count, seconds }: Load) {
  return withServers(async (start) => {
    await start(startUpstream());
    const gateways = await start(startGateways(kind));
    const limits = { RATE_LIMIT: "120", NODE_CALLS: String(ALLOWED), TRUSTED_HOPS: "1" };
    const { origin } = await start(startSite(ports.proxy, limits));
    const endMs = Date.now() + seconds * 1000;
    const seen = { orders: 0, unavailable: [] as string[], checks: 0, unknown: 0 };
    const askGreedily = async () => {
      for (let index = 0; Date.now() < endMs; index += 1) {
        const { status, retryAfterMs } = await ask(
          origin,
          "10.0.0.1",
          `/quote.json?${order}&amount=${amountOf(index)}`,
        );
        if (status === 429) await sleep(retryAfterMs);
        else seen.orders += 1;
      }
    };
    const askAsOthers = async () => {
      for (let index = 0; index < count; index += 1) {
        const [path, isTold] = questions[index % questions.length] as (typeof questions)[number];
        const { status, body } = await ask(origin, "10.0.0.2", path(index));
        if (status !== 200 || !isTold(body)) seen.unavailable.push(`${status} ${JSON.stringify(body)}`);
        await sleep((seconds * 1000) / count);
      }
    };
    const checkSafety = async () => {
      for (; Date.now() < endMs; seen.checks += 1) {
        if (!isOpen((await ask(origin, "10.0.0.3", "/.well-known/status")).body)) seen.unknown += 1;
        await sleep(CHECK_MS);
      }
    };
    await Promise.all([askGreedily(), askAsOthers(), checkSafety()]);
    const { most, refused } = gateways.seen;
    const { orders, unavailable, checks, unknown } = seen;
    return {
      row: [kind, orders, count, unavailable.length, checks, unknown, most, refused],
      checks: [
        {
          name: `${kind} window: others are answered`,
          holds: unavailable.length === 0,
          seen: `${unavailable.length} of ${count} unavailable${unavailable[0] ? `, such as ${unavailable[0].slice(0, 300)}` : ""}`,
        },
        { name: `${kind} window: safety is known`, holds: unknown === 0, seen: `${unknown} of ${checks} unknown` },
      ],
    };
  });
}
