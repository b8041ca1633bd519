// Retry budget: during an outage, retries add at most a tenth to the requests.

const RETRIES_PER_ANSWER = 0.1;
const MAX_TOKENS = 10;

export interface RetryBudget {
  earn(): void;
  /** False where no retry is left. */
  spend(): boolean;
  giveBack(): void;
}

/** Token bucket, full at the start: N answers allow N / 10 + 10 retries, a full outage 10. */
export function createRetryBudget(): RetryBudget {
  let tokens = MAX_TOKENS;
  return {
    earn() {
      tokens = Math.min(MAX_TOKENS, tokens + RETRIES_PER_ANSWER);
    },
    spend() {
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    giveBack() {
      tokens = Math.min(MAX_TOKENS, tokens + 1);
    },
  };
}
