// A deposit without a memo of its own: when it is one, what the network has stored for it, and by how many nodes.
import { expect, test } from "@playwright/test";
import { isMemoless, readStoredMemo } from "../../../../lib/protocol/swap/reference.ts";
import type { TxStatus } from "../../../../lib/protocol/upstream/schemas.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import {
  at,
  body,
  MEMO,
  memo,
  noQueue,
  read,
  tx,
  unseenBody,
} from "../../../fixtures/swap-bodies.ts";
import { createNode, json } from "../upstream/client-scripts.ts";

const blank = body(at.confirming, { tx: memo("") });
const named = body(at.confirming, { tx: memo("r:12345") });

test.describe("a deposit whose memo the network looks up", () => {
  const rows: [name: string, node: TxStatus | null, isOne: boolean][] = [
    ["no memo, not finalised", blank, true],
    ["a reference, not finalised", named, true],
    ["a memo of its own", body(at.confirming), false],
    [
      "a reference to be stored",
      body(at.confirming, { tx: memo("reference:BTC.BTC:=:ETH.ETH:0x1") }),
      false,
    ],
    [
      "finalised: the node shows the memo, or there is none",
      body(at.swapped, { tx: memo("") }),
      false,
    ],
    ["a text that only ends in a reference", body(at.confirming, { tx: memo("bar:1") }), false],
    ["a text that only begins with one", body(at.confirming, { tx: memo("r:1:2") }), false],
    ["a reference in capitals", body(at.confirming, { tx: memo("R:7") }), true],
    ["without coins", body(at.confirming, { tx: { ...tx, memo: "", coins: [] } }), false],
    [
      "with no list of coins",
      body(at.confirming, { tx: { ...tx, memo: "", coins: undefined } }),
      false,
    ],
    ["not seen", unseenBody, false],
    ["not read", null, false],
  ];
  for (const [name, node, isOne] of rows) {
    test(name, () => {
      expect(isMemoless(presets.thorchain, node)).toBe(isOne);
      expect(isMemoless(presets.mayachain, node)).toBe(false);
    });
  }
});

test("the stored memo says where the payout goes; without it that is not known", () => {
  const told = read({ node: blank, storedMemo: MEMO });
  expect(told).toMatchObject({ state: "confirming", payoutChain: "ETH", in: { memo: MEMO } });
  expect(told.explanation).toContain(
    "The deposit has no memo of its own. The network looks up the memo that was stored",
  );
  expect(read({ node: blank, storedMemo: null })).toMatchObject({
    payoutChain: null,
    in: { memo: null },
  });
  const own = read({ node: body(at.confirming), storedMemo: "=:LTC.LTC:x" });
  expect(own).toMatchObject({ payoutChain: "ETH", in: { memo: MEMO } });
  expect(own.explanation).not.toContain("no memo of its own");
});

test("while the network takes no references, the deposit is likely to be refunded", () => {
  const queue = { ...noQueue, isMemolessHalted: true };
  expect(read({ node: blank, queue }).explanation).toContain("It is likely to be refunded.");
  expect(read({ node: body(at.confirming), queue }).explanation).not.toContain("refunded");
});

test.describe("what is stored", () => {
  type Replies = readonly (readonly [status: number, body: unknown])[];
  const nodesOf = (...replies: Replies) => {
    const paths: string[] = [];
    const nodes = replies.map(([status, reply], index) =>
      createNode(`http://node${index}.invalid`, {
        index,
        transport: async (url) => {
          paths.push(url.pathname);
          return json(reply, { status });
        },
      }),
    );
    return { nodes, paths };
  };
  const stored = [200, { asset: "BTC.BTC", memo: MEMO, reference: "12345" }] as const;
  const options = { signal: new AbortController().signal };
  const rows: [name: string, replies: Replies, quorum: 1 | 2, memo: string | null][] = [
    ["two nodes name it", [stored, stored], 2, MEMO],
    ["two nodes differ", [stored, [200, { memo: "=:ETH.ETH:0xbad" }]], 2, null],
    ["one of two names it", [stored, [200, { reference: "1", available: true }]], 2, null],
    [
      "one of two refuses",
      [stored, [400, { code: 3, message: "memoless transactions are halted" }]],
      2,
      null,
    ],
    ["the one node there is names it", [stored], 1, MEMO],
    ["only one of two could be asked", [stored], 2, null],
    [
      "no more nodes are asked than must say it",
      [stored, [200, { memo: "=:ETH.ETH:0xbad" }]],
      1,
      MEMO,
    ],
    ["a blank memo is none", [[200, { memo: "" }]], 1, null],
  ];
  for (const [name, replies, quorum, memoText] of rows) {
    test(name, async () => {
      const { nodes } = nodesOf(...replies);
      expect(await readStoredMemo(blank, { nodes, quorum, options })).toBe(memoText);
    });
  }
  test("is asked for by the amount, or by the number that the memo names", async () => {
    for (const [node, path] of [
      [blank, "/thorchain/memo/check/BTC.BTC/5000000"],
      [named, "/thorchain/memo/BTC.BTC/12345"],
    ] as const) {
      const { nodes, paths } = nodesOf(stored);
      await readStoredMemo(node, { nodes, quorum: 1, options });
      expect(paths).toEqual([path]);
    }
  });
  test("nothing is asked of a record without coins", async () => {
    const { nodes, paths } = nodesOf(stored);
    const empty = body(at.confirming, { tx: { ...tx, memo: "", coins: [] } });
    expect(await readStoredMemo(empty, { nodes, quorum: 1, options })).toBeNull();
    expect(paths).toEqual([]);
  });

  test("nothing is asked of a deposit that was not seen", async () => {
    const { nodes, paths } = nodesOf(stored);
    expect(await readStoredMemo(unseenBody, { nodes, quorum: 1, options })).toBeNull();
    expect(paths).toEqual([]);
  });

  test("a deposit without any memo is asked for by its amount", async () => {
    const { nodes, paths } = nodesOf(stored);
    const { memo: _, ...bare } = tx;
    await readStoredMemo(body(at.confirming, { tx: bare }), { nodes, quorum: 1, options });
    expect(paths).toEqual(["/thorchain/memo/check/BTC.BTC/5000000"]);
  });
});
