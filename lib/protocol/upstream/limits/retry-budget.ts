// How often a failed request may be tried again on another provider. During an outage retries add at most a tenth to the requests.

const RETRIES_PER_ANSWER = 0.1;
/** Retries that may be spent before the first answers have earned any. */
const BURST = 10;

export interface RetryBudget {
  /** A request was answered: earns a tenth of a retry. */
  earn(): void;
  /** Takes one retry; false when none is left. */
  spend(): boolean;
  /** The retry that was taken made no call. */
  giveBack(): void;
}

/** Token bucket, full at the start: N answers allow N / 10 + 10 retries; a full outage earns none, so it is amplified by 10 calls in all. */
export function createRetryBudget(): RetryBudget {
  let tokens = BURST;
  return {
    earn() {
      tokens = Math.min(BURST, tokens + RETRIES_PER_ANSWER);
    },
    spend() {
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    giveBack() {
      tokens = Math.min(BURST, tokens + 1);
    },
  };
}
