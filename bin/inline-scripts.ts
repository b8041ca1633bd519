import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { inlineSource } from "../lib/site/serve/page-policy.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;

/** CSP hashes of the page's inline scripts. A JSON-LD script never runs, so it needs no hash. */
export function inlineScriptSources(html: string): string[] {
  const scriptTexts: string[] = [];
  const collectScripts = (node: Node): void => {
    if (!("childNodes" in node)) return;
    if (
      node.nodeName === "script" &&
      !node.attrs.some(({ name }) => name === "src" || name === "type")
    )
      scriptTexts.push(
        node.childNodes.map((child) => ("value" in child ? child.value : "")).join(""),
      );
    node.childNodes.forEach(collectScripts);
  };
  parse(html).childNodes.forEach(collectScripts);
  return scriptTexts.map(inlineSource);
}
