// Links to a swap on this site, by the id and the chain of its deposit.

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

/** The requested chain. Null for a payment's id, whose chain is not that of the deposit. */
export const depositChain = (
  { situation }: Pick<SwapReading, "situation">,
  requestedChain: string | null,
): string | null => (situation.requestedPayment === undefined ? requestedChain : null);
