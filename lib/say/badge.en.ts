// English texts of a chain's badge, and title and description of its page.
import type { SendAnswer, Sign, SignState } from "../protocol/model/network-status.ts";

const NOT_KNOWN_WORD = "not known";

const answerWords: Readonly<Record<Exclude<SendAnswer, "yes">, string>> = {
  quote_first: "quote first",
  refunds_wait: "payouts wait",
  refunds_halt_soon: "payouts halt soon",
  refunds_disputed: NOT_KNOWN_WORD,
  refunds_not_checked: NOT_KNOWN_WORD,
  halted: "halted",
  halts_soon: "halts soon",
  sources_disagree: NOT_KNOWN_WORD,
  not_checked: NOT_KNOWN_WORD,
  not_listed: "not listed",
};

/** Of a chain that one can send from, and of a network that is not open. */
const stateWords: Readonly<Record<SignState, string>> = {
  halted: "halted",
  partly_halted: "some swaps halted",
  sources_disagree: NOT_KNOWN_WORD,
  payouts_wait: "payouts wait",
  swaps_wait: "large swaps wait",
  halts_soon: "halts soon",
  not_checked: NOT_KNOWN_WORD,
  warned: "read the warning",
  open: "open",
};

export const badgeWord = ({ name, state }: Pick<Sign, "name" | "state">): string =>
  name.id === "chain" && name.answer !== "yes" ? answerWords[name.answer] : stateWords[state];

export const isBadgeKnown = (word: string): boolean => word !== NOT_KNOWN_WORD;

export const badgeText = (chain: string, word: string, ageSeconds: number | null) =>
  `${chain}: ${word}${ageSeconds === null ? "" : `, ${ageSeconds} s ago`}`;
export const oldBadgeText = (chain: string) => `${chain}: out of date`;
export const badgeAltText = (chain: string) => `${chain}: see its state`;

export const badgeTitle = "A badge for your site";
export const badgeRule = (seconds: number) =>
  `It shows the state as it was when it was loaded. Keep no copy: load it at each view. After ${seconds} seconds it says that it is out of date.`;

export const chainPageTitle = (chain: string) => `Can I send from ${chain} now?`;
export const chainPageDescription = (chain: string, protocol: string) =>
  `Live: whether ${protocol} takes deposits from ${chain} and pays out there now, with halts and fees.`;
