// What the official conformance suites ask a server to hold beside its own: never part of the site.
import { setTimeout as sleep } from "node:timers/promises";
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { toAdvertised } from "../../lib/mcp/json-schema.ts";
import { toProgressReport } from "../../lib/mcp/progress.ts";
import schema2020 from "../fixtures/json-schema-2020-12.json" with { type: "json" };

/** One red pixel. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** A header without samples. */
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const image = { type: "image", data: png, mimeType: "image/png" } as const;
const toText = (text: string) => ({ type: "text", text }) as const;
const toResource = (uri: string, mimeType: string, text: string) =>
  ({ type: "resource", resource: { uri, mimeType, text } }) as const;

type Content = CallToolResult["content"];
const tools: Record<string, (context: ServerContext) => Content | Promise<Content>> = {
  test_simple_text: () => [toText("This is a simple text response for testing.")],
  test_image_content: () => [image],
  test_audio_content: () => [{ type: "audio", data: wav, mimeType: "audio/wav" }],
  test_embedded_resource: () => [
    toResource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
  ],
  test_multiple_content_types: () => [
    toText("Multiple content types test:"),
    image,
    toResource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ],
  test_error_handling: () => {
    throw new Error("This tool intentionally returns an error for testing");
  },
  test_tool_with_progress: reportThrice,
  test_logging_tool: () => [toText("Nothing was logged.")],
};

/** The SDK refuses these where the client has not declared the capability. */
const asking: Record<string, () => InputRequiredResult> = {
  test_streaming_elicitation: () =>
    inputRequired({
      inputRequests: {
        name: inputRequired.elicit({
          message: "A name?",
          requestedSchema: { type: "object", properties: { name: { type: "string" } } },
        }),
      },
    }),
  test_missing_capability: () =>
    inputRequired({
      inputRequests: {
        word: inputRequired.createMessage({
          messages: [{ role: "user", content: toText("A word?") }],
          maxTokens: 10,
        }),
      },
    }),
};

/** Those that are answered as a stream to a caller that asks for progress. */
export const progressFixtures = ["test_tool_with_progress"];

async function reportThrice(context: ServerContext): Promise<Content> {
  const reportProgress = toProgressReport(context);
  for (const done of [0, 50, 100]) {
    await reportProgress?.(done, 100, `${done} of 100`);
    await sleep(20);
  }
  return [toText("Done.")];
}

export function registerFixtures(server: McpServer): void {
  for (const [name, toContent] of Object.entries(tools)) {
    server.registerTool(name, { description: `Conformance fixture ${name}` }, async (context) => ({
      content: await toContent(context),
    }));
  }
  for (const [name, ask] of Object.entries(asking)) {
    server.registerTool(name, { description: `Conformance fixture ${name}` }, ask);
  }
  const description = "Tool with JSON Schema 2020-12 features";
  server.registerTool("json_schema_2020_12_tool", { description, inputSchema: toAdvertised(schema2020) }, (input) => ({
    content: [toText(JSON.stringify(input))],
  }));
  registerFixtureResources(server);
  registerFixturePrompts(server);
}

function registerFixtureResources(server: McpServer): void {
  const text = "This is the content of the static text resource.";
  server.registerResource("static-text", "test://static-text", { mimeType: "text/plain" }, ({ href }) => ({
    contents: [{ uri: href, mimeType: "text/plain", text }],
  }));
  server.registerResource("static-binary", "test://static-binary", { mimeType: "image/png" }, ({ href }) => ({
    contents: [{ uri: href, mimeType: "image/png", blob: png }],
  }));
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  server.registerResource("template", template, { mimeType: "application/json" }, ({ href }, { id }) => ({
    contents: [
      {
        uri: href,
        mimeType: "application/json",
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      },
    ],
  }));
}

function registerFixturePrompts(server: McpServer): void {
  const toMessages = (...contents: Content) => ({
    messages: contents.map((content) => ({ role: "user" as const, content })),
  });
  server.registerPrompt("test_simple_prompt", { description: "A prompt" }, () =>
    toMessages(toText("This is a simple prompt for testing.")),
  );
  server.registerPrompt(
    "test_prompt_with_arguments",
    { description: "Two arguments", argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => toMessages(toText(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "A resource", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) =>
      toMessages(
        toResource(resourceUri, "text/plain", "Embedded resource content for testing."),
        toText("Please process the embedded resource above."),
      ),
  );
  server.registerPrompt("test_prompt_with_image", { description: "An image" }, () =>
    toMessages(image, toText("Please analyze the image above.")),
  );
}
