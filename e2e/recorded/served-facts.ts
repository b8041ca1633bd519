// The facts of the project's copy as the answers of a node. Prices, depths and addresses of vaults are no facts of the copy: any do.
import { longId, type NetworkFacts, type SuiteFacts } from "../../tools/recorded/facts.ts";
import type { OutFact, TxFact } from "../../tools/recorded/transactions.ts";
import type { AnswerIn } from "./replay.ts";

/** Parameters that a main network lists as 0, and that these networks were never asked to vote on. */
const listed = (chains: readonly string[]) =>
  Object.fromEntries(
    ["HALTTRADING", "HALTCHAINGLOBAL", "HALTSIGNING", "NODEPAUSECHAINGLOBAL", "PAUSELP"]
      .concat(
        chains.flatMap((code) => [
          `HALT${code}TRADING`,
          `HALT${code}CHAIN`,
          `SOLVENCYHALT${code}CHAIN`,
        ]),
      )
      .map((key) => [key, 0]),
  );

/** The parameters of a state as a main network lists them: with the recorded release's own defaults of the switches. */
export function listedParameters(
  { defaults }: Pick<NetworkFacts, "defaults">,
  voted: Readonly<Record<string, number>>,
): Record<string, number> {
  return { ...listed(["BTC", "ETH"]), ...defaults, ...voted };
}

export function serveFacts(facts: NetworkFacts, suite: SuiteFacts): AnswerIn {
  return (index, path) => {
    const whole = lastWhole(suite, index);
    if (whole === null) return null;
    const [, parameters, rows, pools] = whole as unknown as [number, number, number, number];
    if (path === "mimir") return [200, listedParameters(facts, facts.parameters[parameters] ?? {})];
    if (path === "inbound_addresses") return [200, toList(facts.rows[rows]).map(rowBody)];
    if (path === "queue/outbound") return payoutsBody(facts, suite, index);
    if (path === "queue/scheduled") return [200, null];
    if (path === "pools")
      return [200, toList(facts.pools[pools]).map((text) => poolBody(text, facts))];
    const [, what = "", id = ""] =
      /^(tx\/status|queue\/swap\/details|swap\/streaming|tx)\/([0-9A-F]{64})$/i.exec(path) ?? [];
    if (id === "") return null;
    const found = factOf(facts, suite, id, index);
    if (!found) return null;
    if (what === "tx") return found.fact.heights ? [200, heightsBody(found.fact.heights)] : null;
    if (what === "swap/streaming")
      return found.fact.stream ? [200, streamBody(found.fact.stream)] : null;
    if (what === "tx/status")
      return [
        200,
        statusBody(facts, id, found, blocksSincePlanned(facts, suite, found.transaction, index)),
      ];
    return found.fact.queue
      ? [200, detailsBody(found.fact.queue)]
      : [400, { code: 3, message: "not found", details: [] }];
  };
}

/** The newest state up to one that was recorded whole. */
function lastWhole(suite: SuiteFacts, index: number): SuiteFacts["states"][number] | null {
  return suite.states.slice(0, index + 1).findLast((state) => state[1] !== null) ?? null;
}

type Transaction = SuiteFacts["txs"][string];
type Found = { readonly transaction: Transaction; readonly fact: TxFact };

function factOf(facts: NetworkFacts, suite: SuiteFacts, id: string, index: number): Found | null {
  const transaction = Object.entries(suite.txs).find(
    ([short]) => longId(short) === id.toLowerCase(),
  )?.[1];
  const at = transaction?.facts.findLast(([state]) => state <= index)?.[1];
  const fact = at === undefined ? undefined : facts.txFacts[at];
  return transaction && fact ? { transaction, fact } : null;
}

const toList = (text = "") => (text === "" ? [] : text.split(" "));

function rowBody(text: string) {
  const [chain = "", flags = ""] = text.split(":");
  return {
    chain,
    address: flags.includes("-") ? "" : `${chain.toLowerCase()}vault1`,
    halted: flags.includes("h"),
    global_trading_paused: flags.includes("g"),
    chain_trading_paused: flags.includes("c"),
    chain_lp_actions_paused: flags.includes("l"),
    gas_rate: "10",
    gas_rate_units: "satsperbyte",
    outbound_fee: "1000",
    dust_threshold: "1000",
  };
}

const statuses: Readonly<Record<string, string>> = {
  av: "Available",
  st: "Staged",
  su: "Suspended",
};

function poolBody(text: string, { network }: NetworkFacts) {
  const [asset = "", state = ""] = text.split(":");
  const depth = "100000000000000";
  return {
    asset,
    status: statuses[state.slice(0, 2)] ?? state,
    balance_asset: depth,
    ...(network === "thorchain"
      ? { balance_rune: depth, asset_tor_price: "100000000", trading_halted: state.endsWith("h") }
      : { balance_cacao: depth }),
  };
}

/** What waits to be paid out by the newest recorded queue of payouts; null where none was recorded. */
export function listDue(
  facts: NetworkFacts,
  { facts: told }: Transaction,
  index: number,
): TxFact["due"] | null {
  const known = told.filter(([state]) => state <= index).map(([, at]) => facts.txFacts[at]?.due);
  return known.findLast((due) => due !== undefined) ?? null;
}

function payoutsBody(facts: NetworkFacts, suite: SuiteFacts, index: number): ReturnType<AnswerIn> {
  const due = Object.entries(suite.txs).map(
    ([id, transaction]) => [id, listDue(facts, transaction, index)] as const,
  );
  if (due.every(([, list]) => list === null)) return null;
  return [200, due.flatMap(([id, list]) => (list ?? []).map(() => ({ in_hash: longId(id) })))];
}

/** As voted; the recorded test networks' own constant is not a main network's. */
export function signingPeriod(facts: NetworkFacts, suite: SuiteFacts, index: number): number {
  const parameters = lastWhole(suite, index)?.[1];
  return (
    (typeof parameters === "number" && facts.parameters[parameters]?.SIGNINGTRANSACTIONPERIOD) ||
    300
  );
}

export function blocksSincePlanned(
  facts: NetworkFacts,
  suite: SuiteFacts,
  transaction: Transaction,
  index: number,
): number {
  const [first = index] =
    transaction.facts.find(([, at]) => facts.txFacts[at]?.signed !== undefined) ?? [];
  return (suite.states[index]?.[0] ?? 0) - (suite.states[first]?.[0] ?? 0);
}

function statusBody(
  { addresses }: NetworkFacts,
  id: string,
  { transaction, fact }: Found,
  blocks: number,
) {
  const { chain, from, to, memo, coins } = transaction;
  const outBody = ({ chain, to, asset, amount }: OutFact) => ({
    chain,
    to_address: addresses[to],
    coin: { asset, amount },
  });
  return {
    tx: {
      id,
      chain,
      from_address: addresses[from],
      to_address: addresses[to],
      coins: coins.map(([asset, amount]) => ({ asset, amount })),
      ...(memo !== null && { memo }),
    },
    ...(fact.planned && {
      planned_out_txs: fact.planned.map((out) => ({
        ...outBody(out),
        refund: out.kind === "refund",
      })),
    }),
    ...(fact.sent && {
      out_txs: fact.sent.map((out, index) => ({
        id: out.id === "native" ? "0".repeat(64) : `${index + 1}`.padStart(64, "F"),
        chain: out.chain,
        to_address: addresses[out.to],
        coins: [{ asset: out.asset, amount: out.amount }],
        memo: `${out.kind === "refund" ? "REFUND" : "OUT"}:${id}`,
      })),
    }),
    stages: {
      inbound_observed: { final_count: 1, completed: true },
      inbound_confirmation_counted: { remaining_confirmation_seconds: 0, completed: true },
      inbound_finalised: { completed: true },
      swap_status: {
        pending: fact.pending,
        ...(fact.streaming && {
          streaming: {
            count: fact.streaming[0],
            quantity: fact.streaming[1],
            interval: fact.streaming[2],
          },
        }),
      },
      ...(fact.swapFinalised !== undefined && {
        swap_finalised: { completed: fact.swapFinalised },
      }),
      ...(fact.signed !== undefined && {
        outbound_signed: { blocks_since_scheduled: blocks, completed: fact.signed },
      }),
    },
  };
}

function detailsBody({
  type,
  asset,
  target,
  since,
  failed,
  ...state
}: NonNullable<TxFact["queue"]>) {
  return {
    swap: {
      target_asset: asset,
      trade_target: target,
      swap_type: type,
      initial_block_height: since,
      state: { ...state, failed_swaps: Array.from({ length: failed }, (_, index) => index) },
    },
    status: "queued",
    queue_type: "advanced",
  };
}

function streamBody({ asset, target, failed, ...state }: NonNullable<TxFact["stream"]>) {
  return {
    target_asset: asset,
    trade_target: target,
    ...state,
    failed_swaps: Array.from({ length: failed }, () => 0),
  };
}

function heightsBody([consensus, finalised]: NonNullable<TxFact["heights"]>) {
  return { consensus_height: consensus, finalised_height: finalised };
}
