// Changes of what the scripted nodes and indexers of a world answer.
import type { Row } from "./wire.ts";
import { down, type Reply, type Script, status, toPools, type World } from "./world.ts";

const allNodes = ["node0", "node1", "node2"];

/** Adds replies by path to all nodes, or to the nodes in `names`. */
export function scriptNodes(
  world: World,
  script: Script,
  names: readonly string[] = allNodes,
): void {
  for (const name of names) world.scripts[name] = { ...world.scripts[name], ...script };
}

export function silence(world: World, ...names: readonly string[]): void {
  for (const name of names) world.scripts[name] = { "*": down };
}

/** Changes the replies to a path. Without `name`: of all nodes and indexers. */
function changeReply(
  world: World,
  path: string,
  change: (reply: Reply) => Reply,
  name?: string,
): void {
  const before = world.intercept;
  world.intercept = (source, url, reply) => {
    const answer = before(source, url, reply);
    const isMeant = url.pathname.endsWith(path) && (name === undefined || name === source);
    return isMeant ? change(answer) : answer;
  };
}

type QuoteChange = (quote: Row) => Reply;
const toChange = (members: object | QuoteChange) => (reply: Reply) =>
  typeof members === "function"
    ? (members as QuoteChange)(reply as Row)
    : { ...(reply as Row), ...members };

export const changeQuote = (world: World, members: object | QuoteChange, name?: string): void =>
  changeReply(world, "/quote/swap", toChange(members), name);

export const changeOrder = (world: World, members: object | QuoteChange, name?: string): void =>
  changeReply(world, "/quote/limit", toChange(members), name);

export const changeRows = (
  world: World,
  change: (rows: readonly Row[]) => readonly Row[],
  name?: string,
): void => changeReply(world, "/inbound_addresses", (rows) => change(rows as readonly Row[]), name);

export const changeRow = (world: World, chain: string, members: object, name?: string): void =>
  changeRows(
    world,
    (rows) => rows.map((row) => (row.chain === chain ? { ...row, ...members } : row)),
    name,
  );

export const refuseWith = (words: string, code = 400): Reply =>
  status(code, { code: 3, message: words, error: words });

/** The body of `lastblock` from a node of THORChain. */
export const lastBlock = (height: number) => [
  { chain: "BTC", last_observed_in: 1, thorchain: height },
];

/** The list of pools with changed members of the ETH.ETH pool, and with `more` rows. */
export const poolsWith = (world: World, members: object, more: readonly Row[] = []) => [
  ...toPools(world).map((pool) => (pool.asset === "ETH.ETH" ? { ...pool, ...members } : pool)),
  ...more,
];

/** Adds a chain that the preset does not have to the list of addresses. */
export const listChain = (world: World, chain: string): void =>
  changeRows(world, (rows) => [
    ...rows,
    { ...rows[0], chain, address: `${chain.toLowerCase()}vault1` },
  ]);
