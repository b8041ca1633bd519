// The table of body limits: each kind of it is read by the network, one member alone of a block, and of a refusal a few sentences.
import { expect, test } from "@playwright/test";
import { parseAnswer } from "../../../../lib/protocol/upstream/answer.ts";
import { bodyLimits, onlyMember } from "../../../../lib/protocol/upstream/body-limits.ts";
import { createWorld, down } from "../../../support/world.ts";

const TXID = "A".repeat(64);
const latePayout = {
  inbound_observed: { completed: true },
  outbound_signed: { blocks_since_scheduled: 300, completed: false },
};
const DESTINATION = `0x${"de57".repeat(10)}`;

test("each listed kind is one that is read, so that no limit is of nothing", async () => {
  const asked = new Set<string>();
  for (const network of ["thorchain", "mayachain"] as const) {
    const world = createWorld({ network, nodes: 2 });
    const question = { from: "BTC", to: "ETH", amount: "1", destination: DESTINATION };
    await world.network.getStatus();
    await world.network.getSwap(TXID, null);
    world.scripts.node0 = { [TXID]: { stages: latePayout }, outbound: [] };
    world.nowMs += 60_000;
    await world.network.getSwap(TXID, null);
    await world.network.getQuote({ ...question, affiliate: "alice", affiliateBps: 30 });
    if (network === "thorchain") await world.network.getQuote({ ...question, targetOut: "18" });
    // Without an indexer the block itself is asked for its time.
    world.scripts.indexer0 = { "*": down };
    world.nowMs += 60_000;
    await world.network.getStatus();
    for (const call of world.calls)
      asked.add((call.split(" ")[1] ?? "").replace(`${network}/`, ""));
  }
  const kinds = [...asked].map((path) => path.replace(`/${TXID}`, ""));
  expect([...bodyLimits.keys()].filter((kind) => !kinds.includes(kind))).toEqual([]);
});

test("of a block the header alone is parsed, of any other answer all", () => {
  expect(onlyMember("/thorchain/block")).toEqual({ name: "header", bytes: 65_536 });
  expect(onlyMember("/mayachain/block")).toEqual({ name: "header", bytes: 65_536 });
  for (const path of ["/thorchain/mimir", "/thorchain/tx/status/A", "/v2/block", "/", ""])
    expect(onlyMember(path), path).toBeNull();
});

test("a refusal is read up to 16 kB", async () => {
  const refusalOf = (bytes: number) => {
    const body = JSON.stringify({ message: "no" }).padEnd(bytes, " ");
    const response = new Response(body, {
      status: 400,
      headers: { "content-type": "application/json" },
    });
    return parseAnswer(response, "/thorchain/quote/swap", { backOffMaxMs: 1_000 }, 0).catch(
      (error) => error.refusal,
    );
  };
  expect(await refusalOf(16 * 1024)).toBe("no");
  expect(await refusalOf(16 * 1024 + 1)).toBeNull();
});
