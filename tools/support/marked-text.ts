// The part of a document that a command writes: it stands between two marks.

/** The text with `body` between the marks. @throws Error if the text does not have both, in this order. */
export function replaceMarked(text: string, name: string, body: string): string {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the document has no ${start} and ${end}`);
  return `${text.slice(0, from + start.length)}\n${body}\n${text.slice(to)}`;
}
