// What stands below the first words of a sign: no word twice.
import { capitalize } from "../../protocol/values/figure-text.ts";

/** "No node gave a usable answer." below "Not checked", which would begin it again. */
export const belowSign = (word: string, text: string) =>
  text.startsWith(`${word}: `) ? capitalize(text.slice(word.length + 2)) : text;
