/**
 * Next compiles this file for the edge runtime too and drops this block there, since nothing of this site runs on the edge.
 * On Vercel no process of ours owns the server: there is nothing to listen to, and two megabytes of code would be loaded before each
 * first answer.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs" && process.env.VERCEL !== "1") {
    const { startListeners } = await import("./app/start-listeners.ts");
    await startListeners();
  }
}
