// The options of an asset field, without a document: which match the typed text, and their answers.

import type * as z from "zod";
import type { AssetsShape } from "../../../answers/assets/structured.ts";

export interface AssetOption {
  readonly value: string;
  readonly label: string;
}

export type AssetsAnswer = z.output<typeof AssetsShape>;
export type AssetSide = "can_send" | "can_receive";
export type AssetAnswer = Pick<
  AssetsAnswer["assets"][number],
  "asset" | "name" | "depth_usd" | AssetSide
>;

/** Each typed word must begin a word of the option. Matches of the ticker come first. */
export function filterOptions(
  options: readonly AssetOption[],
  typed: string,
): readonly AssetOption[] {
  const typedWords = listWords(typed).filter((word) => word !== "");
  const beginsOneOf = (words: readonly string[]) => (typedWord: string) =>
    words.some((word) => word.startsWith(typedWord));
  const isTickerMatch = (option: AssetOption) =>
    typedWords.some(beginsOneOf([tickerOf(option).toLowerCase()]));
  const matches = options.filter(({ value, label }) =>
    typedWords.every(beginsOneOf(listWords(`${label} ${value}`))),
  );
  return [...matches.filter(isTickerMatch), ...matches.filter((option) => !isTickerMatch(option))];
}

const listWords = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

export const tickerOf = ({ value }: AssetOption) => value.split(/[.-]/)[1] ?? value;

/** The short form, unless two assets share it, as in the datalist. */
export function optionsOf(assets: readonly AssetAnswer[]): readonly AssetOption[] {
  return assets.map(({ asset, name }) => {
    const short = shortOf(asset);
    const isUnique = assets.filter((row) => shortOf(row.asset) === short).length === 1;
    return { value: isUnique ? short : asset, label: name };
  });
}

/** Undefined if two assets share the short form. */
export function findAnswer<Answer extends Pick<AssetAnswer, "asset">>(
  answers: readonly Answer[],
  { value }: Pick<AssetOption, "value">,
): Answer | undefined {
  const sameShort = answers.filter(({ asset }) => shortOf(asset) === value);
  return (
    answers.find(({ asset }) => asset === value) ??
    (sameShort.length === 1 ? sameShort[0] : undefined)
  );
}

const shortOf = (asset: string) => asset.replace(/-.*/, "");
