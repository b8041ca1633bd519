// Several scripted nodes and one indexer on one local port. Their faults can change at run time.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { close, listen } from "../loopback.ts";
import { notFound, type Scene } from "../wire.ts";
import { sendAnswer } from "./faults.ts";
import { type Change, createView, type Embedded, type View } from "./view.ts";

export interface UpstreamCall {
  readonly provider: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  state: "open" | "answered" | "aborted";
}

export type Upstream = Awaited<ReturnType<typeof startUpstream>>;

interface UpstreamOptions {
  readonly scene: Scene;
  /** All nodes and the indexer answer from this network instead of `scene`. */
  readonly embedded?: Embedded;
  readonly nodes?: number;
  readonly port?: number;
}

/**
 * Serves the scene below /node0, /node1 … and /indexer0. Other processes can use
 * POST /__control, GET /__calls, DELETE /__calls and POST /__reset.
 */
export async function startUpstream({ scene, embedded, nodes = 2, port = 0 }: UpstreamOptions) {
  const views = new Map<string, View>();
  let calls: UpstreamCall[] = [];
  // A reset keeps this time: else the block height would go down.
  const startMs = Date.now();

  const reset = () => {
    for (let index = 0; index < nodes; index += 1)
      views.set(`node${index}`, createView("node", scene, startMs, Date.now, embedded));
    views.set("indexer0", createView("indexer", scene, startMs, Date.now, embedded));
    calls = [];
  };
  reset();

  const set = (...changes: Change[]) => {
    for (const change of changes) {
      const { provider } = change;
      if (provider !== undefined && !views.has(provider))
        throw new Error(`no provider ${provider}; there are ${[...views.keys()].join(", ")}`);
      for (const [name, view] of views)
        if (provider === undefined || provider === name) view.change(change);
    }
  };

  const controls: Readonly<Record<string, (body: string) => unknown>> = {
    "POST /__control": (body) => set(...[JSON.parse(body) as Change | Change[]].flat()),
    "POST /__reset": reset,
    "DELETE /__calls": () => {
      calls = [];
    },
    "GET /__calls": () => calls,
  };
  async function control(request: IncomingMessage, response: ServerResponse, url: URL) {
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const run = controls[`${request.method} ${url.pathname}`];
    if (!run) return reply(404, { error: Object.keys(controls).join(", ") });
    try {
      return reply(200, run(await text(request)) ?? { ok: true });
    } catch (error) {
      return reply(400, { error: String(error) });
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse, url: URL) {
    const [, provider = "", path = ""] = /^\/([a-z]+\d+)(\/.*)$/.exec(url.pathname) ?? [];
    const view = views.get(provider);
    if (!view) return sendAnswer(response, null, notFound);
    const { headers } = request;
    const call: UpstreamCall = { provider, path, query: url.search, headers, state: "open" };
    calls.push(call);
    response.on("close", () => {
      call.state = response.writableFinished ? "answered" : "aborted";
    });
    const reply = await view.answer(new URL(`${path}${url.search}`, url));
    // Not `??`: null is a valid body, because Go sends an empty list as null.
    sendAnswer(response, view.faultAt(path), reply === undefined ? notFound : reply);
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://upstream.invalid");
    void (url.pathname.startsWith("/__") ? control : answer)(request, response, url);
  });
  const url = await listen(server, port);

  return {
    url,
    nodeUrl: (index: number) => `${url}/node${index}`,
    indexerUrl: (index: number) => `${url}/indexer${index}`,
    set,
    reset,
    calls: (): readonly UpstreamCall[] => calls,
    close: () => close(server),
  };
}
