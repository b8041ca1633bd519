// Limits retries to a tenth of the answers, plus ten. So retries do not worsen an outage.

const RETRIES_PER_ANSWER = 0.1;
const MAX_TOKENS = 10;

export interface RetryBudget {
  earn(): void;
  spend(): boolean;
  giveBack(): void;
}

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
