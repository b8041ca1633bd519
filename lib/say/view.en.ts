// English texts that the MCP Apps view shows around the answer of a tool.

/** `{time}` stands for "3 minutes ago" or "in 3 minutes". */
export const viewWords = {
  title: "The answer of a tool",
  waiting: "Waiting for the answer.",
  cancelled: "The call was cancelled. There is no new answer.",
  noHost: "This view got no answer from its host.",
  noFigures: "This answer came without what is shown here. Read its text.",
  read: "Read {time}.",
  old: "Read {time}. It may have changed since. Ask again before you act on it.",
  left: ", {time}. Do not send after that.",
  expired: "The time to send has passed. Do not send now. Ask again first.",
  showAll: "Show all",
  askAgain: "Ask again",
  asking: "Asking again.",
  renewed: "This is a new answer.",
  failed: "There is no new answer. What was shown may be out of date: do not send.",
  notOpened: "The host did not open this link.",
} as const;
