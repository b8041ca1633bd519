// English texts of a chain's badge, and title and description of its page.
import type { SignState } from "../protocol/model/network-status.ts";

export const badgeWords: Readonly<Record<SignState, string>> = {
  halted: "halted",
  partly_halted: "halted",
  sources_disagree: "not known",
  payouts_wait: "payouts wait",
  swaps_wait: "large swaps wait",
  halts_soon: "halts soon",
  not_checked: "not known",
  warned: "read the warning",
  open: "open",
};

export const badgeText = (chain: string, state: SignState, ageSeconds: number | null) =>
  `${chain}: ${badgeWords[state]}${ageSeconds === null ? "" : `, ${ageSeconds} s ago`}`;
export const oldBadgeText = (chain: string) => `${chain}: out of date`;
export const badgeAltText = (chain: string) => `${chain}: see its state`;

export const badgeTitle = "A badge for your site";
export const badgeRule = (seconds: number) =>
  `It shows the state as it was when it was loaded. Keep no copy: load it at each view. After ${seconds} seconds it says that it is out of date.`;

export const chainPageTitle = (chain: string) => `Can I send from ${chain} now?`;
export const chainPageDescription = (chain: string, protocol: string) =>
  `Live: whether ${protocol} takes deposits from ${chain} and pays out there now, with halts and fees.`;
