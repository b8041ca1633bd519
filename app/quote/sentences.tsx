/** A paragraph each. Keys are sent to the browser too, so a text is not its own key. */
export function Sentences({ sentences }: { sentences: readonly string[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the list is never changed in the browser
  return sentences.map((sentence, index) => <p key={index}>{sentence}</p>);
}
