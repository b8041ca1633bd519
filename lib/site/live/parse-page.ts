// The part of a live page's script that parses a new copy of the page. The page's security policy names its Trusted Types policy.
import { OWN_MARKUP_POLICY } from "../../http/security-headers.ts";

/** Defines `toPage`: HTML → a document in which no script runs. Only the surrounding script can use the policy. */
export const parsePage = `const rule=globalThis.trustedTypes?.createPolicy("${OWN_MARKUP_POLICY}",{createHTML:text=>text}),toPage=text=>new DOMParser().parseFromString(rule?.createHTML(text)??text,"text/html");`;
