/** Next compiles this file for the edge runtime too and drops this block there, since nothing of this site runs on the edge. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { serve } = await import("./lib/runtime/server/serve.ts");
    const { isQuestionAllowed } = await import("./lib/runtime/live-limit.ts");
    const { renderQuestion } = await import("./app/question-parts.tsx");
    const startWatching = async () => {
      const { checkEachMinute } = await import("./lib/runtime/history/watch.ts");
      const { checkNetwork } = await import("./lib/runtime/network.ts");
      checkEachMinute(checkNetwork);
    };
    await serve({ isAllowed: isQuestionAllowed, renderQuestion, startWatching });
  }
}
