// This folder runs MCP clients of other projects against the built site.
// This file: which clients, and what their results say in the table of docs/verification.md.

export const steps = ["connect", "list", "call", "read", "prompt", "refuse"] as const;

export interface McpClient {
  /** The npm package, a row of the table. */
  readonly name: string;
  /** A file of `clients/`. */
  readonly file: string;
  /** What has to be known of the row. */
  readonly note?: string;
}

export const clients: readonly McpClient[] = [
  { name: "@modelcontextprotocol/sdk", file: "sdk.mjs" },
  { name: "@modelcontextprotocol/client", file: "client.mjs", note: "asked to take the newest era" },
  { name: "mcporter", file: "mcporter.mjs" },
  { name: "@ai-sdk/mcp", file: "ai-sdk.mjs" },
  { name: "@langchain/mcp-adapters", file: "langchain.mjs" },
  { name: "@openai/agents", file: "openai-agents.mjs" },
  { name: "@mastra/mcp", file: "mastra.mjs" },
  { name: "mcp-remote", file: "mcp-remote.mjs", note: "over stdio, to the client of SDK 1.x" },
  { name: "@modelcontextprotocol/inspector", file: "inspector.mjs", note: "`--cli`, tools with `--strict`" },
];

export interface ClientResult {
  readonly client: McpClient;
  readonly version: string;
  /** As the log of the server names them. */
  readonly eras: readonly string[];
  /** "yes", "none" where its API has no such step, or what went wrong. */
  readonly steps: Readonly<Record<string, string>>;
}

export const isPassed = ({ steps: results, eras }: ClientResult): boolean =>
  eras.length > 0 &&
  steps.every((step) => results[step] === "yes" || results[step] === "none") &&
  results.close === "yes";

const words: Readonly<Record<string, string>> = { yes: "yes", none: "not in its API" };

export function clientsTable(results: readonly ClientResult[]): string {
  const head = [
    "Client",
    "Version",
    "Era",
    "Connect",
    "List",
    "Call every tool",
    "Read a resource",
    "Get a prompt",
    "Refuse bad input",
  ];
  const rows = results.map(({ client, version, eras, steps: given }) => [
    `${client.name}${client.note ? ` (${client.note})` : ""}`,
    version,
    eras.join(", "),
    ...steps.map((step) => words[given[step] ?? ""] ?? "no"),
  ]);
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
