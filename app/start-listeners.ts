// What `instrumentation.ts` starts before the first request. It is one module, since Turbopack
// compiles a module again for each dynamic import that reaches it.
import { refuseBeforeNext } from "@/lib/runtime/client-limit.ts";
import { serve } from "@/lib/runtime/server/serve.ts";
import { renderQuestion } from "./question-parts.tsx";

export const startListeners = () => serve({ refuse: refuseBeforeNext, renderQuestion });
