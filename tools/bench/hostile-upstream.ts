// A program: nodes and an indexer on the port given whose every answer is made to cost time: as long, deep or crowded as it may be, or more.
import { createServer } from "node:http";
import { endpointsOf, payoutBody, poolBody, replyAt, rowBody, type Scene } from "../../e2e/support/wire.ts";
import { maxBodyBytes } from "../../lib/protocol/upstream/answer.ts";

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const amount = "9".repeat(40);
/** The assets that clients ask for, then names that nobody knows. */
const known = ["BTC", "ETH"];
const chain = (index: number) => known[index] ?? `X${index % 60}`;
const asset = (index: number) =>
  index < known.length ? `${chain(index)}.${chain(index)}` : `${chain(index)}.T${index}-0X${"A".repeat(40)}`;
const blockHeight = 25_000_000;
const row = (index: number) => ({ pub_key: "k", ...rowBody(chain(index), `a${index}`, "r") });
const more = ["pending_inbound_asset", "pending_inbound_rune", "pool_units", "LP_units", "synth_units"];
const filled = Object.fromEntries(more.map((name) => [name, amount]));
const pool = (index: number) => poolBody("thorchain", asset(index), [amount, amount], filled);
const payout = (index: number) =>
  payoutBody("C".repeat(900), `0x${"b".repeat(40)}`, amount, String(index).padStart(64, "A"));
const swap = { type: "swap", status: "success", date: "1", height: "1", pools: [], metadata: {} };
const members = <T>(count: number, entry: (index: number) => readonly [string, T]): Record<string, T> =>
  Object.fromEntries(times(count * 60, entry));

/** The right shape, with as many members as `count` allows of each list. */
function crowdedBody(path: string, count: number): unknown {
  const nowMs = Date.now();
  const scene: Scene = {
    segment: "thorchain",
    baseHeight: blockHeight,
    get pools() {
      return times(count * 15, pool);
    },
    get indexerPools() {
      return times(count * 15, pool);
    },
    get mimir() {
      return members(count, (index) => [`HALT${index}CHAIN`, index]);
    },
    get outboundFees() {
      return times(count * 30, (index) => ({ asset: `X.T${index}`, outbound_fee: amount }));
    },
    get constants() {
      return { int_64_values: members(count, (index) => [`Constant${index}`, index]) };
    },
    inboundAddresses: times(count, row),
    lastBlock: times(count, (index) => ({ chain: chain(index), last_observed_in: 1 })),
    network: { total_bond_units: amount },
    queue: {},
    quotes: [],
    actions: [],
  };
  const crowd = () => members(count, (index) => [`member${index}`, amount]);
  const expiry = Math.floor(nowMs / 1000) + 600;
  const quote = { expected_amount_out: amount, fees: { asset: "ETH.ETH" }, expiry, memo: "=".repeat(1_000) };
  const stages = { inbound_observed: { completed: true } };
  const endpoints = {
    ...endpointsOf(scene, { height: blockHeight, timeMs: nowMs }),
    queue: crowd,
    "quote/swap": quote,
    "quote/limit": quote,
    "tx/status/*": () => ({ tx: payout(0), out_txs: times(count, payout), stages }),
    "v2/actions": () => {
      const actions = times(count, (index) => ({ ...swap, in: [payout(index)], out: [payout(index)] }));
      return { actions, count: "1" };
    },
  };
  const url = new URL(path, "http://node.invalid");
  return replyAt(endpoints, url.pathname.replace(/^\/\w+\/(thorchain\/)?/, ""), url) ?? crowd();
}

/** Bodies that are refused, each for another reason. */
const refused = [
  `${"[".repeat(60_000)}${"]".repeat(60_000)}`,
  `[${"{},".repeat(20_000)}{}]`,
  `{"a":"${"\\u0000".repeat(10_000)}"}`,
  `[${`${"9".repeat(400)},`.repeat(150)}1]`,
  " ".repeat(5_000_000),
];

/** As many members as are read of this endpoint's lists, or fewer where so many are more bytes than are read. */
function fullText(path: string): string {
  const text = JSON.stringify(crowdedBody(path, 60));
  const share = Math.min(1, (0.95 * maxBodyBytes(path)) / text.length);
  return share === 1 ? text : JSON.stringify(crowdedBody(path, Math.floor(60 * share)));
}
const overfullText = (path: string): string => JSON.stringify(crowdedBody(path, 3_000));

/** Made once for each endpoint, so that this process has time to answer. */
const made = new Map<string, string>();
function getText(path: string, make: (path: string) => string): string {
  const endpoint = path.split("?")[0] as string;
  const key = `${make.name} ${endpoint}`;
  const text = made.get(key) ?? make(endpoint);
  if (made.size < 200) made.set(key, text);
  return text;
}

/** As large as a block may be, with its header last. */
const transactions = JSON.stringify(times(3_500, payout));
const blockText = () =>
  `{"txs":${transactions},"header":{"height":${blockHeight},"time":"${new Date().toISOString()}"}}`;

/** A source whose answers are refused is asked less often. So all are accepted for a while, then all are refused. */
const PHASE_MS = 10_000;

function bodyOf(path: string, turn: number): string {
  const isRefused = Math.floor(Date.now() / PHASE_MS) % 2 === 1;
  if (isRefused && turn % 4 === 3) return getText(path, overfullText);
  if (isRefused) return refused[turn % refused.length] as string;
  if (path.includes("/health")) return JSON.stringify(crowdedBody(path, 0));
  return path.includes("/block") && !path.includes("/lastblock") ? blockText() : getText(path, fullText);
}

let answers = 0;
const port = Number(process.argv[2]);
const server = createServer((request, response) => {
  const path = request.url ?? "";
  if (path === "/__answers") return void response.end(String(answers));
  answers += 1;
  response.writeHead(200, { "content-type": "application/json" }).end(bodyOf(path, answers));
});
server.listen(port, "127.0.0.1", () => process.stdout.write("ready\n"));
