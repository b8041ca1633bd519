// A program: nodes and an indexer on the port given whose every answer is made to cost time: as long, deep or crowded as it may be, or more.
import { createServer } from "node:http";
import { soundFlags } from "../../e2e/support/wire.ts";
import { maxBodyBytes } from "../../lib/protocol/upstream/answer.ts";

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const amount = "9".repeat(40);
/** The assets that clients ask for, then names that nobody knows. */
const known = ["BTC", "ETH"];
const chain = (index: number) => known[index] ?? `X${index % 60}`;
const asset = (index: number) =>
  index < known.length ? `${chain(index)}.${chain(index)}` : `${chain(index)}.T${index}-0X${"A".repeat(40)}`;
const row = (index: number) => ({
  chain: chain(index),
  pub_key: "k",
  address: `a${index}`,
  router: "r",
  ...soundFlags(),
});
const pool = (index: number) => ({
  asset: asset(index),
  status: "Available",
  balance_asset: amount,
  balance_rune: amount,
  pending_inbound_asset: amount,
  pending_inbound_rune: amount,
  pool_units: amount,
  LP_units: amount,
  synth_units: amount,
});
const payout = (index: number) => ({
  id: String(index).padStart(64, "A"),
  chain: "ETH",
  to_address: `0x${"b".repeat(40)}`,
  coins: [{ asset: "ETH.ETH", amount }],
  memo: `OUT:${"C".repeat(900)}`,
});
const blockHeight = 25_000_000;

/** The right shape, with as many members as `count` allows of each list. */
function crowdedBody(path: string, count: number): unknown {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const mark = { height: blockHeight, timestamp: nowSeconds };
  if (path.includes("/inbound_addresses")) return times(count, row);
  if (path.includes("/mimir")) return Object.fromEntries(times(count * 60, (index) => [`HALT${index}CHAIN`, index]));
  if (path.includes("/lastblock"))
    return times(count, (index) => ({
      chain: chain(index),
      last_observed_in: 1,
      last_signed_out: 1,
      thorchain: blockHeight,
    }));
  if (path.includes("/pools")) return times(count * 15, pool);
  if (path.includes("/outbound_fees"))
    return times(count * 30, (index) => ({ asset: `X.T${index}`, outbound_fee: amount }));
  if (path.includes("/tx/status"))
    return { tx: payout(0), out_txs: times(count, payout), stages: { inbound_observed: { completed: true } } };
  if (path.includes("/health"))
    return {
      database: true,
      inSync: true,
      scannerHeight: "1",
      lastThorNode: mark,
      lastFetched: mark,
      lastCommitted: mark,
      lastAggregated: mark,
    };
  if (path.includes("/actions"))
    return {
      actions: times(count, (index) => ({
        type: "swap",
        status: "success",
        in: [payout(index)],
        out: [payout(index)],
        date: "1",
        height: "1",
        pools: [],
        metadata: {},
      })),
      count: "1",
    };
  if (path.endsWith("/network")) return { total_bond_units: amount };
  if (path.includes("/constants"))
    return { int_64_values: Object.fromEntries(times(count * 60, (index) => [`Constant${index}`, index])) };
  if (path.includes("/quote/"))
    return {
      expected_amount_out: amount,
      fees: { asset: "ETH.ETH" },
      expiry: nowSeconds + 600,
      memo: "=".repeat(1_000),
    };
  return Object.fromEntries(times(count * 60, (index) => [`member${index}`, amount]));
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
