// Builds links to a swap on this site from the id of its deposit.
import type { SwapReading } from "../../protocol/model/swap.ts";

import { absoluteUrl, hrefOf } from "../../site/registry/links.ts";

export const depositHref = (
  path: "/track" | "/track.json",
  txid: string,
  chain: string | null,
): string => withDeposit(hrefOf(path), txid, chain);

export const depositUrl = (txid: string, chain: string | null): string =>
  withDeposit(absoluteUrl("/track"), txid, chain);

const withDeposit = (pageUrl: string, txid: string, chain: string | null) =>
  `${pageUrl}?${new URLSearchParams({ txid, ...(chain === null ? {} : { chain }) })}`;

/** The chain that was asked for. Null if the id was that of a payment: the chain is its chain. */
export const depositChain = (
  { situation }: Pick<SwapReading, "situation">,
  askedChain: string | null,
): string | null => (situation.askedPayment === undefined ? askedChain : null);
