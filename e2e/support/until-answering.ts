// Waits for a server that the configuration starts while Playwright reads the specs.

const LIMIT_MS = 120_000;

/** @throws with the last failure if nothing answers there in time. */
export async function untilAnswering(url: string | undefined): Promise<void> {
  for (const untilMs = Date.now() + LIMIT_MS; ; ) {
    try {
      await fetch(`${url}/llms.txt`);
      return;
    } catch (error) {
      if (Date.now() > untilMs) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
