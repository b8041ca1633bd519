// Turns the reason of a failed reading into the `Failure` of the answer.

import type { Failure } from "../model/envelope.ts";
import { message } from "../model/messages.ts";
import type { Reason } from "../model/reasons.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";

const UNAVAILABLE_RETRY_SECONDS = 15;

export function failureOf(reason: Reason, retrySeconds: number = retrySecondsOf(reason)): Failure {
  return {
    code: reason.code,
    reason,
    hint: doubtMessage(reason, retrySeconds),
    retryAfterSeconds: retrySeconds,
  };
}

export const doubtMessage = (reason: Reason, retrySeconds: number = retrySecondsOf(reason)) =>
  message("doubt", { reason, retrySeconds });

export function retrySecondsOf({ code }: Reason): number {
  return code === "upstream_unavailable" ? UNAVAILABLE_RETRY_SECONDS : PROTOCOL_BLOCK_SECONDS;
}
