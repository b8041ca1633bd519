// Documents as MCP resources, with the addresses and bytes that the site publishes. No live document is a resource.
import type { McpServer } from "@modelcontextprotocol/server";

export interface McpDocument {
  /** Absolute URL that publishes the same bytes. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  read(): string;
}

export function registerDocuments(server: McpServer, documents: readonly McpDocument[]): void {
  for (const { uri, name, title, description, read } of documents) {
    server.registerResource(name, uri, { title, description, mimeType: "text/markdown" }, () => ({
      contents: [{ uri, mimeType: "text/markdown", text: read() }],
    }));
  }
}
