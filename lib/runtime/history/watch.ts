// Checks the network once a minute, whether or not somebody asks. lib/runtime/safety-timer.ts reads more often while somebody does.

export const CHECK_MS = 60_000;

/** Runs `check` a minute from now and each minute after. A check that is slow delays the next one; one that fails ends none. */
export function checkEachMinute(
  check: () => Promise<void>,
  schedule: (work: () => void, delayMs: number) => void = (work, delayMs) => void setTimeout(work, delayMs).unref(),
): void {
  schedule(() => {
    check()
      .catch(() => {})
      .finally(() => checkEachMinute(check, schedule));
  }, CHECK_MS);
}
