// English texts of a page that refuses a question before it asks the network.
import { formatDuration } from "./figures.en.ts";

export const refusedPageWords = {
  retry: (waitSeconds: number) => `We try again in ${formatDuration(waitSeconds)}.`,
  askAgain: "Ask again",
  whichChain: "Which chain?",
  open: "Open the page",
  waiting: "Your question, unchanged until it is asked again",
} as const;
