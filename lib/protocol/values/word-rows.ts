// Types of message tables: an id has parameters, and each language has a text for each id.

export interface WordRow<Params> {
  /** Only holds a type for the compiler. No row has this member at run time. */
  readonly params: Params;
}
type Rows = Readonly<Record<string, WordRow<object | null>>>;

export type ParamsOf<All extends Rows, Id extends keyof All> = All[Id]["params"];

type Words<Params, Text> = Params extends null ? Text : (params: Params) => Text;
/** The texts of one language: a text for each id, or a function if the id has parameters. */
export type WordsOf<All extends Rows, Text = string> = {
  readonly [Id in keyof All]: Words<All[Id]["params"], Text>;
};

export function wordsFor<Text>(words: Text | ((params: never) => Text), params: object): Text {
  const textOrFunction = words as Text | ((params: object) => Text);
  return textOrFunction instanceof Function ? textOrFunction(params) : textOrFunction;
}
