// A page and the view of the tool's answer to the same question: what one of them says and the other does not.
import type { SwapReading } from "../../../../../lib/protocol/model/swap.ts";
import type { Preset } from "../../../../../lib/protocol/values/chains.ts";
import type { Tree } from "../../pages/markup-tree.ts";
import type { Scene } from "../status/scenes.ts";
import { type Question, quoteForms, type Setting, statusForms, statusPage, swapForms } from "./forms.ts";
import { listDifferences, untoldIn } from "./sentences.ts";

const headed = ({ props }: Tree, ...names: readonly string[]) => names.includes(props["aria-labelledby"] ?? "");
const quoteParts = (tree: Tree) => tree.props.class === "quote-answer" || headed(tree, "deposit", "costs", "ways");

export async function compareQuote(setting: Setting, input: Question): Promise<string[]> {
  const { page, view, answer } = await quoteForms(setting, input);
  const found = [...listDifferences(page, view, quoteParts), ...untoldIn(answer)];
  return found.map((one) => `${JSON.stringify(input)} ${one}`);
}

const statusParts = (tree: Tree) => tree.tag === "header" || tree.props.class === "matrix";

export async function compareStatus(
  { network, reading, nowMs }: Pick<Scene, "network" | "reading" | "nowMs">,
  preset: Preset,
): Promise<string[]> {
  const { page, view, answer, beside, chains } = await statusForms({ network, preset, nowMs }, reading);
  const found = [...listDifferences(page, view, statusParts), ...[answer, ...beside].flatMap(untoldIn)];
  for (const { chain, status, inbound, view } of chains) {
    const own = statusPage(await network.getStatus({ chain }), preset, nowMs, chain).page;
    const isOpen = reading.chains.some((one) => one.chain === chain && one.trading.verdict === "open");
    // Of an open chain the tool says how to send, which the page does not.
    // The page's headline says the first words of a doubt.
    const advice = String(inbound.structured.advice).replace(
      /(Not checked|Sources disagree): (.)/,
      (text, word, first) => (own.includes(word) ? first.toUpperCase() : text),
    );
    const stop = isOpen ? "" : `<p>${advice}</p>`;
    const differences = [...listDifferences(own, view, statusParts), ...listDifferences(own, stop, () => false)];
    found.push(...[...differences, ...untoldIn(status), ...untoldIn(inbound)].map((text) => `${chain} ${text}`));
  }
  return found;
}

const swapParts = ({ tag, props }: Tree) =>
  tag === "ol" || ["board", "when", "wait", "reason", "payments"].includes(props.id ?? "");

export async function compareSwap(reading: SwapReading, preset: Preset, readAtMs: number): Promise<string[]> {
  const { page, view, answer } = await swapForms(reading, preset, readAtMs);
  return [...listDifferences(page, view, swapParts), ...untoldIn(answer)];
}
