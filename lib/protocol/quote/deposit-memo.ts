// Writes the memo of a deposit, but only if the memos of all sources mean what was requested.

import { type Agreed, agreeOnLeast, deriveAgreed } from "../model/agreed.ts";
import type { QuoteReading } from "../model/quote.ts";
import { because, type Reason } from "../model/reasons.ts";
import { payoutChainOf } from "../values/assets.ts";
import { hasOpReturn } from "../values/chain-rows.ts";
import { OUTPUT_TOLERANCE_BPS } from "./figure-agreement.ts";
import { findMemosFault, optionalMemoFields, parseMemoTerms } from "./memo.ts";
import { memoText } from "./memo-text.ts";
import { minPayout, payoutTerms } from "./payout.ts";
import type { QuoteSubject } from "./subject.ts";

/** Longest memo in a Bitcoin-like transaction: constant MaxOpReturnDataSize of THORNode. */
const MAX_OP_RETURN_BYTES = 80;

export function depositMemo(
  subject: QuoteSubject,
  destination: string,
): Pick<QuoteReading, "memo" | "minReceived"> | Reason {
  const { request, from, to, quotes, quorum, figures, knownAssets, evidence } = subject;
  const { preset } = evidence;
  const memosFault = findMemosFault(quotes, {
    to,
    request: { ...request, destination },
    leastAmountOut: figures.quotedOut,
    knownAssets,
    preset,
  });
  if (memosFault !== null) return memosFault;
  const nodeMemos = quotes.map((quote) => quote.memo ?? "");
  const statedLimits = nodeMemos.flatMap((memo) => parseMemoTerms(memo)?.limit ?? []);
  const agreedLimit = agreeOnLeast(statedLimits, quorum, OUTPUT_TOLERANCE_BPS);
  if (agreedLimit === null) return because("limits_differ");
  const memo = agreedMemo(subject, destination, nodeMemos, agreedLimit);
  if (memo === "") return because("memo_ambiguous_target");
  const sourceChainRow = preset.chains.find(({ code }) => code === payoutChainOf(from, preset));
  if (hasOpReturn(sourceChainRow?.family) && memo.length > MAX_OP_RETURN_BYTES) {
    return because("memo_too_long", {
      maxBytes: MAX_OP_RETURN_BYTES,
      optional: optionalMemoFields(request),
    });
  }
  const minReceived = deriveAgreed(
    [agreedLimit],
    (limit) => minPayout({ limit, ...payoutTerms(subject) }) ?? 0n,
  );
  return { memo, minReceived: minReceived > 0n ? minReceived : null };
}

function agreedMemo(
  { request, to, figures, knownAssets, evidence }: QuoteSubject,
  destination: string,
  nodeMemos: readonly string[],
  agreedLimit: Agreed<bigint>,
): Agreed<string> {
  const fieldsByMemo = nodeMemos.map((memo) => memo.split(":"));
  const memoContent = {
    ...request,
    to,
    destination,
    agreedMaxParts: figures.maxStreamingQuantity,
    targets: fieldsByMemo.map(([, target = ""]) => target),
    receivers: fieldsByMemo.map(([, , receivers = ""]) => receivers.split("/", 1)[0] as string),
  };
  return deriveAgreed(
    [agreedLimit],
    (limit) => memoText({ ...memoContent, limit }, knownAssets, evidence.preset) ?? "",
  );
}
