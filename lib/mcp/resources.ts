// Documents as MCP resources, with the addresses and bytes that the site publishes. No live document is a resource.
// The views of tools are resources too, but no list names them: hosts that show views find them at the tools.
import type { McpServer } from "@modelcontextprotocol/server";
import { VIEW_MEDIA_TYPE, type ViewName, viewPermissions, viewUri } from "./views/views.ts";

export interface McpDocument {
  /** Absolute URL that publishes the same bytes. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  read(): string | Promise<string>;
}

export function registerDocuments(server: McpServer, documents: readonly McpDocument[]): void {
  for (const { uri, name, title, description, read } of documents) {
    server.registerResource(name, uri, { title, description, mimeType: "text/markdown" }, async () => ({
      contents: [{ uri, mimeType: "text/markdown", text: await read() }],
    }));
  }
}

export interface McpView {
  readonly name: ViewName;
  /** The whole HTML document. */
  read(): string;
}

/** After `registerDocuments`: replaces the list, which would name the views as well. */
export function registerViews(server: McpServer, views: readonly McpView[], documents: readonly McpDocument[]): void {
  for (const { name, read } of views) {
    const uri = viewUri(name);
    server.registerResource(`view-${name}`, uri, { mimeType: VIEW_MEDIA_TYPE }, () => ({
      contents: [{ uri, mimeType: VIEW_MEDIA_TYPE, text: read(), _meta: viewPermissions }],
    }));
  }
  const resources = documents.map(({ uri, name, title, description }) => {
    return { uri, name, title, description, mimeType: "text/markdown" };
  });
  if (views.length > 0) server.server.setRequestHandler("resources/list", () => ({ resources }));
}
