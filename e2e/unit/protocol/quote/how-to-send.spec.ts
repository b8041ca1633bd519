// How to send a deposit, asked of the whole reader: it fits the chain and the token.

import { expect, test } from "@playwright/test";
import { adviceText } from "../../../../lib/protocol/model/envelope.ts";
import type { QuoteRequest } from "../../../../lib/protocol/model/quote.ts";
import { createWorld, status } from "../../../support/world.ts";
import {
  ask,
  BECH32,
  createRadixWorld,
  HEX,
  limited,
  poolOf,
  RADIX_VAULT,
  withLimit,
} from "./gate-world.ts";

test("a token of a chain with a router is a call of the router, and without one there is no address", async () => {
  const token = "ETH.DAI-0XCCC222";
  const pools = [token, "BTC.BTC", "ETH.ETH"].map((one) => poolOf(one));
  const reply = {
    memo: `=:BTC.BTC:${BECH32}:990000`,
    inbound_address: "ethvault1",
    router: "0xrouter",
  };
  const request = { from: token, to: "BTC", destination: BECH32, ...withLimit };
  const world = createWorld();
  world.scripts.node0 = { pools };
  const quote = await ask(world, reply, request);
  expect(quote).toMatchObject({ memo: reply.memo, inboundAddress: "ethvault1" });
  expect(adviceText(quote.advice)).toMatch(
    /from an ordinary account that signs itself, approve the router for the amount\..*depositWithExpiry\(this vault, token, amount in its decimals, exactly this memo, expiration: at most \d{10}\)\. Never transfer the token/,
  );
  expect(adviceText(quote.advice)).not.toMatch(/send the amount/);

  // Votes of THORNode 3.20.3 that nothing here understands.
  const newer = createWorld();
  newer.scripts.node0 = { pools };
  Object.assign(newer.mimir, {
    "EVMDIRECTERC20INBOUND-ETH": 1,
    [`EVMDIRECTERC20INBOUND-${token.replace(".", "-")}`]: 1,
  });
  newer.mimir.STABLERESERVEENABLED = 1;
  expect((await ask(newer, reply, request)).advice).toEqual(quote.advice);

  const gas = createWorld();
  gas.scripts.node0 = { pools };
  expect(adviceText((await ask(gas, reply, { ...request, from: "ETH" })).advice)).toMatch(
    /: send the amount/,
  );

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
      /itself\. It goes into the only OP_RETURN output\. The deposit address is the first output, and the change goes back/,
    ],
    [
      { from: "ETH", to: "BTC", destination: BECH32 },
      { memo: `=:BTC.BTC:${BECH32}:990000`, inbound_address: "ethvault1", router: "0xrouter" },
      /itself\. It is the data of the transaction\. Send from an ordinary account that signs itself\. Use/,
    ],
    [
      { from: "XRP" },
      { memo: limited, inbound_address: "xrpvault1" },
      /itself\. It is the MemoData of the first memo of one Payment\. A destination tag is no memo/,
    ],
    [
      { from: "RUNE" },
      { memo: limited, inbound_address: undefined },
      /: send a MsgDeposit (of exactly 0\.01 RUNE, with exactly the memo below|with exactly this memo)\./,
    ],
  ];
  for (const [more, reply, how] of rows) {
    const { advice, howToSend } = await ask(world, reply, { ...withLimit, ...more });
    for (const text of [adviceText(advice), howToSend?.join(" ")]) {
      expect(text).toMatch(how);
      expect(text).toMatch(
        /Use your own wallets on both sides, never an exchange or a contract: a refund goes to the sending address\./,
      );
    }
  }
});

const RADIX = "account_rdx12yspdmpd6jdgcffkk6vjkqa9fagf3wnha5xd06s3uje5wr9664arkf";
const SHORT_RADIX = RADIX.slice("account_rdx1".length);
/** A mayanode that lists a vault and a router of Radix, and names routers of EVM chains alone in a quote. */
test("no vault of Radix is a place to send to: nobody checked what the network sees there", async () => {
  const sent = { from: "XRD", to: "BTC", destination: BECH32 };
  const reply = { memo: `=:BTC.BTC:${BECH32}`, inbound_address: RADIX_VAULT };
  for (const request of [sent, { ...sent, destination: undefined }]) {
    const world = createRadixWorld();
    const quote = await ask(world, reply, request as Partial<QuoteRequest>);
    expect(quote).toMatchObject({
      memo: null,
      inboundAddress: null,
      router: null,
      howToSend: null,
      adviceLevel: "forbidden",
      reason: { code: "deposit_not_known" },
      withheld: { code: "deposit_not_known", retryAfterSeconds: null },
    });
    expect(quote.expectedAmountOut, "what comes out is known all the same").toBe(1_000_000n);
    expect(adviceText(quote.advice)).toMatch(
      /^Do not send: we have not checked how a deposit on Radix must be written, .*lost\.$/,
    );
  }
  const { chains, advice } = await createRadixWorld().network.getInbounds({ chain: "XRD" });
  expect(chains).toMatchObject([
    {
      deposits: { verdict: "open" },
      address: null,
      router: null,
      reason: { code: "deposit_not_known" },
    },
  ]);
  expect(adviceText(advice)).toMatch(/^Do not send: we have not checked how a deposit on Radix/);
  const shown = await createRadixWorld().network.getInbounds({ chain: "BTC" });
  expect(adviceText(shown.advice)).toContain(
    "get_swap_quote gives. It goes into the only OP_RETURN output.",
  );
  expect(adviceText(shown.advice)).toContain("Send from an address that does not begin with bc1p,");
});

test("an address of Radix is the same with and without its prefix, and the memo has it as the node writes it", async () => {
  for (const [written, told] of [
    [SHORT_RADIX, SHORT_RADIX],
    [RADIX, RADIX],
  ]) {
    const quote = await ask(
      createRadixWorld(),
      { memo: `=:XRD.XRD:${written}` },
      { to: "XRD", destination: RADIX },
    );
    expect(quote).toMatchObject({
      memo: `=:XRD.XRD:${told}`,
      inboundAddress: "btcvault1",
      reason: null,
    });
  }
  const other = `=:XRD.XRD:${SHORT_RADIX.replace(/f$/, "q")}`;
  expect(
    await ask(createRadixWorld(), { memo: other }, { to: "XRD", destination: RADIX }),
  ).toMatchObject({
    memo: null,
    reason: { code: "memo_mismatch" },
  });
});

test("where it is not known whether payouts are signed, there is no memo and no address", async () => {
  // A node that does not tell its height says that signing is halted. A second one of its operator and another operator's do not.
  const urls = { node0: "https://a.gateway.test", node1: "https://b.gateway.test" };
  for (const chain of ["ETH", "BTC"]) {
    const world = createWorld({ nodes: 3, urls });
    world.scripts.node0 = {
      lastblock: status(500),
      mimir: { ...world.mimir, [`HALTSIGNING${chain}`]: 1 },
    };
    const question = { from: "BTC", to: "ETH", amount: "1", destination: HEX };
    const quote = await world.network.getQuote(question);
    expect(quote.trading.verdict).toBe("open");
    expect(quote, chain).toMatchObject({
      memo: null,
      inboundAddress: null,
      adviceLevel: "forbidden",
      reason: { code: "providers_disagree" },
      withheld: { code: "sources_disagree" },
    });
    expect(adviceText(quote.advice)).toMatch(
      /^Do not send: we could not check whether payouts on \w+ run; /,
    );
  }
});

test("a token that is sent has its contract and, where both nodes state them, its decimals", async () => {
  const ask = async (from: string, decimals: readonly (number | undefined)[] = [6, 6]) => {
    const world = createWorld({ nodes: 2 });
    world.intercept = (name, url, reply) =>
      url.pathname.endsWith("/pools")
        ? (reply as object[]).map((pool) => ({
            ...pool,
            status: "Available",
            decimals: decimals[Number(name.at(-1))],
          }))
        : reply;
    return (await world.network.getQuote({ from, to: "BTC", amount: "100" })).token;
  };
  const usdc = "ETH.USDC-0XA0B8";
  const contract = "0xa0b8";
  expect(await ask(usdc)).toEqual({ contract, decimals: 6 });
  for (const apart of [[6, 18], [6], [], ["six", 6]] as never[]) {
    expect(await ask(usdc, apart)).toEqual({ contract, decimals: null });
  }
  expect(await ask("ETH")).toBeNull();
});
