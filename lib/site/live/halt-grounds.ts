// The text below the first words of a sign, without repeating them.
import { capitalize } from "../../protocol/values/figure-text.ts";

export const belowSign = (word: string, text: string) =>
  text.startsWith(`${word}: `) ? capitalize(text.slice(word.length + 2)) : text;
