// A table of what is said: a row an id, typed by its parameters. A language has words for each row.

export interface WordRow<Params> {
  /** For the compiler alone: no row has this member. */
  readonly params: Params;
}
type Rows = Readonly<Record<string, WordRow<object | null>>>;

export type ParamsOf<All extends Rows, Id extends keyof All> = All[Id]["params"];

type Words<Params, Text> = Params extends null ? Text : (params: Params) => Text;
/** What a language must have. */
export type WordsOf<All extends Rows, Text = string> = {
  readonly [Id in keyof All]: Words<All[Id]["params"], Text>;
};

/** `params`: those of the row. */
export function wordsFor<Text>(words: Text | ((params: never) => Text), params: object): Text {
  const write = words as Text | ((params: object) => Text);
  return write instanceof Function ? write(params) : write;
}
