// Questions for an assistant that has these tools. Directories of assistants ask for three.
export function exampleQuestions(protocol: string): readonly string[] {
  return [
    `Is it safe to send Bitcoin to ${protocol} now?`,
    "What does a swap of 0.5 BTC to ETH cost, and how long does it take?",
    "Where is my swap? Here is its transaction id.",
  ];
}
