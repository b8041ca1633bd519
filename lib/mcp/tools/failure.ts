// The answer to a call that got no data: its failure, its envelope and its text.
import { type EnvelopeAnswer, envelopeAnswer } from "../../answers/envelope.ts";
import type { Failure } from "../../protocol/model/envelope.ts";
import { message } from "../../protocol/model/messages.ts";
import { unreadClock } from "../../protocol/model/verdicts.ts";
import type { NetworkName } from "../../protocol/values/chains.ts";
import { InputError } from "../../protocol/values/input-error.ts";
import { hintText } from "../../say/message-text.ts";
import { askAgainText, candidatesText, notToSendText } from "../../say/phrases.en.ts";
import { type ReportFault, reportFaultId } from "../transport/fault.ts";

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly reportFault?: ReportFault;
}

export function failureOf(error: unknown, toolName: string, options: CallOptions): Failure {
  if (error instanceof InputError) {
    const { code, fault, shortNames: candidates, argument } = error;
    return {
      code,
      hint: message("bad_input", { fault }),
      retryAfterSeconds: null,
      candidates,
      ...(argument !== null && { argument }),
    };
  }
  if (options.signal?.aborted)
    return { code: "cancelled", hint: message("call_ended"), retryAfterSeconds: null };
  const faultId = reportFaultId(error, toolName, options.reportFault);
  return { code: "internal", hint: message("own_fault", { id: faultId }), retryAfterSeconds: 10 };
}

export function failureEnvelope(networkName: NetworkName, failure: Failure): EnvelopeAnswer {
  const source = networkName === "sample" ? "sample" : "live";
  const adviceMessages = [
    ...(source === "sample" ? [message("sample_data")] : []),
    message("nothing_read"),
  ];
  return envelopeAnswer({
    network: networkName,
    source,
    clock: unreadClock,
    warnings: [],
    advice: adviceMessages,
    failure,
  });
}

const codesWithCompleteHint: readonly string[] = [
  "invalid_chain",
  "unknown_chain",
  "invalid_arguments",
];

export function failureText(failure: Failure): string {
  const { retryAfterSeconds, candidates = [] } = failure;
  const shownNames = shownCandidates(failure);
  return [
    hintText(failure),
    ...(retryAfterSeconds === null ? [] : [askAgainText(retryAfterSeconds)]),
    ...(shownNames.length === 0
      ? []
      : [candidatesText(shownNames, candidates.length - shownNames.length)]),
    notToSendText,
  ].join(" ");
}

/** A refused argument fits into 500 bytes with its candidates, which stand there twice. */
const MAX_CANDIDATES_CHARACTERS = 120;

interface Unsure {
  readonly code: string;
  readonly candidates?: readonly string[] | undefined;
}

/** The first candidates, as many as fit. None if the hint names them. */
export function shownCandidates({ code, candidates = [] }: Unsure): readonly string[] {
  if (codesWithCompleteHint.includes(code)) return [];
  return candidates.filter((_, index) => {
    const lengthWithThis = candidates.slice(0, index + 1).join("").length;
    return index === 0 || lengthWithThis <= MAX_CANDIDATES_CHARACTERS;
  });
}
