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

const code = /\/\/.*|\/\*[\s\S]*?\*\/|"((?:\\.|[^"\\])*)"|([`{}])/g;
const template = /((?:\\[\s\S]|(?!\$\{)[^`\\])*)(\$\{|`)/g;

/** The strings of a file, and of each template the pieces between its values. */
function listPieces(source: string): string[] {
  const pieces: string[] = [];
  /** Of each value of a template that is open: how many braces are open in it. */
  const braces: number[] = [];
  let [pattern, at] = [code, 0];
  for (;;) {
    pattern.lastIndex = at;
    const [found, text, sign = ""] = pattern.exec(source) ?? [];
    if (found === undefined) return pieces;
    at = pattern.lastIndex;
    if (text !== undefined) pieces.push(text);
    const depth = braces.pop();
    const isEndOfValue = sign === "}" && depth === 0;
    if (depth !== undefined && !isEndOfValue)
      braces.push(depth + (sign === "{" ? 1 : sign === "}" ? -1 : 0));
    if (sign === "${") braces.push(0);
    if (sign === "`") pattern = pattern === code ? template : code;
    else if (sign === "${") pattern = code;
    else if (isEndOfValue) pattern = template;
  }
}

const folder = join(root, "lib/say");

function listUnsaid(file: string): string[] {
  const source = readFileSync(join(folder, file), "utf8").replace(/^import [^;]*;$/gm, "");
  return listPieces(source).filter((piece) => {
    const text = plain(piece).trim();
    return text.length >= LEAST_CHARS && text.includes(" ") && !approved.includes(text);
  });
}

/** Only a script shows these: `e2e/browser` has the pages on which it does. */
const ofScripts = [
  "State of the network",
  "Not read yet.",
  "Without a script, read it here:",
  "Not current: a newer check was due and has not come. This was checked at",
  "Your link asks for it, instead of the limit above. In hundredths of a percent of the price before fees: 300 is 3 %.",
];
/** Shown on /track without an id, in the sample network. */
const ofSamples = [
  "All sample transactions",
  "Every state in turn",
  "This is the sample network: its transactions are invented, and on no explorer.",
];
/** On the page of a refused question: `http/rate-limit.spec.ts`, `browser/refused.spec.ts`. */
const ofRefusals = [
  "Open the page",
  "We try again in",
  "Which chain?",
  "Your question, unchanged until it is asked again",
];
/** A style shows this in a frame: `browser/embed.spec.ts`. */
const ofFrames = ["Out of date. Load this page again before you send anything."];
/** The view of MCP Apps: `browser/view.spec.ts`. */
const VIEW = "view.en.ts";

/** In every scripted state that was tried, another rule spoke first. Specs of the rules hold them. */
const unreached = [
  "This is too long to be a transaction id. Paste the id alone.",
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
  "not known: read them from the contract",
  "What it would cost in parts is not known.",
  "the fees alone take at least",
  "one source says halted, and does not say when",
  "the pools could not be read",
  "the asset has no pool",
  "no memo names the target asset alone",
  "we could not check that deposits are open",
  "The affiliate's part is larger than the network allows. Ask with a smaller affiliate_bps.",
  "No source was read.",
  "deposits whose memo is a reference",
  "A change of the router on",
  "refunds not checked",
  "some swaps halted",
  "a vault that may be compromised",
  "new liquidity of",
  "The records name a reason for a refund, but none is planned or made yet.",
];

test("each sentence of lib/say is in an approved text", () => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".en.ts") && file !== VIEW);
  const unsaid = files.flatMap(listUnsaid).map((piece) => piece.trim());
  expect(unsaid.toSorted()).toEqual(
    [...ofScripts, ...ofSamples, ...ofRefusals, ...ofFrames, ...unreached].toSorted(),
  );
});
