// What the serving process starts before its first request, as one module for `instrumentation.ts`:
// Turbopack compiles what several dynamic imports share once for each of them.
import { checkEachMinute } from "@/lib/runtime/history/watch.ts";
import { isQuestionAllowed } from "@/lib/runtime/live-limit.ts";
import { checkNetwork } from "@/lib/runtime/network.ts";
import { serve } from "@/lib/runtime/server/serve.ts";
import { renderQuestion } from "./question-parts.tsx";

export const startServer = () =>
  serve({ isAllowed: isQuestionAllowed, renderQuestion, startWatching: () => checkEachMinute(checkNetwork) });
