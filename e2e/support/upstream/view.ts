// One provider's answers now: the scene, the script's changes, and its clock.
import type { Transport } from "../../../lib/protocol/upstream/provider.ts";
import { SAMPLE_INDEXER_URL, SAMPLE_NODE_URL } from "../../../lib/sample/transport.ts";
import {
  BLOCK_MS,
  type Block,
  blockAt,
  endpointsOf,
  type Json,
  type Reply,
  type Row,
  replyAt,
  type Scene,
  status,
} from "../wire.ts";
import type { Fault } from "./faults.ts";

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
  head(): Block;
  /** Undefined: this provider does not have the path. A promise, where a network of its own answers. */
  answer(url: URL): Reply;
}

/** A network of its own behind the same call as a real one. Its blocks and parameters are on its own clock. */
export type Embedded = Transport<Response>;

const embeddedUrls = { node: SAMPLE_NODE_URL, indexer: SAMPLE_INDEXER_URL };

export function createView(
  kind: "node" | "indexer",
  scene: Scene,
  startMs: number,
  now: () => number,
  embedded?: Embedded,
): View {
  let faults: At<{ fault: Fault; left: number }>[] = [];
  let bodies: At<Json>[] = [];
  let mimir: Record<string, number | null> = {};
  let inbound: NonNullable<Change["inbound"]> = {};
  let pools: NonNullable<Change["pools"]> = {};
  let frozenAtMs: number | null = null;
  let heightOffset = 0;
  let blockTimeOffsetMs = 0;

  const head = (): Block => {
    const { height, timeMs } = blockAt(
      { height: scene.baseHeight, timeMs: startMs },
      frozenAtMs ?? now(),
    );
    return {
      height: height + heightOffset,
      timeMs: timeMs + heightOffset * BLOCK_MS + blockTimeOffsetMs,
    };
  };

  function currentMimir(): Record<string, number> {
    const laid: Record<string, number | null> = { ...scene.mimir, ...mimir };
    return Object.fromEntries(
      Object.entries(laid).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
    );
  }

  function toHeights(values: NonNullable<Change["mimir"]>): Record<string, number | null> {
    const { height } = head();
    return Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        typeof value === "string" ? height + Number(value) : value,
      ]),
    );
  }

  return {
    head,
    change(change) {
      const path = change.path ?? "/";
      if (change.fault !== undefined) {
        faults = faults.filter((one) => one.path !== path);
        if (change.fault)
          faults.push({
            path,
            value: { fault: change.fault, left: change.fault.times ?? Number.POSITIVE_INFINITY },
          });
      }
      if (change.body !== undefined) {
        bodies = bodies.filter((one) => one.path !== path);
        if (change.body !== null) bodies.push({ path, value: change.body });
      }
      if (change.mimir !== undefined)
        mimir = change.mimir ? { ...mimir, ...toHeights(change.mimir) } : {};
      if (change.inbound !== undefined)
        inbound = change.inbound ? { ...inbound, ...change.inbound } : {};
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
    answer(url) {
      const replaced = nearest(bodies, url.pathname);
      if (replaced) return replaced.value;
      if (embedded)
        return readEmbedded(embedded, new URL(url.pathname + url.search, embeddedUrls[kind]));
      const prefix = kind === "node" ? `/${scene.segment}/` : "/v2/";
      if (!url.pathname.startsWith(prefix)) return undefined;
      const laid = {
        mimir: currentMimir(),
        inboundAddresses: layRows(scene.inboundAddresses, "chain", inbound),
        pools: layRows(scene.pools, "asset", pools),
      };
      const path = url.pathname.slice(kind === "node" ? prefix.length : 1);
      return replyAt(endpointsOf({ ...scene, ...laid }, head()), path, url);
    },
  };
}

async function readEmbedded(embedded: Embedded, url: URL): Promise<Reply> {
  const answer = await embedded(url, { headers: {}, signal: AbortSignal.timeout(10_000) });
  return status(answer.status, await answer.json());
}

/** The longest entry that this path begins with, at the end of a segment. */
function nearest<T>(entries: readonly At<T>[], path: string): At<T> | undefined {
  return entries
    .filter(
      (one) =>
        one.path === "/" || path === one.path || path.startsWith(`${one.path.replace(/\/$/, "")}/`),
    )
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
      Object.fromEntries(
        Object.entries(row).filter(([, value]) => value !== null || change?.[key] !== undefined),
      ),
    ];
  });
}
