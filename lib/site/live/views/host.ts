// The messages between a view and its host: JSON-RPC by `postMessage`, as MCP Apps defines it. The extension's own class is larger than
// a view may be.
import type {
  McpUiHostCapabilities,
  McpUiHostContext,
  McpUiInitializeResult,
  McpUiOpenLinkResult,
} from "@modelcontextprotocol/ext-apps";

const PROTOCOL_VERSION = "2026-01-26";
/** A tool answers within 8 s, and the host may ask its user before it calls. */
const TIMEOUT_MS = 60_000;

type Arguments = Readonly<Record<string, unknown>>;

/** What a view reads of a tool's result. Any member may be missing or of another type: it came through the host. */
export interface ToolResult {
  readonly structuredContent?: unknown;
  readonly content?: unknown;
  readonly _meta?: unknown;
}

interface HostListener {
  onInput(args: Arguments): void;
  onResult(result: ToolResult): void;
  onCancelled(): void;
  onContext(context: McpUiHostContext): void;
}

export interface Host {
  readonly capabilities: McpUiHostCapabilities;
  /** `meta`: what the view wants beside the answer. */
  callTool(name: string, args: Arguments, meta: Arguments): Promise<ToolResult>;
  /** @throws Error if the host did not open it. */
  openLink(url: string): Promise<void>;
  tellHeight(height: number): void;
}

interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Resolves when the host has answered. What the host sends before is given to the listener as well. */
export async function connectHost(title: string, listener: HostListener): Promise<Host> {
  const pending = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  // The host's origin is not known to a view. Nothing that is sent is a secret.
  const send = (message: Omit<Message, "jsonrpc">) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

  const request = (method: string, params: unknown) => {
    lastId += 1;
    const id = lastId;
    const answer = new Promise<unknown>((resolve, reject) => {
      pending.set(id, { resolve, reject });
      setTimeout(() => settle(id, { error: "no answer in time" }), TIMEOUT_MS);
    });
    send({ id, method, params });
    return answer;
  };

  function settle(id: number, { result, error }: Pick<Message, "result" | "error">): void {
    const asked = pending.get(id);
    pending.delete(id);
    if (error !== undefined) asked?.reject(new Error("the host refused"));
    else asked?.resolve(result);
  }

  const notices: Readonly<Record<string, (params: Record<string, unknown>) => void>> = {
    "ui/notifications/tool-input": ({ arguments: args }) => listener.onInput((args ?? {}) as Record<string, unknown>),
    "ui/notifications/tool-result": (params) => listener.onResult(params),
    "ui/notifications/tool-cancelled": () => listener.onCancelled(),
    "ui/notifications/host-context-changed": (params) => listener.onContext(params),
  };

  addEventListener("message", ({ source, data }: MessageEvent<Message | null>) => {
    if (source !== parent || data?.jsonrpc !== "2.0") return;
    const { id, method, params } = data;
    if (method === undefined) return settle(Number(id), data);
    if (id === undefined) return notices[method]?.((params ?? {}) as Record<string, unknown>);
    const isKnown = method === "ping" || method === "ui/resource-teardown";
    send({ id, ...(isKnown ? { result: {} } : { error: { code: -32601, message: "Method not found" } }) });
  });

  const { hostCapabilities, hostContext } = (await request("ui/initialize", {
    protocolVersion: PROTOCOL_VERSION,
    appInfo: { name: `signpost ${title}`, version: "1" },
    appCapabilities: { availableDisplayModes: ["inline"] },
  })) as McpUiInitializeResult;
  listener.onContext(hostContext ?? {});
  send({ method: "ui/notifications/initialized", params: {} });

  return {
    capabilities: hostCapabilities ?? {},
    callTool: (name, args, meta) =>
      request("tools/call", { name, arguments: args, _meta: meta }) as Promise<ToolResult>,
    async openLink(url) {
      const { isError } = (await request("ui/open-link", { url })) as McpUiOpenLinkResult;
      if (isError) throw new Error("the host did not open it");
    },
    tellHeight: (height) => send({ method: "ui/notifications/size-changed", params: { height } }),
  };
}
