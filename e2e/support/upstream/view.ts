// Answers of one scripted node or indexer, from the scene and the changes of a script.
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

/** Changed members by row name. Null removes a row or member. A new name adds a row. */
type RowChanges = Readonly<Record<string, Readonly<Row> | null>>;

/** A change by a script. Absent members stay unchanged. Null ends an earlier change. */
export interface Change {
  /** "node0", "indexer0" … Absent: all nodes and the indexer. */
  readonly provider?: string;
  /** Path prefix for `fault` and `body`, like "/thorchain/pools". Absent: every path. */
  readonly path?: string;
  readonly fault?: Fault | null;
  readonly body?: Json;
  /** Mimir values. Null removes a mimir key. "+100" or "-1" is relative to the current height. */
  readonly mimir?: Readonly<Record<string, number | string | null>>;
  readonly inbound?: RowChanges;
  readonly pools?: RowChanges;
}

export type View = ReturnType<typeof createView>;

/** Another network (the sample) that answers instead of the scene, with its own clock. */
export type Embedded = Transport<Response>;

const embeddedUrls = { node: SAMPLE_NODE_URL, indexer: SAMPLE_INDEXER_URL };

export function createView(
  kind: "node" | "indexer",
  scene: Scene,
  startMs: number,
  now: () => number,
  embedded?: Embedded,
) {
  const faults = new Map<string, Fault>();
  const bodies = new Map<string, Json>();
  const mimir: Record<string, number | null> = {};
  const inbound: Record<string, Readonly<Row> | null> = {};
  const pools: Record<string, Readonly<Row> | null> = {};
  const head = () => blockAt({ height: scene.baseHeight, timeMs: startMs }, now());

  return {
    change({ path = "/", ...change }: Change): void {
      setOrRemove(faults, path, change.fault);
      setOrRemove(bodies, path, change.body);
      const { height } = head();
      for (const [key, value] of Object.entries(change.mimir ?? {}))
        mimir[key] = typeof value === "string" ? height + Number(value) : value;
      Object.assign(inbound, change.inbound);
      Object.assign(pools, change.pools);
    },
    faultAt: (path: string) => nearest(faults, path) ?? null,
    /** Undefined if the path does not exist. A promise if `embedded` answers. */
    answer(url: URL): Reply {
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

/** The value of the longest entry that is a prefix of `path`, in whole segments. */
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
