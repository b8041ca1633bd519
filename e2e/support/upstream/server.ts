// The scripted upstream: several nodes and indexers of one network
// on one loopback port, with faults that can change at run time.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { close, listen } from "../loopback.ts";
import { type Block, type Json, notFound, type Scene } from "../wire.ts";
import { sendAnswer } from "./faults.ts";
import { type Change, createView, type Embedded, type View } from "./view.ts";

export interface UpstreamCall {
  readonly provider: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** "open" during the answer, "aborted" if the client went away first. */
  state: "open" | "answered" | "aborted";
}

export interface Upstream {
  readonly url: string;
  nodeUrl(index: number): string;
  indexerUrl(index: number): string;
  /** Like POST /__control with a change, or a list of changes, as JSON. */
  set(...changes: Change[]): void;
  /** Removes every change and clears the list of calls. */
  reset(): void;
  /** Newest last. `path`: the start of the path below the provider. Like GET /__calls?provider=&path=. */
  calls(filter?: { provider?: string; path?: string }): readonly UpstreamCall[];
  head(provider: string): Block;
  close(): Promise<void>;
}

export interface UpstreamOptions {
  readonly scene: Scene;
  /** In place of the scene: every node and indexer answers from this network, unless a script changes a body. */
  readonly embedded?: Embedded;
  readonly nodes?: number;
  readonly indexers?: number;
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly now?: () => number;
}

/**
 * Serves the scene below /node0, /node1 … and /indexer0 …, with the last block now. For scripts in another process:
 * POST /__control, GET /__calls, DELETE /__calls and POST /__reset.
 */
export async function startUpstream(options: UpstreamOptions): Promise<Upstream> {
  const { scene, embedded, nodes = 2, indexers = 1, port = 0, now = Date.now } = options;
  let views = new Map<string, View>();
  let calls: UpstreamCall[] = [];
  // Kept over a reset, because blocks that go back would be another fault.
  const startMs = now();

  const reset = () => {
    const make = (kind: "node" | "indexer", count: number) =>
      Array.from({ length: count }, (_, index): [string, View] => [
        `${kind}${index}`,
        createView(kind, scene, startMs, now, embedded),
      ]);
    views = new Map([...make("node", nodes), ...make("indexer", indexers)]);
    calls = [];
  };
  reset();

  const set = (...changes: Change[]) => {
    for (const change of changes) {
      const named = change.provider === undefined ? [...views.values()] : [viewOf(change.provider)];
      for (const view of named) view.change(change);
    }
  };
  const viewOf = (provider: string): View => {
    const view = views.get(provider);
    if (!view)
      throw new Error(`no provider ${provider}; there are ${[...views.keys()].join(", ")}`);
    return view;
  };
  const select = ({ provider, path }: { provider?: string; path?: string } = {}) =>
    calls.filter(
      (call) => (!provider || call.provider === provider) && (!path || call.path.startsWith(path)),
    );

  async function control(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> {
    const reply = (status: number, body: Json) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const route = `${request.method} ${url.pathname}`;
    if (route === "POST /__control") {
      try {
        const body = JSON.parse(await readText(request)) as Change | Change[];
        set(...(Array.isArray(body) ? body : [body]));
        reply(200, { ok: true });
      } catch (error) {
        reply(400, { error: error instanceof Error ? error.message : "unreadable" });
      }
    } else if (route === "POST /__reset") {
      reset();
      reply(200, { ok: true });
    } else if (route === "DELETE /__calls") {
      calls = [];
      reply(200, { ok: true });
    } else if (route === "GET /__calls") {
      const provider = url.searchParams.get("provider") ?? "";
      reply(200, select({ provider, path: url.searchParams.get("path") ?? "" }) as unknown as Json);
    } else {
      reply(404, { error: "POST /__control, POST /__reset, GET /__calls, DELETE /__calls" });
    }
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> {
    const [, provider = "", rest = ""] = /^\/([a-z]+\d+)(\/.*)$/.exec(url.pathname) ?? [];
    const view = views.get(provider);
    if (!view) {
      sendAnswer(response, null, notFound);
      return;
    }
    const { headers } = request;
    const call: UpstreamCall = { provider, path: rest, query: url.search, headers, state: "open" };
    calls.push(call);
    response.on("close", () => {
      call.state = response.writableFinished ? "answered" : "aborted";
    });
    const reply = await view.answer(new URL(`${rest}${url.search}`, url));
    // A body may be null: an empty list of Go.
    sendAnswer(response, view.takeFault(rest), reply === undefined ? notFound : reply);
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://upstream.invalid");
    if (url.pathname.startsWith("/__")) void control(request, response, url);
    else void answer(request, response, url);
  });
  const url = await listen(server, port);

  return {
    url,
    nodeUrl: (index) => `${url}/node${index}`,
    indexerUrl: (index) => `${url}/indexer${index}`,
    set,
    reset,
    calls: select,
    head: (provider) => viewOf(provider).head(),
    close: () => close(server),
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
