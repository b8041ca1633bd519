// Opens a host of MCP Apps in a page of a spec. Its two documents are served by the spec, beside the server that it calls.
import { join } from "node:path";
import type { Frame, FrameLocator, Page } from "@playwright/test";
import { build } from "esbuild";
import { root } from "../root.ts";
import type { HostWindow, Shown } from "./host.ts";

/** What a host must allow a view that declares no domain, by the extension. */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'; frame-src 'self'";

/** Passes messages on, and writes the view's document into a frame of its own. */
const sandbox = `<!doctype html><style>html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block}</style><body><script>
let inner = null;
addEventListener("message", ({ source, data }) => {
  if (source !== parent) return parent.postMessage(data, "*");
  if (data.method !== "ui/notifications/sandbox-resource-ready") return inner?.contentWindow.postMessage(data, "*");
  inner = document.createElement("iframe");
  inner.setAttribute("sandbox", data.params.sandbox ?? "allow-scripts allow-same-origin allow-forms");
  if (data.params.permissions?.clipboardWrite) inner.allow = "clipboard-write";
  document.body.append(inner);
  inner.contentDocument.open();
  inner.contentDocument.write(data.params.html);
  inner.contentDocument.close();
});
parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} }, "*");
</script>`;

let bundling: Promise<string> | null = null;

async function bundleHost(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "e2e/support/view-host/host.ts")],
    bundle: true,
    write: false,
    format: "iife",
    target: "esnext",
    platform: "browser",
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}

export interface ViewHost {
  /** The view's own document. */
  readonly view: FrameLocator;
  /** The frame that the view is in now. */
  frame(): Promise<Frame>;
  show(shown: Omit<Shown, "sandboxUrl">): ReturnType<HostWindow["showTool"]>;
  setTheme(theme: "light" | "dark"): Promise<void>;
  setCalls(next: HostWindow["nextCalls"]): Promise<void>;
  /** The calls that the view made through the host, and the addresses that it asked to open. */
  asked(): Promise<{ readonly calls: HostWindow["calls"]; readonly opened: readonly string[] }>;
  /** Requests of the view's frames that left for a network. */
  readonly requests: readonly string[];
}

/** @param origin of the server, by the name `localhost`. */
export async function openHost(page: Page, origin = ""): Promise<ViewHost> {
  bundling ??= bundleHost();
  const script = await bundling;
  const sandboxUrl = `${origin.replace("localhost", "127.0.0.1")}/view-sandbox`;
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.frame() !== page.mainFrame() && request.url() !== sandboxUrl) requests.push(request.url());
  });
  await page.route("**/view-host", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><html lang="en"><title>Host</title><style>body{margin:0}iframe{display:block;width:100%;height:20px;border:0}</style><body><script>${script}</script>`,
    }),
  );
  await page.route(sandboxUrl, (route) =>
    route.fulfill({ contentType: "text/html", headers: { "content-security-policy": policy }, body: sandbox }),
  );
  await page.goto(`${origin}/view-host`);
  const view = page.frameLocator("iframe").frameLocator("iframe");
  return {
    view,
    frame: async () => {
      const frame = await (await view.locator("html").elementHandle())?.ownerFrame();
      if (!frame) throw new Error("no view is open");
      return frame;
    },
    requests,
    show: (shown) => page.evaluate((one) => (window as unknown as HostWindow).showTool(one), { ...shown, sandboxUrl }),
    setTheme: (theme) => page.evaluate((one) => (window as unknown as HostWindow).setTheme(one), theme),
    setCalls: (next) =>
      page.evaluate((one) => {
        (window as unknown as HostWindow).nextCalls = one;
      }, next),
    asked: () =>
      page.evaluate(() => {
        const { calls, opened } = window as unknown as HostWindow;
        return { calls, opened };
      }),
  };
}
