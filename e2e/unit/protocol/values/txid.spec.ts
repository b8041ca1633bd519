import { expect, test } from "@playwright/test";
import { type NetworkName, presets } from "../../../../lib/protocol/values/chains.ts";
import { InputError } from "../../../../lib/protocol/values/input-error.ts";
import { parseTypedTxid } from "../../../../lib/protocol/values/txid.ts";

const ID = "0A1B".repeat(16);
const OTHER = "9F8E".repeat(16);
const SIGNATURE = `5${"hAKe3v".repeat(14)}Wq`;

function parse(
  text: string,
  chain: string | null = null,
  network: NetworkName = "thorchain",
): string {
  try {
    return parseTypedTxid(text, chain, presets[network]);
  } catch (error) {
    if (error instanceof InputError) return error.code;
    throw error;
  }
}

test.describe("what a person pasted", () => {
  const rows: [name: string, text: string, chain: string | null, want: string][] = [
    ["an id", ID, null, ID],
    ["small letters", ID.toLowerCase(), null, ID],
    ["0x", `0x${ID.toLowerCase()}`, null, ID],
    ["0X and capitals", `0X${ID}`, null, ID],
    ["spaces and line ends around it", `\n  ${ID}\t\r\n`, null, ID],
    ["a space that does not break, and one of no width", `\u00a0${ID}\u200b`, null, ID],
    ["quotes", `"${ID}"`, null, ID],
    ["a label", `txid: ${ID}`, null, ID],
    ["mempool.space", `https://mempool.space/tx/${ID.toLowerCase()}`, null, ID],
    ["etherscan.io", `https://etherscan.io/tx/0x${ID.toLowerCase()}#eventlog`, null, ID],
    ["tronscan.org", `https://tronscan.org/#/transaction/${ID.toLowerCase()}?lang=en`, null, ID],
    ["thorchain.net", `https://thorchain.net/tx/${ID}`, null, ID],
    ["a link of this site", `https://example.org/track?txid=${ID}&chain=BTC`, null, ID],
    ["the same id twice", `https://mempool.space/tx/${ID.toLowerCase()} (${ID})`, null, ID],
    ["an address beside it", `${ID} to 0x00000000000000000000000000000000000000aa`, null, ID],
    ["a Solana signature", SIGNATURE, null, SIGNATURE],
    ["solscan.io", `https://solscan.io/tx/${SIGNATURE}`, null, SIGNATURE],
    ["a Solana signature for Solana", SIGNATURE, "SOL", SIGNATURE],
    ["the chain in small letters", ID, "btc", ID],
    ["nothing", "", null, "no_txid"],
    ["spaces alone", " \n ", null, "no_txid"],
    ["words", "where is my swap", null, "invalid_txid"],
    ["63 digits", ID.slice(1), null, "invalid_txid"],
    ["65 digits", `${ID}0`, null, "invalid_txid"],
    ["an id with a letter more", `${ID}x`, null, "invalid_txid"],
    ["an id cut in two", `${ID.slice(0, 32)} ${ID.slice(32)}`, null, "invalid_txid"],
    [
      "an id with a hidden character inside",
      `${ID.slice(0, 32)}\u200b${ID.slice(32)}`,
      null,
      "invalid_txid",
    ],
    ["two ids", `${ID} ${OTHER}`, null, "invalid_txid"],
    [
      "a URL with a block's hash and an id",
      `https://example.org/block/${OTHER}/tx/${ID}`,
      null,
      "invalid_txid",
    ],
    ["an id and a signature", `${ID} ${SIGNATURE}`, null, "invalid_txid"],
    ["an address", "0x00000000000000000000000000000000000000aa", null, "invalid_txid"],
    ["hexadecimal for Solana", ID, "SOL", "invalid_txid"],
    ["a signature for Bitcoin", SIGNATURE, "BTC", "invalid_txid"],
    ["both, for Bitcoin", `${ID} ${SIGNATURE}`, "BTC", ID],
    ["a chain that the network does not have", ID, "ZZZ9", "invalid_chain"],
    ["markup", `<script>${ID}</script>`, null, ID],
    ["2,001 characters", `${ID}${" ".repeat(1_937)}`, null, "invalid_txid"],
    ["2,000 characters", `${ID}${" ".repeat(1_936)}`, null, ID],
  ];
  for (const [name, text, chain, want] of rows)
    test(name, () => expect(parse(text, chain)).toBe(want));

  test("a network without Solana takes no signature", () => {
    expect(parse(SIGNATURE, null, "mayachain")).toBe("invalid_txid");
    expect(parse(ID, "DASH", "mayachain")).toBe(ID);
  });
});
