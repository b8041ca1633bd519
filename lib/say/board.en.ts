// English texts of the state line on the homepage. Browsers load this file: it imports no words.

export const boardLabel = "State of the network";

export const boardTexts = {
  notReadYet: "Not read yet.",
  noScript: "Without a script, read it here:",
  failed: "The network could not be read.",
  haltedBefore: "Halted when last read. Do not send.",
  tooOld: "The newest block that we saw is too old.",
  stale: "Out of date.",
  staleAdvice: "The newest block is late. Wait for a new one before you send.",
  old: (age: string) => `The newest block is ${age} old.`,
  checked: (age: string) => `Checked ${age}.`,
  sample: (text: string) => `Sample data. ${text}`,
} as const;
