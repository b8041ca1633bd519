// How the script of a live page reads that page again. Constant text; the page's policy names the rule by which it may.
import { OWN_MARKUP_POLICY } from "../../http/security-headers.ts";

/** Defines `toPage`: HTML → a document in which no script runs. Only the script that this stands in can reach the rule. */
export const parsePage = `const rule=globalThis.trustedTypes?.createPolicy("${OWN_MARKUP_POLICY}",{createHTML:text=>text}),toPage=text=>new DOMParser().parseFromString(rule?.createHTML(text)??text,"text/html");`;
