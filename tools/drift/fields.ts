// The members that each endpoint may send, from recordings of real nodes and from documentation.
import { readFileSync } from "node:fs";
import type { z } from "zod";
import { root } from "../../e2e/support/root.ts";
import * as network from "../../lib/protocol/upstream/network-schemas.ts";
import { Actions, PayoutQueue, QuoteSwap, TxStatus } from "../../lib/protocol/upstream/schemas.ts";
import type { Preset } from "../../lib/protocol/values/chains.ts";
import members from "./members.json" with { type: "json" };

export interface Endpoint {
  readonly kind: "node" | "indexer";
  readonly name: string;
  readonly toPath: (segment: Preset["segment"], txid: string) => string;
  readonly schema: z.ZodType;
  /** Recorded members, and members that newer releases document. Null if nothing was recorded. */
  readonly known: readonly string[] | null;
  /** Members that nodes always send, though optional in the schema. `thorchain=`: only there. */
  readonly always: readonly string[];
}

const schemas: Readonly<Record<string, z.ZodType>> = {
  "node lastblock": network.LastBlock,
  "node block": network.Block,
  "node mimir": network.Mimir,
  "node inbound_addresses": network.InboundAddresses,
  "node pools": network.Pools,
  "node network": network.NodeNetwork,
  "node outbound_fees": network.OutboundFees,
  "node queue": network.Queue,
  "node queue/outbound": PayoutQueue,
  "node queue/scheduled": PayoutQueue,
  "node constants": network.Constants,
  "node quote/swap?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=10000000": QuoteSwap,
  "node tx/status/{txid}": TxStatus,
  "indexer health": network.Health,
  "indexer actions?limit=20&type=swap,refund": Actions,
  "indexer pools": network.IndexerPools,
};

/** Contains the pause flags: no documentation promises them, but without them no chain is open. */
const knownMembers: Readonly<Record<string, { always?: string[]; documented?: string[] }>> =
  members;

interface Shape {
  readonly has?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}
const recordedNetworks: readonly Readonly<Record<string, Shape>>[] = Object.values(
  JSON.parse(readFileSync(`${root}e2e/fixtures/recorded/shapes.json`, "utf8")),
);

function listMembers({ has = {}, items }: Shape, path = ""): string[] {
  const members = Object.entries(has).flatMap(([name, shape]) => {
    const member = `${path && `${path}.`}${name.replace("?", "")}`;
    return [member, ...listMembers(shape, member)];
  });
  return items ? [...members, ...listMembers(items, `${path}[]`)] : members;
}

export const endpoints = Object.entries(schemas).map(([question, schema]): Endpoint => {
  const [key = ""] = question.split("?");
  const [kind, name] = key.split(" ") as [Endpoint["kind"], string];
  const recordedShapes =
    kind === "node"
      ? recordedNetworks.flatMap((network) => network[name.replace("txid", "id")] ?? [])
      : [];
  const { always = [], documented = [] } = knownMembers[key] ?? {};
  const recordedMembers = recordedShapes.flatMap((shape) => listMembers(shape));
  return {
    kind,
    name,
    toPath: (segment, txid) =>
      question.replace("node ", `/${segment}/`).replace("indexer ", "/v2/").replace("{txid}", txid),
    schema,
    known: recordedShapes.length > 0 ? [...recordedMembers, ...documented] : null,
    always,
  };
});
