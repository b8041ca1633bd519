// Types of message tables: an id has parameters, and each language has words for each id.

export interface WordRow<Params> {
  /** For the compiler alone: no row has this member. */
  readonly params: Params;
}
type Rows = Readonly<Record<string, WordRow<object | null>>>;

export type ParamsOf<All extends Rows, Id extends keyof All> = All[Id]["params"];

type Words<Params, Text> = Params extends null ? Text : (params: Params) => Text;
/** What a language must have: a text for each id, or a function of the id's parameters. */
export type WordsOf<All extends Rows, Text = string> = {
  readonly [Id in keyof All]: Words<All[Id]["params"], Text>;
};

/** `params` must be those of the row whose words these are. */
export function wordsFor<Text>(words: Text | ((params: never) => Text), params: object): Text {
  const write = words as Text | ((params: object) => Text);
  return write instanceof Function ? write(params) : write;
}
