import { expect, test } from "@playwright/test";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { addressLink, txLink } from "../../../../lib/protocol/values/explorer-links.ts";
import { parseTypedTxid } from "../../../../lib/protocol/values/txid.ts";
import { txidExamples, withInventedChain } from "../../../support/invented-chain.ts";

const { hex: ID, base58_signature: SIGNATURE } = txidExamples;
const low = ID.toLowerCase();
const { thorchain, mayachain, sample } = presets;

test.describe("the page of a transaction", () => {
  const rows: [chain: string, href: string][] = [
    ["THOR", `https://thorchain.net/tx/${ID}`],
    ["BTC", `https://mempool.space/tx/${low}`],
    ["ETH", `https://etherscan.io/tx/0x${low}`],
    ["BSC", `https://bscscan.com/tx/0x${low}`],
    ["LTC", `https://litecoinspace.org/tx/${low}`],
    ["BCH", `https://blockchair.com/bitcoin-cash/transaction/${low}`],
    ["DOGE", `https://blockchair.com/dogecoin/transaction/${low}`],
    ["GAIA", `https://www.mintscan.io/cosmos/tx/${ID}`],
    ["NOBLE", `https://www.mintscan.io/noble/tx/${ID}`],
    ["AVAX", `https://snowtrace.io/tx/0x${low}`],
    ["BASE", `https://basescan.org/tx/0x${low}`],
    ["TRON", `https://tronscan.org/#/transaction/${low}`],
    ["XRP", `https://xrpscan.com/tx/${ID}`],
    ["SOL", `https://solscan.io/tx/${SIGNATURE}`],
    ["ZEC", `https://blockchair.com/zcash/transaction/${low}`],
    ["POL", `https://polygonscan.com/tx/0x${low}`],
  ];
  for (const [chain, href] of rows) {
    test(`${chain} on THORChain`, () => {
      expect(txLink(chain, chain === "SOL" ? SIGNATURE : ID, thorchain)?.href).toBe(href);
    });
  }
  const maya: [chain: string, href: string | undefined][] = [
    ["MAYA", `https://www.mayascan.org/tx/${ID}`],
    ["BTC", `https://mempool.space/tx/${low}`],
    ["ETH", `https://etherscan.io/tx/0x${low}`],
    ["DASH", `https://blockchair.com/dash/transaction/${low}`],
    ["THOR", `https://thorchain.net/tx/${ID}`],
    ["KUJI", undefined],
    ["ARB", `https://arbiscan.io/tx/0x${low}`],
    ["XRD", undefined],
    ["ZEC", `https://blockchair.com/zcash/transaction/${low}`],
  ];
  for (const [chain, href] of maya) {
    test(`${chain} on MAYAChain`, () => expect(txLink(chain, ID, mayachain)?.href).toBe(href));
  }
});

test.describe("no link", () => {
  const rows: [name: string, chain: string | null, txid: string | null][] = [
    ["no chain", null, ID],
    ["no id", "BTC", null],
    ["a chain that the network does not have", "ZZZ9", ID],
    ["a name of every object", "constructor", ID],
    ["an id that is none", "BTC", "../address/x"],
    ["a signature on Bitcoin", "BTC", SIGNATURE],
    ["hexadecimal on Solana", "SOL", ID],
  ];
  for (const [name, chain, txid] of rows)
    test(name, () => expect(txLink(chain, txid, thorchain)).toBeNull());
  test("a sample transaction is on no explorer", () => {
    for (const { code, txidForm } of sample.chains) {
      expect(txLink(code, txidExamples[txidForm], sample)).toBeNull();
      expect(addressLink(code, "bc1qexample", sample)).toBeNull();
    }
  });
});

test.describe("the page of an address", () => {
  const rows: [chain: string | null, address: string | null, href: string | undefined][] = [
    ["BTC", "bc1qexample", "https://mempool.space/address/bc1qexample"],
    [
      "BCH",
      "bitcoincash:qexample",
      "https://blockchair.com/bitcoin-cash/address/bitcoincash:qexample",
    ],
    ["XRP", "rExample", "https://xrpscan.com/account/rExample"],
    ["TRON", "TExample", "https://tronscan.org/#/address/TExample"],
    ["BTC", "../tx/1", undefined],
    ["BTC", "a b", undefined],
    ["BTC", "x?y=1", undefined],
    ["BTC", null, undefined],
    [null, "bc1qexample", undefined],
    ["constructor", "bc1qexample", undefined],
  ];
  for (const [chain, address, href] of rows) {
    test(`${chain} ${address}`, () =>
      expect(addressLink(chain, address, thorchain)?.href).toBe(href));
  }
});

test.describe("every row with an explorer", () => {
  for (const preset of [withInventedChain(thorchain), mayachain]) {
    for (const { code, txidForm, explorer } of preset.chains) {
      if (explorer === null) continue;
      test(`${code} on ${preset.protocol}`, () => {
        expect(explorer.tx).toMatch(/^https:\/\/[^{}]+\{(txid|TXID)\}$/);
        expect(explorer.address).toMatch(/^https:\/\/[^{}]+\{address\}$/);
        expect(new URL(explorer.tx).hostname.replace(/^www\./, "")).toBe(explorer.name);
        const id = txidExamples[txidForm];
        const href = txLink(code, id, preset)?.href ?? "";
        expect(parseTypedTxid(href, code, preset), "the link, pasted, gives the id back").toBe(id);
        expect(addressLink(code, "abc123", preset)?.href).toContain("abc123");
      });
    }
  }
});
