// Documents as MCP resources, under their public addresses and with the bytes that are served there. Nothing live is one.
import type { McpServer } from "@modelcontextprotocol/server";

export interface McpDocument {
  /** Absolute URL at which the same bytes are published. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The Markdown. */
  read(): string;
}

export function registerDocuments(server: McpServer, documents: readonly McpDocument[]): void {
  for (const { uri, name, title, description, read } of documents) {
    server.registerResource(name, uri, { title, description, mimeType: "text/markdown" }, () => ({
      contents: [{ uri, mimeType: "text/markdown", text: read() }],
    }));
  }
}
