// An HTML page as a reader without scripts gets it: head, landmarks, headings, links, cells and text.
import { parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { type Facts, listNumbers, squeeze } from "./facts.ts";
import { resolveAddress } from "./markdown.ts";

export interface HtmlDocument {
  readonly lang: string | null;
  readonly title: string | null;
  /** By `name` or `property`. */
  readonly metas: ReadonlyMap<string, string>;
  /** `link` elements, one for each relation, absolute. */
  readonly links: readonly { readonly rel: string; readonly href: string; readonly type: string | null }[];
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  /** `a` elements with an address, as written. `isFollowed`: false with `rel="nofollow"`. */
  readonly anchors: readonly { readonly href: string; readonly text: string; readonly isFollowed: boolean }[];
  readonly ids: ReadonlySet<string>;
  /** Names of all elements. */
  readonly elements: ReadonlySet<string>;
  /** Absolute addresses that a browser loads by itself: scripts, styles, images. */
  readonly assets: readonly string[];
  /** Text of inline scripts. */
  readonly scripts: readonly string[];
  /** Text of `application/ld+json` blocks. */
  readonly jsonLd: readonly string[];
  /** Visible text of the whole body. */
  readonly text: string;
  /** Links of the body, header and footer included. */
  readonly all: Facts;
  /** Content of `main`, or of the body without `main`. Navigation, forms and live regions in it are left out. */
  readonly main: Facts;
}

type Node = Tree.ChildNode;
type Element = Tree.Element;

const invisible = new Set(["script", "style", "template", "noscript", "head", "title"]);
/** Elements that end a line, so that words of two elements do not become one. */
const blocks =
  /^(address|article|aside|blockquote|br|dd|div|dl|dt|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul)$/;

/** Relations of files that the browser loads by itself. */
export function isLoaded(rel: string): boolean {
  return /^(stylesheet|icon|preload|modulepreload|manifest|apple-touch-icon|preconnect|dns-prefetch)$/.test(rel);
}

/** `address`: the page's own, to resolve relative links. */
export function parseHtml(html: string, address: string): HtmlDocument {
  const root = parse(html);
  const elements = [...walk(root.childNodes)];
  const named = (...names: string[]) => elements.filter((element) => names.includes(element.tagName));
  const body = named("body")[0];
  const main = named("main")[0] ?? body;
  const title = named("title").find((element) => element.namespaceURI.endsWith("xhtml"));
  const links = named("link").flatMap((element) => {
    const href = attribute(element, "href");
    if (href === null) return [];
    const relations = (attribute(element, "rel") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    return relations.map((rel) => ({ rel, href: resolveAddress(href, address), type: attribute(element, "type") }));
  });
  const metas = named("meta").flatMap((element): [string, string][] => {
    const name = attribute(element, "name") ?? attribute(element, "property");
    return name === null ? [] : [[name, attribute(element, "content") ?? ""]];
  });
  const scripts = named("script");
  const isData = (element: Element) => attribute(element, "type") === "application/ld+json";
  const loaded = links.filter(({ rel }) => isLoaded(rel));
  const sources = named("script", "img").map((element) => attribute(element, "src"));
  return {
    lang: attribute(named("html")[0], "lang"),
    title: title ? squeeze(rawText(title)) : null,
    metas: new Map(metas),
    links,
    headings: elements.flatMap((element) => {
      const level = Number(/^h([1-6])$/.exec(element.tagName)?.[1] ?? 0);
      return level === 0 ? [] : [{ level, text: squeeze(visibleText(element)) }];
    }),
    anchors: named("a").flatMap((element) => {
      const href = attribute(element, "href");
      const isFollowed = !/(?:^|\s)nofollow(?:\s|$)/i.test(attribute(element, "rel") ?? "");
      return href === null ? [] : [{ href, text: squeeze(visibleText(element)), isFollowed }];
    }),
    ids: new Set(elements.flatMap((element) => attribute(element, "id") ?? [])),
    elements: new Set(elements.map((element) => element.tagName)),
    assets: [
      ...sources.flatMap((src) => (src === null ? [] : resolveAddress(src, address))),
      ...loaded.map(({ href }) => href),
    ],
    scripts: scripts.filter((element) => !isData(element)).map(rawText),
    jsonLd: scripts.filter(isData).map(rawText),
    text: body ? squeeze(visibleText(body)) : "",
    all: readFacts(body, address),
    main: readFacts(main, address, isNoContent),
  };
}

function readFacts(root: Element | undefined, address: string, without?: Left): Facts {
  const elements = root ? [...walk([root], without)] : [];
  const texts = (pattern: RegExp) =>
    elements.filter((element) => pattern.test(element.tagName)).map((element) => squeeze(visibleText(element)));
  return {
    headings: texts(/^h[1-6]$/),
    cells: texts(/^t[hd]$/),
    links: elements
      .filter((element) => element.tagName === "a")
      .flatMap((element) => attribute(element, "href") ?? [])
      .map((href) => resolveAddress(href, address)),
    numbers: root ? listNumbers(visibleText(root, without)) : [],
  };
}

/** Which elements are left out, with their content. */
type Left = (element: Element) => boolean;

/** Navigation, the controls of a form, and a region that a script fills. */
const isNoContent: Left = (element) =>
  element.tagName === "nav" || element.tagName === "form" || attribute(element, "aria-live") !== null;

/** Elements in document order. */
function* walk(nodes: readonly Node[], without?: Left): Generator<Element> {
  for (const node of nodes) {
    if (!("tagName" in node) || without?.(node)) continue;
    yield node;
    yield* walk("content" in node ? node.content.childNodes : node.childNodes, without);
  }
}

function attribute(element: Element | undefined, name: string): string | null {
  return element?.attrs.find((one) => one.name === name)?.value ?? null;
}

function rawText(element: Element): string {
  return element.childNodes.map((node) => ("value" in node ? node.value : "")).join("");
}

function visibleText(node: Node, without?: Left): string {
  if (node.nodeName === "#text") return (node as Tree.TextNode).value;
  if (!("tagName" in node) || invisible.has(node.tagName) || without?.(node)) return "";
  const text = node.childNodes.map((child) => visibleText(child, without)).join("");
  return blocks.test(node.tagName) ? `\n${text}\n` : text;
}
