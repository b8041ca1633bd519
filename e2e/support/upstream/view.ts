// One provider's answers now: the scene, the script's changes, and its clock.
import type { Fault } from "./faults.ts";
import type { Head, Json, Row, Scene } from "./scene.ts";
import { actionsBody, blockBody, headAt, healthBody, lastBlockBody, quoteBody } from "./scene.ts";

/** What a script may change. Absent members stay; null removes a change. */
export interface Change {
  /** "node0", "indexer1" …; absent: every provider. */
  readonly provider?: string;
  /** For `fault` and `body`: the start of the path below the provider ("/thorchain/pools"). Absent: every path. */
  readonly path?: string;
  readonly fault?: Fault | null;
  /** Replaces the whole answer at `path`. */
  readonly body?: Json;
  /**
   * Merged into the scene's mimir. Null removes a key. A string "+100" or "-1" is relative to the provider's height
   * when it is set; the height that it then means stays, as a parameter's does.
   */
  readonly mimir?: Readonly<Record<string, number | string | null>> | null;
  /** Merged into the rows by chain. A null row or member is removed. An unknown chain gets a new row. */
  readonly inbound?: Readonly<Record<string, { readonly [field: string]: Json } | null>> | null;
  /** Merged into the pools by asset. */
  readonly pools?: Readonly<Record<string, { readonly [field: string]: Json } | null>> | null;
  /** True stops the blocks; false lets them continue. */
  readonly frozen?: boolean;
  /** Blocks added to the height, with their times. Negative: a rollback or lag. */
  readonly heightOffset?: number;
  /** Added to the block time only. Positive: a block in the future. */
  readonly blockTimeOffsetMs?: number;
}

interface At<T> {
  readonly path: string;
  readonly value: T;
}

export interface View {
  change(change: Change): void;
  /** The current fault at this path. Each call uses up one of its `times`. */
  takeFault(path: string): Fault | null;
  head(): Head;
  /** The answer, or null if this provider does not have the path. */
  answer(path: string, query: URLSearchParams): { status: number; body: Json } | null;
}

export function createView(kind: "node" | "indexer", scene: Scene, startMs: number, now: () => number): View {
  let faults: At<{ fault: Fault; left: number }>[] = [];
  let bodies: At<Json>[] = [];
  let mimir: Record<string, number | null> = {};
  let inbound: NonNullable<Change["inbound"]> = {};
  let pools: NonNullable<Change["pools"]> = {};
  let frozenAtMs: number | null = null;
  let heightOffset = 0;
  let blockTimeOffsetMs = 0;

  const head = (): Head => {
    const base = headAt(scene.baseHeight, startMs, frozenAtMs ?? now());
    const offsetMs = heightOffset * 6_000;
    return { ...base, height: base.height + heightOffset, timeMs: base.timeMs + offsetMs + blockTimeOffsetMs };
  };

  function currentMimir(): Record<string, number> {
    const laid: Record<string, number | null> = { ...scene.mimir, ...mimir };
    return Object.fromEntries(Object.entries(laid).flatMap(([key, value]) => (value === null ? [] : [[key, value]])));
  }

  function toHeights(values: NonNullable<Change["mimir"]>): Record<string, number | null> {
    const { height } = head();
    return Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, typeof value === "string" ? height + Number(value) : value]),
    );
  }

  function answerNode(name: string, query: URLSearchParams): { status: number; body: Json } | null {
    const ok = (body: Json) => ({ status: 200, body });
    const rows = () => layRows(scene.pools, "asset", pools);
    const [first = "", second = "", third = ""] = name.split("/");
    switch (first) {
      case "pools":
        return ok(rows());
      case "pool": {
        const pool = rows().find((row) => row.asset === second.toUpperCase());
        return pool ? ok(pool) : { status: 404, body: { code: 5, message: `pool ${second} not found`, details: [] } };
      }
      case "inbound_addresses":
        return ok(layRows(scene.inboundAddresses, "chain", inbound));
      case "mimir":
        return ok(second === "key" ? (currentMimir()[third.toUpperCase()] ?? -1) : currentMimir());
      case "network":
        return ok(scene.network);
      case "lastblock":
        return ok(lastBlockBody(scene, head()));
      case "block":
        return ok(blockBody(scene, head()));
      case "outbound_fees":
        return ok([...scene.outboundFees]);
      case "queue":
        return ok(second === "" ? scene.queue : null);
      case "version":
        return ok(scene.version);
      case "ping":
        return ok({ ping: "pong" });
      case "quote": {
        const inboundAddresses = layRows(scene.inboundAddresses, "chain", inbound);
        const quote = quoteBody({ ...scene, inboundAddresses }, query, head());
        const refusal = "bad to asset: pool does not exist";
        if (quote) return ok(quote);
        // mayanode refuses with HTTP 200.
        if (scene.segment === "mayachain") return ok({ error: refusal });
        return { status: 400, body: { code: 3, message: refusal, details: [] } };
      }
      case "tx": {
        if (!/^[0-9A-Fa-f]{64}$/.test(third)) return { status: 404, body: { error: "fail to parse tx id" } };
        const unseen: Row = { stages: { inbound_observed: { final_count: 0, completed: false } } };
        const status = scene.txStatus[third.toUpperCase()] ?? unseen;
        return ok(second === "stages" ? (status.stages ?? null) : status);
      }
      default:
        return null;
    }
  }

  function answerIndexer(name: string, query: URLSearchParams): { status: number; body: Json } | null {
    if (name === "health") return { status: 200, body: healthBody(head()) };
    if (name === "actions") return { status: 200, body: actionsBody(scene, query, head()) };
    if (name !== "pools") return null;
    const status = query.get("status");
    return { status: 200, body: scene.indexerPools.filter((pool) => !status || pool.status === status) };
  }

  return {
    head,
    change(change) {
      const path = change.path ?? "/";
      if (change.fault !== undefined) {
        faults = faults.filter((one) => one.path !== path);
        if (change.fault)
          faults.push({ path, value: { fault: change.fault, left: change.fault.times ?? Number.POSITIVE_INFINITY } });
      }
      if (change.body !== undefined) {
        bodies = bodies.filter((one) => one.path !== path);
        if (change.body !== null) bodies.push({ path, value: change.body });
      }
      if (change.mimir !== undefined) mimir = change.mimir ? { ...mimir, ...toHeights(change.mimir) } : {};
      if (change.inbound !== undefined) inbound = change.inbound ? { ...inbound, ...change.inbound } : {};
      if (change.pools !== undefined) pools = change.pools ? { ...pools, ...change.pools } : {};
      if (change.frozen !== undefined) frozenAtMs = change.frozen ? (frozenAtMs ?? now()) : null;
      if (change.heightOffset !== undefined) heightOffset = change.heightOffset;
      if (change.blockTimeOffsetMs !== undefined) blockTimeOffsetMs = change.blockTimeOffsetMs;
    },
    takeFault(path) {
      const standing = nearest(faults, path)?.value;
      if (!standing || standing.left <= 0) return null;
      standing.left -= 1;
      return standing.fault;
    },
    answer(path, query) {
      const replaced = nearest(bodies, path);
      if (replaced) return { status: 200, body: replaced.value };
      const prefix = kind === "node" ? `/${scene.segment}/` : "/v2/";
      if (!path.startsWith(prefix)) return null;
      const name = path.slice(prefix.length);
      return kind === "node" ? answerNode(name, query) : answerIndexer(name, query);
    },
  };
}

/** The longest entry that this path begins with, at the end of a segment. */
function nearest<T>(entries: readonly At<T>[], path: string): At<T> | undefined {
  return entries
    .filter((one) => one.path === "/" || path === one.path || path.startsWith(`${one.path.replace(/\/$/, "")}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

/** A scene's rows with the script's changes. */
function layRows(
  rows: readonly Row[],
  key: string,
  changes: Readonly<Record<string, { readonly [field: string]: Json } | null>>,
): Row[] {
  const names = new Set([...rows.map((row) => String(row[key])), ...Object.keys(changes)]);
  return [...names].flatMap((name) => {
    const change = changes[name];
    if (change === null) return [];
    const row = { ...rows.find((one) => one[key] === name), [key]: name, ...change };
    return [
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null || change?.[key] !== undefined)),
    ];
  });
}
