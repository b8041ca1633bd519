// What a host with the extension MCP Apps shows beside the answer of a tool: one HTML document a tool, and what it may do.
// A host without the extension gets an address that it does not read.

export const viewNames = ["quote", "status", "swap"] as const;
export type ViewName = (typeof viewNames)[number];

export const viewUri = (name: ViewName) => `ui://signpost/${name}`;

/** Of a tool that has a view. */
export const viewMeta = (name: ViewName) => ({ ui: { resourceUri: viewUri(name) } });

export const VIEW_MEDIA_TYPE = "text/html;profile=mcp-app";

/** A view reaches no network: everything that it says is in the answer, or is asked of the host. */
export const viewPermissions = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    // For the buttons that copy a memo or an address.
    permissions: { clipboardWrite: {} },
    prefersBorder: false,
  },
} as const;

/** The capability of a client whose host shows views. */
export const VIEWS_EXTENSION = "io.modelcontextprotocol/ui";

/** In `_meta` of each result: what the page would say of the same reading, as plain data. */
export const VIEW_KEY = "signpost/view";
/** A view asks for this in `_meta` of its call, and gets it in `_meta` of the result. Nobody else does. */
export const HISTORY_KEY = "signpost/history";

/** The pages of this site that a view may ask the host to open. */
export type ViewLinks = Readonly<Record<"quote" | "status" | "track", string>>;

/** The place of the links in a built view. They are written when it is read, since a build may be served under another address. */
const LINKS_SLOT = 'content="LINKS"';
export const linksElement = `<meta name="links" ${LINKS_SLOT}>`;

/** The document with the addresses of this deployment. @throws Error if it has no place for them. */
export function withLinks(html: string, links: ViewLinks): string {
  if (!html.includes(LINKS_SLOT)) throw new Error("the view has no place for links");
  const text = JSON.stringify(links).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return html.replace(LINKS_SLOT, () => `content="${text}"`);
}
