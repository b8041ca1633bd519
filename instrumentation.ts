/** Next compiles this file for the edge runtime too and drops this block there, since nothing of this site runs on the edge. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { startListeners } = await import("./app/start-listeners.ts");
    await startListeners();
  }
}
