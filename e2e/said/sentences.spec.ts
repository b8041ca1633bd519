// Each sentence of lib/say is in an approved text. Between two figures, a piece of it is.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "../support/root.ts";
import { listTexts, readText } from "./texts.ts";

/** Shorter pieces, and single words, are in some text by chance. */
const LEAST_CHARS = 10;

/** Texts are wrapped, quoted and marked up in more than one way. */
const plain = (text: string) =>
  text
    .replace(/["“”'’`*_\\]/g, "")
    .replace(/\s+/g, " ")
    .toLowerCase();

const approved = plain(listTexts().map(readText).join("\n"));

/** The strings of a file, and of each template the pieces between its values. */
function listPieces(source: string): string[] {
  const pieces: string[] = [];
  let at = 0;
  const skipTo = (end: string) => {
    at = source.indexOf(end, at) + end.length;
  };
  const readString = () => {
    const start = at;
    do at = source.indexOf('"', at + 1);
    while (source[at - 1] === "\\");
    at += 1;
    pieces.push(source.slice(start + 1, at - 1));
  };
  const readTemplate = () => {
    let start = at;
    while (at < source.length) {
      const isValue = source.startsWith("${", at);
      if (isValue || source[at] === "`") {
        pieces.push(source.slice(start, at));
        at += isValue ? 2 : 1;
        if (!isValue) return;
        readCode();
        start = at;
      } else at += source[at] === "\\" ? 2 : 1;
    }
  };
  /** To the brace that ends the value of a template. */
  function readCode(): void {
    let depth = 0;
    while (at < source.length) {
      const letter = source[at];
      if (source.startsWith("//", at)) skipTo("\n");
      else if (source.startsWith("/*", at)) skipTo("*/");
      else if (letter === '"') readString();
      else {
        at += 1;
        if (letter === "`") readTemplate();
        if (letter === "{") depth += 1;
        if (letter === "}" && depth === 0) return;
        if (letter === "}") depth -= 1;
      }
    }
  }
  readCode();
  return pieces;
}

const folder = join(root, "lib/say");
const withoutImports = (source: string) => source.replace(/^import [^;]*;$/gm, "");

function listUnsaid(file: string): string[] {
  const pieces = listPieces(withoutImports(readFileSync(join(folder, file), "utf8")));
  return pieces.filter((piece) => {
    const text = plain(piece).trim();
    return text.length >= LEAST_CHARS && text.includes(" ") && !approved.includes(text);
  });
}

/** Only a script shows these: `e2e/browser` has the pages on which it does. */
const ofScripts = [
  "State of the network",
  "Not read yet",
  "A script fills this board. Without one, read the state here:",
  "The network could not be read.",
  "Block made",
  "Chains open",
  "Not current: a newer reading was due and has not come. This is what was read at",
  "This page asks by itself while it is in view.",
  "This is the sample network: its transactions are invented, and on no explorer. Each shows one state.",
  "Your link asks for it, instead of the limit above. In hundredths of a percent of the price before fees: 300 is 3 %.",
];
/** The view of MCP Apps: `browser/view.spec.ts`. */
const VIEW = "view.en.ts";

/** In every scripted state that was tried, another rule spoke first. Specs of the rules hold them. */
const unreached = [
  "Read the warnings before you send.",
  "This is too long to be a transaction id. Paste the id alone.",
  "Send a smaller amount.",
  "The pools are small: expect to receive less than quoted.",
  "Only one source says so: no second one has confirmed it yet.",
  "The caller ended the call.",
  "This server failed. Quote",
  "when you report it.",
  ". We could not check for how long the network tries.",
  "Too large or too fine: write fewer digits before or behind the decimal point.",
  "only one source says so",
  "None was given.",
  "The memo sets a limit. What the fees leave of it is not known.",
  "Your wallet shows it.",
  "Nobody knows it before the order is filled.",
  "There is none.",
  "not known: its contract says them",
  "What it would cost in parts is not known.",
  "the fees alone take at least",
  "one source says halted, and does not say when",
  "the pools could not be read",
  "the asset has no pool",
  "no memo names the target asset alone",
  "deposits are not known to be open",
  "The network takes a smaller part for affiliates at most. Ask with a smaller affiliate_bps.",
  "No source was read.",
  "deposits whose memo is a reference",
  "the router on",
  "a vault that may be compromised",
  "new liquidity of",
  "The records name a reason for a refund, but none is planned or made yet.",
];

test("each sentence of lib/say is in an approved text", () => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".en.ts") && file !== VIEW);
  const unsaid = files.flatMap(listUnsaid).map((piece) => piece.trim());
  expect(unsaid.toSorted()).toEqual([...ofScripts, ...unreached].toSorted());
});
