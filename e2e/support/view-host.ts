// A host with MCP Apps: the official client calls our endpoint, and the extension's own bridge
// shows the view in a frame, with the policy that hosts must set.

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
  /** What the server answered to the host. */
  readonly result: CallToolResult;
  readonly calls: { readonly name: string; readonly arguments?: Arguments | undefined }[];
  readonly openedUrls: string[];
  readonly displayModes: string[];
  /** What the view told the model. */
  readonly contexts: (readonly object[])[];
  /** Requests of the view. */
  readonly requestedUrls: string[];
  setContext(context: McpUiHostContext): Promise<void>;
}

export interface Shown {
  readonly name: string;
  readonly arguments: Arguments;
  readonly context?: McpUiHostContext | undefined;
  /** The host passes on neither calls nor links. */
  readonly isPoor?: boolean;
  readonly refusesLinks?: boolean;
  /** Another result in place of the server's. */
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
    void page.evaluate((pixels) => {
      const element = document.querySelector("iframe");
      if (element) element.style.height = `${pixels}px`;
    }, height);
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
  // From here on no message of the view is lost.
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

/** A page with a frame for the view. Messages go between the frame and this process. */
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
