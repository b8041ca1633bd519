// A program: nodes and an indexer on the port given whose every answer is made to cost time: as long, deep or crowded as it may be, or more.
import { createServer } from "node:http";

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const amount = "9".repeat(40);
const flags = {
  halted: false,
  global_trading_paused: false,
  chain_trading_paused: false,
  chain_lp_actions_paused: false,
};

const row = (index: number) => ({ chain: `X${index}`, pub_key: "k", address: `a${index}`, router: "r", ...flags });
const pool = (index: number) => ({
  asset: `X${index % 60}.T${index}-0X${"A".repeat(40)}`,
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
      chain: `X${index}`,
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
  // As large as a block may be, its header last, and never one that is good.
  if (path.includes("/block")) return { txs: times(3_500, payout), header: { height: 1, time: amount } };
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

/** Made once for each endpoint, so that this process has time to answer. */
const crowded = new Map<string, string>();
function bodyOf(path: string, turn: number): string {
  // The clock alone must be new: the site judges nothing further without it.
  if (path.includes("/health")) return JSON.stringify(crowdedBody(path, 0));
  if (turn % 4 === 3) return refused[(turn >> 2) % refused.length] as string;
  const count = turn % 16 === 2 ? 3_000 : 60;
  const key = `${path.split("?")[0]} ${count}`;
  const known = crowded.get(key) ?? JSON.stringify(crowdedBody(path, count));
  if (crowded.size < 200) crowded.set(key, known);
  return known;
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
