// How often a failed request may be tried again on another provider. During an outage retries add at most a tenth to the requests.

const RETRIES_PER_ANSWER = 0.1;
/** Retries that may be spent before the first answers have earned any. */
const BURST = 10;

export type RetryBudget = ReturnType<typeof createRetryBudget>;

/** Token bucket, full at the start: N answers allow N / 10 + 10 retries; a full outage earns none, so it is amplified by 10 calls in all. */
export function createRetryBudget() {
  let tokens = BURST;
  return {
    /** A request was answered: earns a tenth of a retry. */
    earn(): void {
      tokens = Math.min(BURST, tokens + RETRIES_PER_ANSWER);
    },
    /** Takes one retry; false when none is left. */
    spend(): boolean {
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    /** The retry that was taken made no call. */
    giveBack(): void {
      tokens = Math.min(BURST, tokens + 1);
    },
  };
}
