// Site room: a query longer than any that can be answered. A page repeats its query several times, so what is too long is left out, and the page says so.
import type { LivePagePath, ResourcePath } from "../resources.ts";
import { queryNames } from "./quote-links.ts";

/** Stands where a value was left out; it can be no value of any field. */
export const LEFT_OUT = "…";
/** Said beside the field, before what is expected there. */
export const leftOutNote = "What was written here was too long, and was left out.";

/** As sent: room for every valid value at once, in any spelling. */
const LONGEST_CHARS = 600;

const names: Readonly<Record<LivePagePath, readonly string[]>> = {
  "/quote": queryNames,
  "/status": [],
  "/track": ["txid", "chain"],
};

/** The same question with the longest values left out until it fits; null where nothing has to be. A value given twice counts as too long: nothing is guessed. */
export function toShortQuery(path: ResourcePath, search: string): URLSearchParams | null {
  if (!isLive(path) || search.length <= LONGEST_CHARS) return null;
  const given = new URLSearchParams(search);
  const short = new URLSearchParams(
    names[path].flatMap((name) => {
      const [first, ...others] = given.getAll(name);
      return first === undefined ? [] : [[name, others.length > 0 ? LEFT_OUT : first]];
    }),
  );
  while (`?${short}`.length > LONGEST_CHARS) {
    const [longest] = [...short].sort(([, one], [, other]) => toSize(other) - toSize(one));
    if (longest) short.set(longest[0], LEFT_OUT);
  }
  return short;
}

function isLive(path: ResourcePath): path is LivePagePath {
  return Object.hasOwn(names, path);
}

function toSize(value: string): number {
  return encodeURIComponent(value).length;
}
