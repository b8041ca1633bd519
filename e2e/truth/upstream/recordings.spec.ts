// Recorded answers of main networks have the shapes that are parsed, and keep their meaning where the scripted upstream moves them in time.
import { expect, test } from "@playwright/test";
import * as network from "../../../lib/protocol/upstream/network-schemas.ts";
import { parseShape } from "../../../lib/protocol/upstream/parse-shape.ts";
import { Actions, QuoteSwap, TxStatus } from "../../../lib/protocol/upstream/schemas.ts";
import { readRecordings } from "../../support/upstream/read-recordings.ts";
import { moveMimir } from "../../support/upstream/rewrite.ts";
import { createView } from "../../support/upstream/view.ts";
import { type Json, sentOf } from "../../support/wire.ts";

const START_MS = Date.parse("2026-05-01T12:00:00Z");

// Each key at the recorded height 1,000 and at 500,000.
for (const [meaning, key, recorded, moved] of [
  ["past stays past, as far behind", "HALTBTCCHAIN", 900, 499_900],
  ["now stays now", "HALTBTCCHAIN", 1_000, 500_000],
  ["future stays future, as far ahead", "HALTBTCTRADING", 1_100, 500_100],
  ["1 stays 1", "HALTTERRACHAIN", 1, 1],
  ["0 stays off", "HALTTRADING", 0, 0],
  ["-1 stays unset", "HALTTHORCHAIN", -1, -1],
  ["a node pause of the past stays past", "NODEPAUSECHAINGLOBAL", 999, 499_999],
  ["solvency", "SOLVENCYHALTETHCHAIN", 950, 499_950],
  ["signing", "HALTSIGNINGBTC", 1_050, 500_050],
  ["an amount is no height", "MINRUNEPOOLDEPTH", 1_000_000, 1_000_000],
] as const)
  test(`a moved parameter: ${meaning} (${key})`, () =>
    expect(moveMimir({ [key]: recorded }, 1_000, 500_000)).toEqual({ [key]: moved }));

test.describe("recorded mainnet answers", { tag: "@shared" }, () => {
  for (const name of ["thorchain", "mayachain"] as const)
    test(`${name}: every answer has the documented shape, and nothing happens after the last block`, () => {
      const folder = test.info().config.metadata.recordingsDir;
      test.skip(!folder, "RECORDINGS_DIR is not set");
      const scene = readRecordings(`${folder}`, name);
      const read = (path: string) => {
        const kind = path.startsWith("/v2/") ? "indexer" : "node";
        const view = createView(kind, scene, START_MS, () => START_MS);
        return sentOf(view.answer(new URL(path, "http://upstream.invalid")) ?? null).body as Json;
      };
      const quote = "quote/swap?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=100000000";
      for (const [path, schema] of [
        ["pools", network.Pools],
        ["inbound_addresses", network.InboundAddresses],
        ["mimir", network.Mimir],
        ["network", network.NodeNetwork],
        ["lastblock", network.LastBlock],
        ["block", network.Block],
        ["outbound_fees", network.OutboundFees],
        ["queue", network.Queue],
        [quote, QuoteSwap],
        ...Object.values(scene.txids).map((txid) => [`tx/status/${txid}`, TxStatus] as const),
      ] as const)
        expect(() => parseShape(schema, path, read(`/${name}/${path}`)), path).not.toThrow();
      expect(() => parseShape(network.Health, "/", read("/v2/health"))).not.toThrow();
      const { actions } = parseShape(Actions, "/v2/actions", read("/v2/actions"));
      expect(actions.length).toBeGreaterThan(0);
      for (const action of actions) {
        expect(Number(action.height)).toBeLessThanOrEqual(scene.baseHeight);
        expect(BigInt(action.date) <= BigInt(START_MS) * 1_000_000n).toBe(true);
      }
    });
});
