// What a reader has opened stays open when a script replaces a part of the page. It runs in the browser.

const listDetails = (root: ParentNode) => [...root.querySelectorAll("details")];
const nameOf = (details: Element) => details.querySelector("summary")?.textContent ?? "";

/** `find` gives the part before the change, and the new one after it. The same summary means the same details. */
export function keepOpen(find: () => ParentNode, change: () => void): void {
  const wasOpen = new Map(listDetails(find()).map((one) => [nameOf(one), one.open]));
  change();
  for (const one of listDetails(find())) one.open = wasOpen.get(nameOf(one)) ?? one.open;
}
