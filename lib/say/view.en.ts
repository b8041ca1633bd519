// The words of the view of MCP Apps, besides the answer in it.

/** `{age}` stands for "3 minutes ago". */
export const viewWords = {
  title: "The answer of a tool",
  waiting: "Waiting for the answer.",
  cancelled: "The call was cancelled. Nothing was read.",
  noHost: "This view got no answer from its host.",
  noFigures: "This answer came without what is shown here. Read its text.",
  read: "Read {age}.",
  old: "Read {age}. It may have changed since. Ask again before you act on it.",
  expired: "The time to send has passed. Do not send now. Ask again first.",
  showAll: "Show the whole answer",
  askAgain: "Ask again",
  asking: "Asking again.",
  failed: "There is no new answer. Try again later.",
} as const;
