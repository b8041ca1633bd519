// Waits for a server whose build may still be under way when the first specs run.

export const LIMIT_MS = 600_000;

export async function untilAnswering(url: string | undefined): Promise<void> {
  for (const untilMs = Date.now() + LIMIT_MS; ; ) {
    try {
      await fetch(`${url}/llms.txt`, { signal: AbortSignal.timeout(10_000) });
      return;
    } catch (error) {
      if (Date.now() > untilMs) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
