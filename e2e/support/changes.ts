// Changes of a scripted world that specs share, named by who says what.
import type { Row } from "./wire.ts";
import { down, type Reply, type Script, status, toPools, type World } from "./world.ts";

/** Those that a world has at most. */
const allNodes = ["node0", "node1", "node2"];

/** What all nodes answer to these paths. */
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

/** Changes what sources answer to a path. Without `name`: all of them. */
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

/** Members of the quotes that nodes give. Without `name`: of all nodes. */
export const changeQuote = (world: World, members: object | QuoteChange, name?: string): void =>
  changeReply(world, "/quote/swap", toChange(members), name);

/** The same, of the answers to a limit order. */
export const changeOrder = (world: World, members: object | QuoteChange, name?: string): void =>
  changeReply(world, "/quote/limit", toChange(members), name);

/** The list of chains with their addresses. */
export const changeRows = (
  world: World,
  change: (rows: readonly Row[]) => readonly Row[],
  name?: string,
): void => changeReply(world, "/inbound_addresses", (rows) => change(rows as readonly Row[]), name);

/** Members of the row of one chain in the list of addresses. */
export const changeRow = (world: World, chain: string, members: object, name?: string): void =>
  changeRows(
    world,
    (rows) => rows.map((row) => (row.chain === chain ? { ...row, ...members } : row)),
    name,
  );

/** As a node words it. */
export const refuseWith = (words: string, code = 400): Reply =>
  status(code, { code: 3, message: words, error: words });

/** As a node of THORChain names its newest block. */
export const lastBlock = (height: number) => [
  { chain: "BTC", last_observed_in: 1, thorchain: height },
];

/** The rows of the list of pools, with members of the pool of Ether changed, or more rows. */
export const poolsWith = (world: World, members: object, more: readonly Row[] = []) => [
  ...toPools(world).map((pool) => (pool.asset === "ETH.ETH" ? { ...pool, ...members } : pool)),
  ...more,
];

/** In the list of addresses a row more: of a chain that the preset does not have. */
export const listChain = (world: World, chain: string): void =>
  changeRows(world, (rows) => [
    ...rows,
    { ...rows[0], chain, address: `${chain.toLowerCase()}vault1` },
  ]);
