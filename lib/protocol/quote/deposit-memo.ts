// The memo of a deposit: written only where the memos of all sources mean the request.

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

/** THORNode, constants, MaxOpReturnDataSize. */
const MAX_OP_RETURN_BYTES = 80;

export function depositMemo(
  subject: QuoteSubject,
  destination: string,
): Pick<QuoteReading, "memo" | "minReceived"> | Reason {
  const { request, from, to, quotes, quorum, figures, knownAssets, evidence } = subject;
  const { preset } = evidence;
  const fault = findMemosFault(quotes, {
    to,
    request: { ...request, destination },
    leastAmountOut: figures.quotedOut,
    knownAssets,
    preset,
  });
  if (fault !== null) return fault;
  const nodeMemos = quotes.map((quote) => quote.memo ?? "");
  const limits = nodeMemos.flatMap((memo) => parseMemoTerms(memo)?.limit ?? []);
  const agreedLimit = agreeOnLeast(limits, quorum, OUTPUT_TOLERANCE_BPS);
  if (agreedLimit === null) return because("limits_differ");
  const memo = agreedMemo(subject, destination, nodeMemos, agreedLimit);
  if (memo === "") return because("memo_ambiguous_target");
  const sourceRow = preset.chains.find((chain) => chain.code === payoutChainOf(from, preset));
  if (hasOpReturn(sourceRow?.family) && memo.length > MAX_OP_RETURN_BYTES) {
    return because("memo_too_long", {
      maxBytes: MAX_OP_RETURN_BYTES,
      optional: optionalMemoFields(request),
    });
  }
  const terms = payoutTerms(subject);
  const minReceived = deriveAgreed([agreedLimit], (limit) => minPayout({ limit, ...terms }) ?? 0n);
  return { memo, minReceived: minReceived > 0n ? minReceived : null };
}

/** Empty where no form of the target asset is unambiguous. */
function agreedMemo(
  { request, to, figures, knownAssets, evidence }: QuoteSubject,
  destination: string,
  nodeMemos: readonly string[],
  agreedLimit: Agreed<bigint>,
): Agreed<string> {
  const fields = nodeMemos.map((memo) => memo.split(":"));
  const content = {
    ...request,
    to,
    destination,
    agreedMaxParts: figures.maxStreamingQuantity,
    targets: fields.map(([, target = ""]) => target),
    receivers: fields.map(([, , receivers = ""]) => receivers.split("/", 1)[0] as string),
  };
  return deriveAgreed(
    [agreedLimit],
    (limit) => memoText({ ...content, limit }, knownAssets, evidence.preset) ?? "",
  );
}
