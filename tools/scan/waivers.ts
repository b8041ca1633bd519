// What the site does not do for a tool, each with a reason. The scan fails if no finding needs a waiver.

export interface Waiver {
  readonly tool: string;
  readonly rule: string;
  /** Only at this place. Absent: anywhere. */
  readonly where?: RegExp;
  readonly reason: string;
  /** The tool draws its pages, and not each draw has the finding. */
  readonly isDrawn?: true;
}

const mcpGet = /#\/paths\/~1mcp\/get\/responses$/;
const reactWrites = "React writes its markup so; HTML means the same by it.";

function webMcpWaiver(attribute: string, element: string): Waiver {
  return {
    tool: "Nu HTML Checker",
    rule: `Attribute “${attribute}” not allowed on element “${element}” at this point.`,
    where: /^\/(quote|track)\b/,
    reason:
      "WebMCP's declarative form: by it an agent in the browser knows the form as a tool. The checker does not know it yet.",
  };
}

export const waivers: readonly Waiver[] = [
  {
    tool: "AFDocs",
    rule: "content-start-position",
    reason: "The list of a page's sections stands before the page: a tenth of a short one, and worth it to people.",
  },
  {
    tool: "@vercel/agent-readability",
    rule: "Missing page → markdown",
    reason: "A missing page is 404, with a Markdown body where asked: 200 would tell every client that it exists.",
  },
  {
    tool: "@vercel/agent-readability",
    rule: "Agent UA → markdown",
    reason:
      "Accept decides, for every client alike: choosing by User-Agent defeats caches and overrides what was asked.",
  },
  {
    tool: "@vercel/agent-readability",
    rule: ".md URL → markdown",
    isDrawn: true,
    reason:
      "Only where the home page is drawn first: the tool appends .md to the bare origin, which names another host.",
  },
  {
    tool: "@vercel/agent-readability",
    rule: "Frontmatter",
    isDrawn: true,
    reason: "Only where /track is drawn: without an id it tells nothing that was read, so it has no date.",
  },
  {
    tool: "Lighthouse agentic-browsing",
    rule: "ard-schema",
    reason: "0.9 of 1: ARD 0.9 knows no media type for OpenAPI. The entry stays, with the type that is served.",
  },
  {
    tool: "Redocly, recommended",
    rule: "info-license-strict",
    where: /#\/info\/license$/,
    reason: "The documents are public and under no licence that has an identifier or an address; none is invented.",
  },
  {
    tool: "Redocly, recommended",
    rule: "no-server-example.com",
    where: /#\/servers\/0\/url$/,
    reason: "What is scanned is served on loopback and says so; a deployment names its own origin.",
  },
  {
    tool: "Redocly, recommended",
    rule: "operation-2xx-response",
    where: mcpGet,
    reason: "GET /mcp is described with its 405: there is no stream to get.",
  },
  {
    tool: "Spectral, spectral:oas",
    rule: "operation-success-response",
    where: mcpGet,
    reason: "GET /mcp is described with its 405: there is no stream to get.",
  },
  { tool: "html-validate, recommended", rule: "void-style", reason: reactWrites },
  { tool: "html-validate, recommended", rule: "attr-case", reason: reactWrites },
  { tool: "html-validate, recommended", rule: "attribute-boolean-style", reason: reactWrites },
  { tool: "html-validate, recommended", rule: "attribute-empty-style", reason: reactWrites },
  {
    tool: "html-validate, recommended",
    rule: "valid-id",
    reason:
      "HTML takes any id without white space: a heading's begins with its number, that of Next's own script with a line.",
  },
  {
    tool: "Nu HTML Checker",
    rule: "Trailing slash on void elements has no effect and interacts badly with unquoted attribute values.",
    reason: `A hint, no error. ${reactWrites}`,
  },
  {
    tool: "Nu HTML Checker",
    rule: "Potentially bad value “ai-catalog” for attribute “rel” on element “link” Typo for “api-catalog”?",
    reason: "A hint, no error. The relation of the AI Catalog, which is none of api-catalog's.",
  },
  ...["toolname", "tooldescription", "toolautosubmit"].map((name) => webMcpWaiver(name, "form")),
  {
    tool: "Nu HTML Checker",
    rule: "Section lacks heading. Consider using “h2”-“h6” elements to add identifying headings to all sections, or else use a “div” element instead for any cases where no heading is needed.",
    where: /^\/developers\/mcp\b/,
    reason: "A hint, no error. The console's two sides have names; a heading of a tool would be one of the document.",
  },
  ...["input", "select"].map((element) => webMcpWaiver("toolparamdescription", element)),
];
