// Addresses of a swap on this site, by the id of its deposit.

import { absoluteUrl, hrefOf } from "../../site/registry/links.ts";

export const depositHref = (
  path: "/track" | "/track.json",
  txid: string,
  chain: string | null,
): string => withDeposit(hrefOf(path), txid, chain);

export const depositUrl = (txid: string, chain: string | null): string =>
  withDeposit(absoluteUrl("/track"), txid, chain);

const withDeposit = (address: string, txid: string, chain: string | null) =>
  `${address}?${new URLSearchParams({ txid, ...(chain === null ? {} : { chain }) })}`;
