import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { inlineSource } from "../lib/site/serve/page-policy.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;

/** CSP sources of the page's inline scripts. JSON-LD never runs, so it needs no source. */
export function inlineScriptSources(html: string): string[] {
  const scripts: string[] = [];
  const visit = (node: Node): void => {
    if (!("childNodes" in node)) return;
    if (
      node.nodeName === "script" &&
      !node.attrs.some(({ name }) => name === "src" || name === "type")
    )
      scripts.push(node.childNodes.map((child) => ("value" in child ? child.value : "")).join(""));
    node.childNodes.forEach(visit);
  };
  parse(html).childNodes.forEach(visit);
  return scripts.map(inlineSource);
}
