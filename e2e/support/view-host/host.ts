// A host of MCP Apps in a page: the official client calls our endpoint, and the extension's own bridge shows the tool's view
// in the two frames that the extension asks of web hosts.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { AppBridge, getToolUiResourceUri, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
import { VIEW_KEY } from "../../../lib/mcp/views/views.ts";

type Result = Awaited<ReturnType<Client["callTool"]>>;

export interface Shown {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly theme?: "light" | "dark";
  /** Another address of the same server, since a host and its frames have two origins. */
  readonly sandboxUrl: string;
  /** Members of the structured answer and of the plain view to replace: what no sample state has. */
  readonly change?: Record<string, unknown>;
  readonly view?: Record<string, unknown>;
  /** Which results lose what stands beside the answer on their way to the view. */
  readonly drops?: "the first" | "all";
  /** What the host offers to the view. */
  readonly offers?: { readonly calls?: boolean; readonly links?: boolean };
}

export interface HostWindow extends Window {
  showTool(shown: Shown): Promise<{ readonly result: Result; readonly html: string; readonly meta: unknown }>;
  setTheme(theme: "light" | "dark"): Promise<void>;
  /** While set, the calls of the view get this member changes, or fail. */
  nextCalls: "real" | "fail";
  readonly calls: { readonly name: string; readonly arguments?: Record<string, unknown> | undefined }[];
  readonly opened: string[];
}

const host = window as unknown as HostWindow & Record<string, unknown>;
let bridge: AppBridge | null = null;
Object.assign(host, { calls: [], opened: [], nextCalls: "real" });

host.showTool = async ({
  tool: name,
  args,
  theme,
  sandboxUrl,
  change,
  view,
  drops,
  offers = { calls: true, links: true },
}) => {
  const client = new Client(
    { name: "view-host", version: "1.0.0" },
    { capabilities: { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href)));
  const { tools } = await client.listTools();
  const tool = tools.find((one) => one.name === name);
  const uri = tool && getToolUiResourceUri(tool);
  if (!tool || uri === undefined) throw new Error(`${name} has no view`);
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  if (!content || !("text" in content)) throw new Error(`${uri} has no text`);
  const told = await client.callTool({ name, arguments: args });
  const meta = { ...told._meta, ...(view && { [VIEW_KEY]: { ...Object(told._meta?.[VIEW_KEY]), ...view } }) };
  const structuredContent = { ...(told.structuredContent as object), ...change };
  const result = { ...told, structuredContent, _meta: drops ? {} : meta } as Result;

  const frame = document.createElement("iframe");
  frame.title = "view";
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
  frame.allow = "clipboard-write";
  document.body.replaceChildren(frame);
  const made = new AppBridge(
    client,
    { name: "view-host", version: "1.0.0" },
    { ...(offers.calls && { serverTools: {} }), ...(offers.links && { openLinks: {} }) },
    { hostContext: { ...(theme && { theme }), displayMode: "inline", toolInfo: { tool } } },
  );
  bridge = made;
  const isReady = new Promise<void>((resolve) => {
    made.onsandboxready = () => resolve();
  });
  const isStarted = new Promise<void>((resolve) => {
    made.oninitialized = () => resolve();
  });
  made.onsizechange = ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`;
  };
  made.onopenlink = async ({ url }) => {
    host.opened.push(url);
    return {};
  };
  const transport = new PostMessageTransport(frame.contentWindow as Window, frame.contentWindow as Window);
  frame.src = sandboxUrl;
  await made.connect(transport);
  // The bridge sets a handler of its own when it connects.
  if (offers.calls) {
    made.oncalltool = async (params) => {
      host.calls.push(params);
      if (host.nextCalls === "fail") throw new Error("the server is away");
      const { _meta, ...answer } = await client.callTool(params);
      return { ...answer, ...(drops !== "all" && { _meta }) } as never;
    };
  }
  await isReady;
  const allowed = content._meta?.ui as { csp?: object; permissions?: object } | undefined;
  await made.sendSandboxResourceReady({ html: content.text, ...allowed } as never);
  await isStarted;
  await made.sendToolInput({ arguments: args });
  await made.sendToolResult(result as never);
  return { result, html: content.text, meta: content._meta };
};

host.setTheme = async (theme) => {
  await bridge?.sendHostContextChange({ theme });
};
