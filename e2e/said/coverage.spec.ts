// Each code, state and verdict that lib declares, and each reason in its words, is in an approved text.
import { expect, test } from "@playwright/test";
import { warningCodes } from "../../lib/protocol/model/envelope.ts";
import { signStates } from "../../lib/protocol/model/network-status.ts";
import { belowLimits, feeKinds, type UnknownCode } from "../../lib/protocol/model/quote.ts";
import {
  orderStatuses,
  swapDoubts,
  swapStages,
  swapStates,
} from "../../lib/protocol/model/swap.ts";
import { questions, type Reason, reasonCodes } from "../../lib/protocol/model/verdicts.ts";
import { memoReasons, quoteReasons, sizeReasons } from "../../lib/protocol/quote/reasons.ts";
import { refusalCodes } from "../../lib/protocol/quote/refusal.ts";
import {
  chainReasons,
  clockReasons,
  haltReasons,
  nodeReasons,
  poolReasons,
} from "../../lib/protocol/safety/reasons.ts";
import { listTexts, readText } from "./texts.ts";

const all = listTexts().map(readText).join("\n");
const answers: unknown[] = [...all.matchAll(/^````json\n([\s\S]*?)\n````$/gm)].map(([, text]) =>
  JSON.parse(text as string),
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
for (const answer of answers) note(answer);

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
const seenUnknown = new Set(
  answers.flatMap((answer) => {
    const known = (answer as { readonly not_known?: object } | null)?.not_known ?? {};
    return Object.values(known);
  }),
);

/** The `state` of whole answers: rows of assets have words of their own. */
const topStates = new Set(
  answers.map((answer) => (answer as { readonly state?: string } | null)?.state),
);
/** A quote is warned, a network is not. */
const neverSigned = ["warned"];
/** No reading warns with this code. */
const neverWarned = ["odd_asset_name"];

test("each code is in an approved text", () => {
  expect({
    warnings: unseen("warnings", warningCodes),
    refusals: unseen("error", refusalCodes),
    swapStates: swapStates.filter((state) => !topStates.has(state)),
    signStates: signStates.filter((state) => !topStates.has(state)),
    doubts: unseen("doubt", swapDoubts),
    orders: unseen("status", orderStatuses),
    stages: unseen("stage", swapStages),
    limits: unseen("below_limit", belowLimits),
    fees: unseen("kind", feeKinds),
    notKnown: Object.keys(unknownCodes).filter((code) => !seenUnknown.has(code)),
    reasons: reasonCodes.filter(
      (code) =>
        !all.includes(`${code}: `) &&
        !["error", "withheld"].some((name) => seen.has(`${name} ${code}`)),
    ),
    verdicts: questions.flatMap((question) => unseen(question, ["open", "halted", "unknown"])),
  }).toEqual({
    warnings: neverWarned,
    refusals: [],
    swapStates: [],
    signStates: neverSigned,
    doubts: [],
    orders: [],
    stages: [],
    limits: [],
    fees: [],
    notKnown: [],
    reasons: [],
    verdicts: [],
  });
});

type Make = (...args: never[]) => Reason;
/** Of reasons that are functions: arguments, each of which leads to words of its own. */
const argumentsOf: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  unread: [["lastblock"], ["mimir"], ["inbound_addresses"]],
  differs: [["address"], ["router"], ["depth"], ["trading_halted"]],
  tooLong: [
    [80, []],
    [80, ["the affiliate and the refund address"]],
  ],
  inForce: [[]],
};
const reason: Reason = { code: "stale", text: "" };
/** Two lists of arguments whose texts have nothing in common but the words of the reason. */
const probes = [
  [61, reason],
  [7_300, reason],
  ["A", reason],
  ["B", reason],
] as const;

/** The words around what differs from case to case. */
function wordsAround(make: Make): RegExp {
  const isOfNumber = /second|ago|block|minute/.test(textOf(make, [61, reason]));
  const [one, other] = (isOfNumber ? probes.slice(0, 2) : probes.slice(2)).map((args) =>
    textOf(make, args),
  ) as [string, string];
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < one.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return new RegExp(
    `${escaped(one.slice(0, start))}.{0,60}${escaped(one.slice(one.length - end))}`,
  );
}

const textOf = (make: Make, args: readonly unknown[]) => make(...(args as never[])).text;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** In every scripted state that was tried, another rule spoke before these: unit specs hold them. */
const neverFirst = [
  "memoReasons.ambiguousTarget",
  "quoteReasons.depositsNotOpen",
  "nodeReasons.undatedHalt",
  "poolReasons.unread",
  "poolReasons.none",
];

test("each reason is in an approved text in its words", () => {
  const groups = {
    memoReasons,
    sizeReasons,
    quoteReasons,
    clockReasons,
    nodeReasons,
    chainReasons,
    poolReasons,
    haltReasons,
  };
  const missing = Object.entries(groups).flatMap(([group, members]) =>
    Object.entries(members as Readonly<Record<string, Reason | Make>>).flatMap(([name, member]) => {
      const patterns =
        typeof member !== "function"
          ? [new RegExp(escaped(member.text))]
          : (argumentsOf[name]?.map((args) => new RegExp(escaped(textOf(member, args)))) ?? [
              wordsAround(member),
            ]);
      return patterns
        .filter((pattern) => !new RegExp(pattern.source, "i").test(all))
        .map(() => `${group}.${name}`);
    }),
  );
  expect(missing).toEqual(neverFirst);
});
