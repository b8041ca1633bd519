// English sentences on what is wrong with a client's input, and what to write instead.

import type { RefusedAddress, TxidForm } from "../protocol/values/chain-rows.ts";
import type {
  AddressArgument,
  InputFault,
  InputFaultParams,
  WordsOfInput,
} from "../protocol/values/input-error.ts";
import { wordsFor } from "../protocol/values/word-rows.ts";
import { disagreementText } from "./phrases.en.ts";

const addressLabels: Readonly<Record<AddressArgument, string>> = {
  destination: "The receiving address",
  refund_address: "The refund address",
};

function refusedText(refusedAddress: RefusedAddress): string {
  if (refusedAddress.id === "taproot")
    return "is a Taproot address, which MAYAChain cannot pay. Ask with an address of Bitcoin that begins with bc1q, 1 or 3.";
  const { chain, starts } = refusedAddress;
  return `may be an address of Bitcoin. What is paid to it on ${chain} may be lost. Ask with the address of ${chain} that begins with ${starts}.`;
}

const txidForms: Readonly<Record<TxidForm, string>> = {
  hex: "64 hexadecimal characters, with or without 0x",
  hex_numbered: "64 hexadecimal characters, with or without 0x",
  base58_signature: "a signature of 87 or 88 base58 characters",
};

const faultTexts: WordsOfInput = {
  amount_not_once: "Give the amount once: in whole units of the asset to send, or in US dollars.",
  amount_malformed: ({ decimals }) =>
    `Write the amount as a positive decimal string in whole units, such as "0.05", with at most ${decimals} decimals.`,
  amount_zero: "amount must be more than zero.",
  worth_too_little: ({ asset }) =>
    `This is worth less than the least amount of ${asset} that the network counts. Give more dollars.`,
  no_price: ({ asset }) => `No price of ${asset} is agreed on now, so give the amount in ${asset}.`,
  affiliate_incomplete:
    "affiliate is one name or address, and affiliate_bps its part of the output. Give both or neither.",
  two_tolerances:
    "Give one tolerance: liquidity_tolerance_bps counts from the expected output, tolerance_bps from the price before fees.",
  order_terms:
    "A limit order needs a receiving address, and takes no tolerance and no streaming: target_out is its limit.",
  order_never_filled:
    "A limit order for so many units of one sent is never filled. Ask for less, or leave target_out out.",
  order_of_one_asset:
    "A limit order between two forms of one asset is never filled. Leave target_out out.",
  no_limit_orders: ({ protocol }) => `${protocol} has no limit orders. Leave target_out out.`,

  same_asset: "Both sides are the same asset. Name two different ones.",
  asset_disputed: ({ assets }) =>
    `${disagreementText(assets)} Ask again in 15 seconds, or write the whole name of another asset.`,
  asset_ambiguous: ({ isOnOneChain }) =>
    isOnOneChain
      ? "Several tokens of this chain have this name. Write the contract too."
      : "Several assets have this name. Choose one, or name its chain.",
  asset_unknown: ({ protocol, nearest, count, tokens }) => {
    const helpText =
      count === 0
        ? "Write CHAIN.SYMBOL (for example BTC.BTC), or a name of list_pools: none is like this one."
        : `Did you mean ${nearest ?? "one of these"}?`;
    const shownCountText =
      tokens === null
        ? ""
        : ` They are the deepest ${tokens.shownCount} of ${tokens.count} tokens.`;
    return `${protocol} has no asset of this name. ${helpText}${shownCountText}`;
  },
  asset_or_chain: ({ argument, asset, gasAsset }) =>
    `${argument}: ${asset} may mean ${gasAsset} or a token of that name. Write ${gasAsset}, or the token with its chain.`,
  asset_without_chain: ({ argument }) => `${argument}: name its chain too, for example ETH.USDC.`,

  destination_tagged: ({ argument }) =>
    `${addressLabels[argument]} has a destination tag. No memo can carry it, and the payout comes without it. Ask with the address of your own wallet, which needs no tag.`,
  address_malformed: ({ argument, maxChars }) =>
    `${addressLabels[argument]} is one address of at most ${maxChars} characters: no spaces, and none of : / | & ? #.`,
  address_refused: ({ argument, refused }) => `${addressLabels[argument]} ${refusedText(refused)}`,
  address_of_other_chain: ({ argument, chain }) =>
    `${addressLabels[argument]} is not an address of ${chain}. Ask with an address of that chain.`,
  address_mistyped: ({ argument }) =>
    `${addressLabels[argument]} is mistyped: its letters do not fit its checksum. Copy it again from the wallet.`,
  refund_address_unused: ({ asset }) =>
    `A refund of ${asset} always goes to the sending address. Leave the refund address out.`,

  chain_unknown: ({ codes }) => `The network has no such chain. It has: ${codes.join(", ")}.`,
  chain_not_of_network: ({ protocol, codes }) =>
    `${protocol} has no chain of this code. It has ${codes.join(", ")}.`,
  no_txid: "Paste the id of the transaction that you sent. The wallet or its explorer shows it.",
  txid_is_address: "This is an address. Paste the transaction id.",
  txid_too_long: "This is too long to be a transaction id. Paste the id alone.",
  several_txids: "More than one transaction id is in this. Paste the one that you sent.",
  txid_malformed: ({ chain, others, characterCount }) => {
    if (chain !== null) return `A transaction id of ${chain.chain} is ${txidForms[chain.form]}.`;
    const otherFormsText = others
      .map((row) => `; on ${row.chain}, ${txidForms[row.form]}`)
      .join("");
    const countText = characterCount === null ? "" : ` This has ${characterCount}.`;
    return `A transaction id is ${txidForms.hex}${otherFormsText}.${countText} Copy it from the wallet or the explorer.`;
  },
  arguments: ({ text }) => text,
};

export const inputText = ({ id, params }: InputFault): string => wordsFor(faultTexts[id], params);

type CandidateCounts = Pick<InputFaultParams<"asset_ambiguous">, "shownCount" | "count">;

/** Says that an ambiguous name has more candidates than are shown, or "". */
export function candidatesLeftOutText({ id, params }: InputFault): string {
  if (id !== "asset_ambiguous") return "";
  const { shownCount, count } = params as CandidateCounts;
  return shownCount < count ? ` The candidates are ${shownCount} of ${count}.` : "";
}
