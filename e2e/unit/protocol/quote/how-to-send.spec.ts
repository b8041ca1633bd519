// How to send a deposit, asked of the whole reader: it fits the chain and the token.
import { expect, test } from "@playwright/test";
import type { QuoteRequest } from "../../../../lib/protocol/model/quote.ts";
import { createWorld } from "../network-world.ts";
import { ask, BECH32, limited, poolOf, withLimit } from "./gate-world.ts";

test("a token of a chain with a router is a call of the router, and without one there is no address", async () => {
  const token = "ETH.DAI-0XCCC222";
  const pools = [token, "BTC.BTC", "ETH.ETH"].map((one) => poolOf(one));
  const reply = { memo: `=:BTC.BTC:${BECH32}:990000`, inbound_address: "ethvault1", router: "0xrouter" };
  const request = { from: token, to: "BTC", destination: BECH32, ...withLimit };
  const world = createWorld();
  world.scripts.node0 = { pools };
  const quote = await ask(world, reply, request);
  expect(quote).toMatchObject({ memo: reply.memo, inboundAddress: "ethvault1" });
  expect(quote.advice).toMatch(
    /from an ordinary account that signs itself, approve the router for the amount\..*depositWithExpiry\(vault: this address, asset, amount, exactly this memo, expiration: at most \d{10}\)\. Never transfer the token/,
  );
  expect(quote.advice).not.toMatch(/send the amount/);

  const gas = createWorld();
  gas.scripts.node0 = { pools };
  expect((await ask(gas, reply, { ...request, from: "ETH" })).advice).toMatch(/: send the amount/);

  for (const router of [undefined, ""]) {
    const bare = createWorld();
    bare.scripts.node0 = { pools };
    bare.rows.ETH = { router };
    expect(await ask(bare, { ...reply, router }, request)).toMatchObject({
      memo: null,
      inboundAddress: null,
      reason: { text: expect.stringMatching(/router/) },
    });
  }
});

test("how to send fits the chain, and is never from an exchange", async () => {
  const world = createWorld();
  world.scripts.node0 = { pools: ["BTC.BTC", "ETH.ETH", "XRP.XRP"].map((one) => poolOf(one)) };
  const rows: [more: Partial<QuoteRequest>, reply: object, how: RegExp][] = [
    [
      {},
      { memo: limited },
      /itself\. It goes into OP_RETURN\. This address is the first output, and the change goes back/,
    ],
    [
      { from: "ETH", to: "BTC", destination: BECH32 },
      { memo: `=:BTC.BTC:${BECH32}:990000`, inbound_address: "ethvault1", router: "0xrouter" },
      /itself\. It is the data of the transaction\. Send from an ordinary account that signs itself\. Use/,
    ],
    [
      { from: "XRP" },
      { memo: limited, inbound_address: "xrpvault1" },
      /itself\. It is the MemoData of the only memo of one Payment\. A destination tag is no memo/,
    ],
    [{ from: "RUNE" }, { memo: limited, inbound_address: undefined }, /: send a MsgDeposit with exactly this memo/],
  ];
  for (const [more, reply, how] of rows) {
    const { advice, howToSend } = await ask(world, reply, { ...withLimit, ...more });
    for (const text of [advice, howToSend]) {
      expect(text).toMatch(how);
      expect(text).toMatch(
        /Use your own wallets on both sides, never an exchange or a contract: a refund goes to the sending address\./,
      );
    }
  }
});
