/** Next compiles this file for the edge runtime too, where nothing of this site runs: what stands in such a block is left out there. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { serve } = await import("./lib/runtime/server/serve.ts");
    await serve();
  }
}
