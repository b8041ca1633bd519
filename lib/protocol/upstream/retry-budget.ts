// Limits retries to a tenth of the answers, plus ten, so that retries do not worsen an outage.

const RETRIES_PER_ANSWER = 0.1;
const MAX_RETRIES = 10;

export interface RetryBudget {
  earn(): void;
  spend(): boolean;
  giveBack(): void;
}

export function createRetryBudget(): RetryBudget {
  let retriesLeft = MAX_RETRIES;
  return {
    earn() {
      retriesLeft = Math.min(MAX_RETRIES, retriesLeft + RETRIES_PER_ANSWER);
    },
    spend() {
      if (retriesLeft < 1) return false;
      retriesLeft -= 1;
      return true;
    },
    giveBack() {
      retriesLeft = Math.min(MAX_RETRIES, retriesLeft + 1);
    },
  };
}
