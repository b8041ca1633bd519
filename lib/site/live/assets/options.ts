// Finds the assets that match a typed text, and whether each can be sent or received. Uses no DOM.

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

export function filterOptions(
  options: readonly AssetOption[],
  typedText: string,
): readonly AssetOption[] {
  const typedWords = listWords(typedText).filter((word) => word !== "");
  const isStartOfAny = (words: readonly string[]) => (typedWord: string) =>
    words.some((word) => word.startsWith(typedWord));
  const isTickerMatch = (option: AssetOption) =>
    typedWords.some(isStartOfAny([tickerOf(option).toLowerCase()]));
  const matches = options.filter(({ value, label }) =>
    typedWords.every(isStartOfAny(listWords(`${label} ${value}`))),
  );
  return [...matches.filter(isTickerMatch), ...matches.filter((option) => !isTickerMatch(option))];
}

const listWords = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

export const tickerOf = ({ value }: AssetOption) => value.split(/[.-]/)[1] ?? value;

export function optionsOf(assets: readonly AssetAnswer[]): readonly AssetOption[] {
  return assets.map(({ asset, name }) => {
    const shortName = shortNameOf(asset);
    const isUnique = assets.filter((other) => shortNameOf(other.asset) === shortName).length === 1;
    return { value: isUnique ? shortName : asset, label: name };
  });
}

export function findAnswer<Answer extends Pick<AssetAnswer, "asset">>(
  answers: readonly Answer[],
  { value }: Pick<AssetOption, "value">,
): Answer | undefined {
  const sameNameAnswers = answers.filter(({ asset }) => shortNameOf(asset) === value);
  return (
    answers.find(({ asset }) => asset === value) ??
    (sameNameAnswers.length === 1 ? sameNameAnswers[0] : undefined)
  );
}

const shortNameOf = (asset: string) => asset.replace(/-.*/, "");
