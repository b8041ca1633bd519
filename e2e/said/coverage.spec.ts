// Each code, state and verdict that lib declares is in an approved text.

import { expect, test } from "@playwright/test";
import { warningCodes } from "../../lib/protocol/model/envelope.ts";
import { signStates } from "../../lib/protocol/model/network-status.ts";
import { belowLimits, feeKinds, type UnknownCode } from "../../lib/protocol/model/quote.ts";
import { reasonCodes, refusalCodes } from "../../lib/protocol/model/reasons.ts";
import {
  orderStatuses,
  swapDoubts,
  swapStages,
  swapStates,
} from "../../lib/protocol/model/swap.ts";
import { questions } from "../../lib/protocol/model/verdicts.ts";
import { listTexts, readText } from "./texts.ts";

const all = listTexts().map(readText).join("\n");
interface Answer {
  /** Of the whole answer: rows of assets have words of their own. */
  readonly state?: string;
  readonly not_known?: Readonly<Record<string, string>>;
}
const answers: Answer[] = [...all.matchAll(/^````json\n([\s\S]*?)\n````$/gm)].map(([, text = ""]) =>
  Object(JSON.parse(text)),
);

/** "state open", "warnings halted": the codes of all answers, by the member that has them. */
const seen = new Set<string>();
function note(value: unknown, name = ""): void {
  if (typeof value === "string") seen.add(`${name} ${value}`);
  if (Array.isArray(value)) for (const item of value) note(item, name);
  else if (typeof value === "object" && value !== null)
    for (const [member, inner] of Object.entries(value))
      note(inner, member === "code" ? name : member);
}
for (const answer of answers) {
  note(answer);
  note(answer.state, "answer");
  note(Object.values(answer.not_known ?? {}), "not known");
}
const unseen = (member: string, codes: readonly string[]) =>
  codes.filter((code) => !seen.has(`${member} ${code}`));

/** A set that is no list in lib: the compiler holds it complete. */
const unknownCodes: Readonly<Record<UnknownCode, true>> = {
  sources_differ: true,
  one_source: true,
  not_stated: true,
  payouts_halted: true,
  payouts_not_checked: true,
  parts_wait: true,
  no_price: true,
  wallet_shows: true,
  order: true,
  none: true,
};

test("each code is in an approved text", () => {
  const isReasonSeen = (code: string) =>
    all.includes(`${code}: `) ||
    ["error", "withheld", "reasons"].some((name) => seen.has(`${name} ${code}`));
  const missing = {
    warnings: unseen("warnings", warningCodes),
    refusals: unseen("error", refusalCodes),
    swapStates: unseen("answer", swapStates),
    signStates: unseen("answer", signStates),
    doubts: unseen("doubt", swapDoubts),
    orders: unseen("status", orderStatuses),
    stages: unseen("stage", swapStages),
    limits: unseen("below_limit", belowLimits),
    fees: unseen("kind", feeKinds),
    notKnown: unseen("not known", Object.keys(unknownCodes)),
    reasons: reasonCodes.filter((code) => !isReasonSeen(code)),
    verdicts: questions.flatMap((question) => unseen(question, ["open", "halted", "unknown"])),
  };
  expect(
    Object.fromEntries(Object.entries(missing).filter(([, codes]) => codes.length > 0)),
  ).toEqual({
    // No reading warns with this code.
    warnings: ["odd_asset_name"],
    // A quote is warned, a network is not.
    signStates: ["warned"],
  });
});

/** Agents read texts as they are: "&#x20;" would be noise. */
test("no approved text has a character reference", () =>
  expect(all.match(/&(?:#x?[0-9a-f]+|[a-z]+);/gi) ?? []).toEqual([]));
