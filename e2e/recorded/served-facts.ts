// The facts of the project's copy as the answers of a node. Prices, depths and addresses of vaults are no facts of the copy: any do.
import { longId, type NetworkFacts, type SuiteFacts } from "../../tools/recorded/facts.ts";
import type { OutFact, TxFact } from "../../tools/recorded/transactions.ts";
import type { AnswerIn } from "./replay.ts";

/** Parameters that a main network lists as 0, and that these networks were never asked to vote on. */
const unvoted = [
  ...["HALTTRADING", "HALTCHAINGLOBAL", "HALTSIGNING", "NODEPAUSECHAINGLOBAL", "PAUSELP"],
  ...["HALTBTCTRADING", "HALTBTCCHAIN", "SOLVENCYHALTBTCCHAIN"],
  ...["HALTETHTRADING", "HALTETHCHAIN", "SOLVENCYHALTETHCHAIN"],
].map((key) => [key, 0] as const);

/** The parameters of a state as a main network lists them: with the recorded release's own defaults of the switches. */
export const listedParameters = (
  { defaults }: Pick<NetworkFacts, "defaults">,
  voted: Readonly<Record<string, number>>,
): Record<string, number> => ({ ...Object.fromEntries(unvoted), ...defaults, ...voted });

export function serveFacts(facts: NetworkFacts, suite: SuiteFacts): AnswerIn {
  const bodyOf = (path: string, index: number): unknown => {
    const [, parameters, rows, pools] = lastWhole(suite, index) ?? [];
    if (path === "mimir") return listedParameters(facts, facts.parameters[parameters ?? -1] ?? {});
    if (path === "inbound_addresses") return toList(facts.rows[rows ?? -1]).map(rowBody);
    if (path === "queue/outbound") return payoutsBody(facts, suite, index);
    if (path === "pools")
      return toList(facts.pools[pools ?? -1]).map((text) => poolBody(text, facts));
    const [id = ""] = /[0-9A-F]{64}$/i.exec(path) ?? [];
    const found = factOf(facts, suite, id, index);
    if (!found) return undefined;
    const { stream, queue, heights } = found.fact;
    switch (path.slice(0, -65)) {
      case "tx":
        return heights && { consensus_height: heights[0], finalised_height: heights[1] };
      case "tx/status":
        return statusBody(
          facts,
          id,
          found,
          blocksSincePlanned(facts, suite, found.transaction, index),
        );
      case "swap/streaming":
        return stream && streamBody(stream);
      case "queue/swap/details":
        return queue && { swap: detailsBody(queue), status: "queued", queue_type: "advanced" };
      default:
        return undefined;
    }
  };
  return (index, path) => {
    if (lastWhole(suite, index) === null) return null;
    if (path === "queue/scheduled") return [200, null];
    const body = bodyOf(path, index);
    return body === undefined ? null : [200, body];
  };
}

/** The newest state up to one that was recorded whole. */
const lastWhole = (suite: SuiteFacts, index: number) =>
  suite.states.slice(0, index + 1).findLast((state) => state[1] !== null) ?? null;

type Transaction = SuiteFacts["txs"][string];
interface Found {
  readonly transaction: Transaction;
  readonly fact: TxFact;
}

function factOf(facts: NetworkFacts, { txs }: SuiteFacts, id: string, index: number): Found | null {
  const [, transaction] =
    Object.entries(txs).find(([short]) => longId(short) === id.toLowerCase()) ?? [];
  const at = transaction?.facts.findLast(([state]) => state <= index)?.[1];
  const fact = at === undefined ? undefined : facts.txFacts[at];
  return transaction && fact ? { transaction, fact } : null;
}

const toList = (text = "") => text.split(" ").filter(Boolean);

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
    outbound_tx_size: flags.includes("z") ? "0" : "1000",
    dust_threshold: "1000",
  };
}

const statuses = new Map([
  ["av", "Available"],
  ["st", "Staged"],
  ["su", "Suspended"],
]);

function poolBody(text: string, { network }: NetworkFacts) {
  const [asset = "", state = ""] = text.split(":");
  const depth = "100000000000000";
  const ofThorchain = {
    balance_rune: depth,
    asset_tor_price: "100000000",
    trading_halted: state.endsWith("h"),
  };
  return {
    asset,
    status: statuses.get(state.slice(0, 2)) ?? state,
    balance_asset: depth,
    ...(network === "thorchain" ? ofThorchain : { balance_cacao: depth }),
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

function payoutsBody(facts: NetworkFacts, { txs }: SuiteFacts, index: number) {
  const due = Object.entries(txs).map(([id, transaction]) => {
    return { in_hash: longId(id), list: listDue(facts, transaction, index) };
  });
  if (due.every(({ list }) => list === null)) return undefined;
  return due.flatMap(({ in_hash, list }) => (list ?? []).map(() => ({ in_hash })));
}

/** As voted; the recorded test networks' own constant is not a main network's. */
export function signingPeriod(facts: NetworkFacts, suite: SuiteFacts, index: number): number {
  const parameters = lastWhole(suite, index)?.[1] ?? -1;
  return facts.parameters[parameters]?.SIGNINGTRANSACTIONPERIOD || 300;
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
  blocks_since_scheduled: number,
) {
  const { chain, from, to, memo, coins } = transaction;
  const { planned, sent, pending, streaming, swapFinalised, signed } = fact;
  const outBody = ({ chain, to, asset, amount }: OutFact) => ({
    ...{ chain, to_address: addresses[to] },
    coin: { asset, amount },
  });
  const [count, quantity, interval] = streaming ?? [];
  return {
    tx: {
      ...{ id, chain, from_address: addresses[from], to_address: addresses[to] },
      coins: coins.map(([asset, amount]) => ({ asset, amount })),
      memo: memo ?? undefined,
    },
    planned_out_txs: planned?.map((out) => ({ ...outBody(out), refund: out.kind === "refund" })),
    out_txs: sent?.map((out, index) => {
      const { coin, ...body } = outBody(out);
      const hash = `${index + 1}`.padStart(64, "F");
      const memo = `${out.kind === "refund" ? "REFUND" : "OUT"}:${id}`;
      return { id: out.id === "native" ? "0".repeat(64) : hash, ...body, coins: [coin], memo };
    }),
    stages: {
      inbound_observed: { final_count: 1, completed: true },
      inbound_confirmation_counted: { remaining_confirmation_seconds: 0, completed: true },
      inbound_finalised: { completed: true },
      swap_status: { pending, streaming: streaming && { count, quantity, interval } },
      swap_finalised: swapFinalised === undefined ? undefined : { completed: swapFinalised },
      outbound_signed:
        signed === undefined ? undefined : { blocks_since_scheduled, completed: signed },
    },
  };
}

const detailsBody = ({ type, since, ...stream }: NonNullable<TxFact["queue"]>) => {
  const { target_asset, trade_target, ...state } = streamBody(stream);
  return {
    ...{ target_asset, trade_target, state },
    swap_type: type,
    initial_block_height: since,
  };
};

const streamBody = ({ asset, target, failed, ...state }: NonNullable<TxFact["stream"]>) => ({
  target_asset: asset,
  trade_target: target,
  ...state,
  failed_swaps: Array.from({ length: failed }, (_, index) => index),
});
