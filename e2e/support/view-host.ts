// A host with MCP Apps. The official client calls our endpoint, and the official bridge shows the
// view in a frame, with the CSP that hosts must set.

import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import {
  AppBridge,
  getToolUiResourceUri,
  type McpUiHostContext,
} from "@modelcontextprotocol/ext-apps/app-bridge";
import type { Frame, FrameLocator, Page } from "@playwright/test";
import { VIEW_EXTENSION, VIEW_MEDIA_TYPE } from "../../lib/mcp/transport/identity.ts";

type Transport = Parameters<AppBridge["connect"]>[0];
type Arguments = Record<string, unknown>;

const hostInfo = { name: "view-host", version: "1.0.0" };
const viewPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'none'";

export interface ViewHost {
  readonly view: FrameLocator;
  readonly frame: Frame;
  readonly result: CallToolResult;
  readonly calls: { readonly name: string; readonly arguments?: Arguments | undefined }[];
  readonly openedUrls: string[];
  readonly displayModes: string[];
  /** Content that the view sent to the model (`ui/update-model-context`). */
  readonly contexts: (readonly object[])[];
  readonly requestedUrls: string[];
  setContext(context: McpUiHostContext): Promise<void>;
}

export interface Shown {
  readonly name: string;
  readonly arguments: Arguments;
  readonly context?: McpUiHostContext | undefined;
  /** True: the host does not support tool calls or links of the view. */
  readonly isPoor?: boolean;
  readonly refusesLinks?: boolean;
  readonly change?: (result: CallToolResult) => CallToolResult;
}

export async function openViewHost(page: Page, origin = "", shown: Shown): Promise<ViewHost> {
  const client = new Client(hostInfo, {
    capabilities: { extensions: { [VIEW_EXTENSION]: { mimeTypes: [VIEW_MEDIA_TYPE] } } },
  });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", origin)));
  const html = await readView(client, shown.name);
  const answered = (await client.callTool(shown)) as CallToolResult;
  const result = shown.change?.(answered) ?? answered;

  const { transport, loadView, requestedUrls } = await openHostPage(page, origin, html);
  const calls: ViewHost["calls"] = [];
  const [openedUrls, displayModes]: [string[], string[]] = [[], []];
  const contexts: ViewHost["contexts"] = [];
  const offers = shown.isPoor
    ? {}
    : { serverTools: {}, openLinks: {}, updateModelContext: { text: {} } };
  const bridge = new AppBridge(null, hostInfo, offers, { hostContext: shown.context ?? {} });
  bridge.onsizechange = ({ height }) => {
    const setHeight = (pixels: number | undefined) => {
      const element = document.querySelector("iframe");
      if (element) element.style.height = `${pixels}px`;
    };
    // A view may report its size while its page is being closed.
    page.evaluate(setHeight, height).catch(() => undefined);
  };
  bridge.oncalltool = async (call) => {
    calls.push(call);
    return (await client.callTool(call)) as CallToolResult;
  };
  bridge.onopenlink = async ({ url }) => {
    openedUrls.push(url);
    return { isError: shown.refusesLinks === true };
  };
  bridge.onrequestdisplaymode = async ({ mode }) => {
    displayModes.push(mode);
    return { mode };
  };
  const isReady = new Promise<void>((resolve) => {
    bridge.oninitialized = () => resolve();
  });
  bridge.onupdatemodelcontext = async ({ content = [] }) => {
    contexts.push(content);
    return {};
  };
  await bridge.connect(transport);
  // After `connect`, because earlier messages of the view would be lost.
  const frame = await loadView();
  await isReady;
  await bridge.sendToolInput({ arguments: shown.arguments });
  await bridge.sendToolResult(result);
  return {
    view: page.frameLocator("iframe"),
    frame,
    result,
    calls,
    openedUrls,
    displayModes,
    contexts,
    requestedUrls,
    setContext: async (context) => bridge.sendHostContextChange(context),
  };
}

async function readView(client: Client, toolName: string): Promise<string> {
  const { tools } = await client.listTools();
  const tool = tools.find(({ name }) => name === toolName);
  const uri = tool && getToolUiResourceUri(tool);
  if (uri === undefined) throw new Error(`${toolName} has no view`);
  const [content] = (await client.readResource({ uri })).contents;
  if (!content || !("text" in content)) throw new Error(`${uri} has no text`);
  if (content.mimeType !== VIEW_MEDIA_TYPE) throw new Error(`${uri} is no view`);
  return content.text;
}

async function openHostPage(page: Page, origin: string, html: string) {
  const transport: Transport = {
    start: async () => undefined,
    close: async () => undefined,
    send: (message) =>
      page.evaluate((data) => {
        document.querySelector("iframe")?.contentWindow?.postMessage(data, "*");
      }, message),
  };
  await page.exposeBinding("receive", (_, message) => transport.onmessage?.(message));
  const requestedUrls: string[] = [];
  page.on("request", (request) => {
    if (request.frame() !== page.mainFrame()) requestedUrls.push(request.url());
  });
  await page.route("**/view-host", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><html lang="en"><title>Host</title><style>body{margin:0}iframe{display:block;width:100%;border:0}</style><script>addEventListener("message",({data})=>receive(data))</script><iframe title="view" sandbox="allow-scripts"></iframe>`,
    }),
  );
  await page.route("**/view-frame", (route) =>
    route.fulfill({
      contentType: "text/html",
      headers: { "content-security-policy": viewPolicy },
      body: html,
    }),
  );
  await page.goto(`${origin}/view-host`);
  const loadView = async () => {
    const isView = (frame: Frame) => frame.url().endsWith("/view-frame");
    const loading = page.waitForEvent("framenavigated", isView);
    await page.evaluate(() => {
      document.querySelector("iframe")?.setAttribute("src", "/view-frame");
    });
    return loading;
  };
  return { transport, loadView, requestedUrls };
}
