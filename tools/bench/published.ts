// Figures of other published swap servers, counted once from their sources. None of their text is copied.

export interface PublishedServer {
  readonly name: string;
  /** The repository, file and commit that were read. A newer version may differ. */
  readonly source: string;
  readonly tools: number;
  /** o200k tokens of all tools as JSON: name, description, input schema. */
  readonly tokens: number;
  /** Tokens of the tool that gives a quote. */
  readonly quoteTokens: number;
  readonly answers: string;
}

export const publishedServers: readonly PublishedServer[] = [
  {
    name: "LI.FI (lifi-mcp)",
    source: "github.com/lifinance/lifi-mcp, server/server.go at 170961d",
    tools: 17,
    tokens: 1402,
    quoteTokens: 252,
    answers: "the API's JSON as it came, as text",
  },
  {
    name: "PaladinFi (paladin-swap-mcp)",
    source: "github.com/paladinfi/paladin-swap-mcp, mcp-tools.json at 0563d1b",
    tools: 2,
    tokens: 388,
    quoteTokens: 344,
    answers: "not published",
  },
];
