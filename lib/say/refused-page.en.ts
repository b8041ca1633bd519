// English texts of a page that refuses a question before it asks the network.
import { formatDuration } from "./figures.en.ts";

export const refusedPageWords = {
  retry: (waitSeconds: number) => `We try again in ${formatDuration(waitSeconds)}.`,
  askAgain: "Ask again",
  whichChain: "Which chain?",
  noSuchChain: "This network has no chain of that name. Choose one:",
} as const;
