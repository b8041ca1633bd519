// One provider's answers now: the scene, the script's changes, and its clock.
import type { Transport } from "../../../lib/protocol/upstream/transport.ts";
import { SAMPLE_INDEXER_URL, SAMPLE_NODE_URL } from "../../../lib/sample/transport.ts";
import {
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

/** By the name of a row. A null row or member is removed. An unknown name gets a new row. */
type RowChanges = Readonly<Record<string, Readonly<Row> | null>>;

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
  readonly mimir?: Readonly<Record<string, number | string | null>>;
  /** Merged into the rows by chain. */
  readonly inbound?: RowChanges;
  /** Merged into the pools by asset. */
  readonly pools?: RowChanges;
  /** True stops the blocks; false lets them continue. */
  readonly frozen?: boolean;
  /** Added to the block time only. Positive: a block in the future. */
  readonly blockTimeOffsetMs?: number;
}

export interface View {
  change(change: Change): void;
  faultAt(path: string): Fault | null;
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
  const faults = new Map<string, Fault>();
  const bodies = new Map<string, Json>();
  const mimir: Record<string, number | null> = {};
  const inbound: Record<string, Readonly<Row> | null> = {};
  const pools: Record<string, Readonly<Row> | null> = {};
  let frozenAtMs: number | null = null;
  let blockTimeOffsetMs = 0;

  const head = () => {
    const first = { height: scene.baseHeight, timeMs: startMs };
    const { height, timeMs } = blockAt(first, frozenAtMs ?? now());
    return { height, timeMs: timeMs + blockTimeOffsetMs };
  };

  return {
    change({ path = "/", ...change }) {
      setOrRemove(faults, path, change.fault);
      setOrRemove(bodies, path, change.body);
      const { height } = head();
      for (const [key, value] of Object.entries(change.mimir ?? {}))
        mimir[key] = typeof value === "string" ? height + Number(value) : value;
      Object.assign(inbound, change.inbound);
      Object.assign(pools, change.pools);
      if (change.frozen !== undefined) frozenAtMs = change.frozen ? (frozenAtMs ?? now()) : null;
      blockTimeOffsetMs = change.blockTimeOffsetMs ?? blockTimeOffsetMs;
    },
    faultAt: (path) => nearest(faults, path) ?? null,
    answer(url) {
      const body = nearest(bodies, url.pathname);
      if (body !== undefined) return body;
      if (embedded)
        return readEmbedded(embedded, new URL(url.pathname + url.search, embeddedUrls[kind]));
      const prefix = kind === "node" ? `/${scene.segment}/` : "/v2/";
      if (!url.pathname.startsWith(prefix)) return undefined;
      const changed = {
        ...scene,
        mimir: withoutNull({ ...scene.mimir, ...mimir }),
        inboundAddresses: changedRows(scene.inboundAddresses, "chain", inbound),
        pools: changedRows(scene.pools, "asset", pools),
      };
      const path = url.pathname.slice(kind === "node" ? prefix.length : 1);
      return replyAt(endpointsOf(changed, head()), path, url);
    },
  };
}

function setOrRemove<T>(entries: Map<string, T>, path: string, value: T | null | undefined) {
  if (value === null) entries.delete(path);
  else if (value !== undefined) entries.set(path, value);
}

async function readEmbedded(embedded: Embedded, url: URL): Promise<Reply> {
  const answer = await embedded(url, { headers: {}, signal: AbortSignal.timeout(10_000) });
  return status(answer.status, await answer.json());
}

/** What the longest path has that this one begins with, at the end of a segment. */
function nearest<T>(entries: ReadonlyMap<string, T>, path: string): T | undefined {
  return [...entries]
    .filter(([start]) => `${path}/`.startsWith(`${start.replace(/\/$/, "")}/`))
    .sort(([a], [b]) => b.length - a.length)[0]?.[1];
}

const withoutNull = <T extends Json>(members: Readonly<Record<string, T | null>>) =>
  Object.fromEntries(
    Object.entries(members).filter((member): member is [string, T] => member[1] !== null),
  );

function changedRows(rows: readonly Row[], key: string, changes: RowChanges): Row[] {
  const names = new Set([...rows.map((row) => String(row[key])), ...Object.keys(changes)]);
  return [...names]
    .filter((name) => changes[name] !== null)
    .map((name) =>
      withoutNull({ ...rows.find((row) => row[key] === name), [key]: name, ...changes[name] }),
    );
}
