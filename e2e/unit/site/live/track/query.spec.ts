import { expect, test } from "@playwright/test";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { parseTrackQuery } from "../../../../../lib/site/live/track/view.ts";

const ID = "0A1B".repeat(16);
const parse = (query: string) => parseTrackQuery(new URLSearchParams(query), presets.thorchain);

test.describe("what was asked", () => {
  const rows: [query: string, asked: object | null][] = [
    ["", null],
    ["chain=BTC", null],
    ["other=1", null],
    [`txid=${ID}`, { txid: ID, chain: null }],
    [`txid=0x${ID.toLowerCase()}&chain=btc`, { txid: ID, chain: "BTC" }],
    [`txid=${ID}&chain=`, { txid: ID, chain: null }],
    [
      `txid=${encodeURIComponent(`https://mempool.space/tx/${ID}`)}&chain=+BTC+`,
      { txid: ID, chain: "BTC" },
    ],
    ["txid=", null],
    ["txid=abc", null],
    [`txid=${ID}&chain=ZZZ9`, null],
    [`txid=${ID}&txid=${"9F8E".repeat(16)}`, null],
    [`txid=${ID}&chain=BTC&chain=ETH`, null],
    [`txid=${ID}&chain=SOL`, null],
    [`txid=${ID}&chian=BTC`, null],
    [`txid=${ID}&txid=${ID}&chain=BTC&chain=BTC`, { txid: ID, chain: "BTC" }],
    [`txid=${ID}&utm_source=x&fbclid=y`, { txid: ID, chain: null }],
  ];
  for (const [query, asked] of rows)
    test(query || "nothing", () => expect(parse(query).asked).toEqual(asked));
});

test.describe("an error is at its field, and the input stays", () => {
  const rows: [query: string, txid: RegExp | null, chain: RegExp | null][] = [
    ["", null, null],
    ["txid=", /^Paste the id/, null],
    ["txid=%3Cb%3E", /^A transaction id is 64 hexadecimal/, null],
    [`txid=${ID}&chain=ZZZ9`, null, /no chain of this code/],
    [`txid=0x${"71c7".repeat(10)}`, /^This is an address\. Paste the transaction id\.$/, null],
    [
      "txid=https://etherscan.io/address/0x71c771c771c771c771c771c771c771c771c771c7",
      /^This is an address\./,
      null,
    ],
    ["txid=bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq&chain=BTC", /^This is an address\./, null],
    // A part of an id.
    [`txid=${ID.slice(0, 40)}`, /^A transaction id is 64/, null],
    [`txid=${"abcdef12".repeat(5)}`, /^A transaction id is 64/, null],
    ["txid=abc&chain=nowhere", /^A transaction id is/, /no chain of this code/],
    [`txid=${ID}&chain=SOL`, /of Solana/, null],
    [`txid=${ID}+${"9F8E".repeat(16)}`, /More than one/, null],
  ];
  for (const [query, txid, chain] of rows) {
    test(query || "nothing", () => {
      const { errors, typed } = parse(query);
      for (const [found, want] of [
        [errors.txid, txid],
        [errors.chain, chain],
      ] as const) {
        if (want) expect(found).toMatch(want);
        else expect(found).toBeNull();
      }
      const given = new URLSearchParams(query);
      expect(typed.txid).toBe(given.get("txid") ? given.getAll("txid").join(" ") : "");
      expect(typed.chain).toBe(given.get("chain") ?? "");
    });
  }
  test("an argument that the page does not take is refused by its name, with the one that may be meant", () => {
    const legal = "The legal ones are: txid, chain.";
    for (const [query, form] of [
      [`hash=${ID}`, `Unknown argument hash. Did you mean txid? ${legal}`],
      [`txid=${ID}&chian=BTC`, `Unknown argument chian. Did you mean chain? ${legal}`],
      [`txid=${ID}&limit=1`, `Unknown argument limit. ${legal}`],
      [`txid=${ID}&utm_source=x&fbclid=y`, null],
    ])
      expect(parse(query as string).errors, query as string).toEqual({
        txid: null,
        chain: null,
        form,
      });
  });
  test("two values of one argument are an error of its field", () => {
    expect(parse(`txid=${ID}&chain=BTC&chain=ETH&txid=${"9F8E".repeat(16)}`).errors).toEqual({
      txid: "txid is given more than once. Give it once.",
      chain: "chain is given more than once. Give it once.",
      form: null,
    });
  });
  test("two chains are shown as they were typed, and one without the spaces around it", () => {
    const typedOf = (query: string) => parse(`txid=${ID}&${query}`).typed.chain;
    expect([typedOf("chain=BTC&chain=ETH"), typedOf("chain=+btc+")]).toEqual(["BTC ETH", "btc"]);
  });
});
