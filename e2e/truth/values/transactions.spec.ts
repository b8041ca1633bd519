// Chains, and transaction ids as people paste them, chains write them and explorers link them.
import { expect, test } from "@playwright/test";
import {
  chainCodeOf,
  type NetworkName,
  parseKnownChain,
  presets,
} from "../../../lib/protocol/values/chains.ts";
import { addressLink, txLink } from "../../../lib/protocol/values/explorer-links.ts";
import { InputError } from "../../../lib/protocol/values/input-error.ts";
import {
  parseChain,
  parseOutputTxid,
  parseTxid,
  parseTypedTxid,
} from "../../../lib/protocol/values/txid.ts";
import { chainFacts, explorerPages } from "../../fixtures/chain-examples.ts";
import { txidExamples, withInventedChain } from "../../support/invented-chain.ts";
import { rowsOf } from "../../support/rows.ts";

const { thorchain, mayachain, sample } = presets;
const { hex: ID, base58_signature: SIGNATURE } = txidExamples;
const low = ID.toLowerCase();

/** The id, or the code of the refusal. */
function idOf(parse: typeof parseTxid, text: string, chain: string | null, network: NetworkName) {
  try {
    return parse(text, chain, presets[network]);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.code;
  }
}

test("an id is one of its chain's form, whole, with or without 0x", () => {
  const rows: [text: string, id: string | null, chain?: string | null, network?: NetworkName][] = [
    [ID, ID],
    [`0x${ID}`, ID],
    [`0X${low}`, ID],
    [` ${ID}\n`, ID],
    [`0x${low}`, ID, "eth"],
    [SIGNATURE, SIGNATURE],
    [`${SIGNATURE}z`, `${SIGNATURE}z`, " sol "],
    [`${ID}\n${ID}`, null],
    [`0x0x${ID}`, null],
    [ID.slice(1), null],
    [`${ID}0`, null],
    [`${ID.slice(1)}g`, null],
    ["", null],
    [`${SIGNATURE.slice(1)}0`, null],
    [SIGNATURE.slice(1), null],
    [`${SIGNATURE}zz`, null],
    [SIGNATURE, null, "BTC"],
    [ID, null, "SOL"],
    [SIGNATURE, null, null, "mayachain"],
    [`${low}-12`, `${ID}-12`],
    [`${ID}-0`, `${ID}-0`, "GAIA"],
    [ID, ID, "NOBLE"],
    [`${ID}-`, null],
    [`${ID}-1`, null, "BTC"],
    [`${ID}-1`, null, null, "mayachain"],
  ];
  for (const [text, id, chain = null, network = "thorchain"] of rows)
    expect(idOf(parseTxid, text, chain, network), text).toBe(id ?? "invalid_txid");
  for (const preset of [withInventedChain(thorchain), withInventedChain(mayachain)])
    for (const { code, txidForm } of preset.chains)
      for (const [form, id] of Object.entries(txidExamples)) {
        const parse = () => parseTxid(id, code, preset);
        const isUnnumbered = form === "hex" && txidForm === "hex_numbered";
        if (form === txidForm || isUnnumbered) expect(parse(), code).toBe(id);
        else expect(parse, code).toThrow(InputError);
      }
});

test("an id of an output is null where it is native or cannot be read", () => {
  const written = [undefined, "", "0".repeat(64), "not an id", `0x${low}`, SIGNATURE];
  expect(written.map(parseOutputTxid)).toEqual([null, null, null, null, ID, SIGNATURE]);
});

test("of what a person pastes the one id counts, and two are none", () => {
  const other = "9F8E".repeat(16);
  const half = [ID.slice(0, 32), ID.slice(32)] as const;
  const rows: [text: string, answer: string, chain?: string, network?: NetworkName][] = [
    [`\n  ${ID}\t\r\n`, ID],
    [`\u00a0${ID}\u200b`, ID],
    [`"txid: ${low}"`, ID],
    [`https://mempool.space/tx/${low} (${ID})`, ID],
    [`https://etherscan.io/tx/0x${low}#eventlog`, ID],
    [`${ID} to 0x00000000000000000000000000000000000000aa`, ID],
    [ID, ID, "DASH", "mayachain"],
    [`https://solscan.io/tx/${SIGNATURE}`, SIGNATURE],
    [`${ID} ${SIGNATURE}`, ID, "BTC"],
    [ID + " ".repeat(1_936), ID],
    [ID + " ".repeat(1_937), "invalid_txid"],
    ["", "no_txid"],
    [" \n ", "no_txid"],
    ["where is my swap", "invalid_txid"],
    [`${ID}x`, "invalid_txid"],
    [half.join("\u200b"), "invalid_txid"],
    [`${ID} ${other}`, "invalid_txid"],
    [`https://example.org/block/${other}/tx/${ID}`, "invalid_txid"],
    [`${ID} ${SIGNATURE}`, "invalid_txid"],
    [ID, "invalid_txid", "SOL"],
    [SIGNATURE, "invalid_txid", "BTC"],
    [`https://thorchain.net/tx/${low}-1`, `${ID}-1`],
    [`tx-${low}-`, ID],
    [`${ID}-1 ${ID}-2`, "invalid_txid"],
    [ID, "invalid_chain", "ZZZ9"],
  ];
  for (const [text, answer, chain = null, network = "thorchain"] of rows)
    expect(idOf(parseTypedTxid, text, chain, network), text).toBe(answer);
});

test("a chain is meant by its code and its name in any case, and has its gas asset and family", () => {
  for (const preset of Object.values(presets)) {
    const { chains } = preset;
    const codes = chains.map(({ code }) => code);
    for (const { code, name } of chains)
      for (const written of [code, ` ${code.toLowerCase()}`, name, ` ${name.toUpperCase()} `]) {
        expect(parseKnownChain(written, codes, chains), written).toBe(code);
        expect(parseChain(written, preset), written).toBe(code);
      }
    for (const written of ["", "Bitcoin Gold", "BTCX", "constructor"]) {
      const unknown = { code: "unknown_chain", candidates: codes, argument: "chain" };
      const parse = () => parseKnownChain(written, codes, chains);
      expect(parse, written).toThrow(expect.objectContaining(unknown));
      const invalid = { code: "invalid_chain", candidates: codes, argument: "chain" };
      expect(() => parseChain(written, preset)).toThrow(expect.objectContaining(invalid));
    }
  }
  expect(chainCodeOf("zzz", thorchain.chains)).toBe("ZZZ");
  const facts = [...thorchain.chains, ...mayachain.chains].map(
    ({ code, gasAsset, family = "unknown" }) => [code, `${gasAsset} ${family}`],
  );
  expect(Object.fromEntries(facts)).toEqual(chainFacts);
});

test("an explorer's link has the id as its chain writes it, and gives it back where it is pasted", () => {
  const pages: Record<string, string> = { ...explorerPages, ZZZ9: "https://zzz9.invalid/tx/{ID}" };
  for (const preset of [withInventedChain(thorchain), withInventedChain(mayachain)])
    for (const { code, txidForm, explorer } of preset.chains) {
      const id = txidExamples[txidForm];
      const href = txLink(code, id, preset)?.href;
      const written = id.replace(/-\d$/, "");
      const page = pages[code]?.replace("{ID}", written).replace("{id}", written.toLowerCase());
      expect(href, code).toBe(page);
      if (!explorer || !href) continue;
      expect(new URL(href).hostname.replace(/^www\./, "")).toBe(explorer.name);
      expect(parseTypedTxid(href, code, preset), code).toBe(written);
      const addressPage = addressLink(code, "abc123", preset)?.href;
      expect(addressPage, code).toMatch(/^https:\/\/[^{}]+abc123$/);
    }
});

test("no link is made of a chain, an id or an address that is none", () => {
  for (const [chain, txid] of [
    [null, ID],
    ["BTC", null],
    ["ZZZ9", ID],
    ["constructor", ID],
    ["BTC", "../address/x"],
    ["BTC", SIGNATURE],
    ["SOL", ID],
  ] as const)
    expect(txLink(chain, txid, thorchain), `${chain} ${txid}`).toBeNull();
  for (const { code, txidForm } of sample.chains) {
    expect(txLink(code, txidExamples[txidForm], sample)).toBeNull();
    expect(addressLink(code, "bc1qexample", sample)).toBeNull();
  }
  const rows = rowsOf(`
    BTC | bc1qexample | https://mempool.space/address/bc1qexample
    BCH | bitcoincash:q1 | https://blockchair.com/bitcoin-cash/address/bitcoincash:q1
    XRP | rExample | https://xrpscan.com/account/rExample
    TRON | TExample | https://tronscan.org/#/address/TExample
    BTC | ../tx/1 | undefined
    BTC | a b | undefined
    BTC | x?y=1 | undefined
    constructor | bc1qexample | undefined`);
  for (const [chain = "", address = "", href] of rows)
    expect(String(addressLink(chain, address, thorchain)?.href), address).toBe(href);
  expect(addressLink("BTC", null, thorchain) ?? addressLink(null, "bc1q", thorchain)).toBeNull();
});
