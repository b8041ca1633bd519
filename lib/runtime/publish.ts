// Route handlers of live documents. `live-documents.ts` has the text of each.

import type { EnvelopeAnswer } from "../answers/envelope.ts";
import { config } from "../config.ts";
import { SHARED_SECONDS, sharedFor } from "../http/cache.ts";
import {
  allowedOptions,
  invalidQuestion,
  methodNotAllowed,
  notFound,
  unanswered,
  unknownChain,
} from "../http/problem.ts";
import { createRepresentation, reply } from "../http/reply.ts";
import { isCampaignName, queryArguments } from "../mcp/tools/arguments.ts";
import { InputError } from "../protocol/values/input-error.ts";
import { inputText } from "../say/input.en.ts";
import { sayingOf } from "../site/live/read-part.ts";
import { iconSvg, isIconName } from "../site/live/state-icon.ts";
import {
  chainMediaTypes,
  findChain,
  listChainCodes,
  listChainLinks,
} from "../site/registry/chain-pages.ts";
import { type ChainForm, chainFormEnds, chainPath } from "../site/registry/chain-paths.ts";
import { formatLinks, linkHeader } from "../site/registry/links.ts";
import {
  allowedMethods,
  findResource,
  type httpMethods,
  isToolAnswer,
  type LivePath,
  type LiveTextPath,
  type PartPath,
  resources,
  type ToolAnswerPath,
} from "../site/registry/resources.ts";
import { getPartPolicy } from "../site/serve/page-policy.ts";
import { refuseQuestion } from "./client-limit.ts";
import { getLiveBody } from "./live-documents.ts";
import { getNetwork } from "./network.ts";

type Handler = (request: Request) => Promise<Response>;
type Method = (typeof httpMethods)[number];

export function publish(path: LivePath): Record<Method, Handler> {
  return answerReads(allowedMethods(path), async (request: Request) => {
    // The middleware counts only requests for pages, so Markdown requests are counted here.
    const refusal = refuseQuestion(request, path);
    if (refusal) return refusal;
    if (isToolAnswer(path)) return replyOfTool(request, path);
    const { search, searchParams } = new URL(request.url);
    const link = linkHeader(path);
    const { mediaType, cache, page } = findResource(path);
    const body = await getLiveBody(path as LiveTextPath, searchParams).catch((error) => {
      if (error instanceof InputError) return error;
      throw error;
    });
    if (body instanceof InputError) return invalidQuestion(request, inputText(body.fault));
    const { text, isRefused } = body;
    const headers = {
      ...(link ? { Link: link } : {}),
      ...sharedHeaders(searchParams),
      // The same at both addresses, because a cache keeps it for both.
      ...(page !== undefined && { "Content-Location": `${path}${search}` }),
    };
    const made = { text, mediaType, updated: null, cache, headers: isRefused ? {} : headers };
    return reply(request, createRepresentation(made), isRefused ? 400 : 200);
  });
}

/** `render` returns HTML without scripts. A framed part also shows a refusal, so it has a style. */
export function publishPart(
  path: PartPath,
  render: (query: URLSearchParams) => Promise<string>,
): Record<Method, Handler> {
  const { title, mediaType, cache } = findResource(path);
  return answerReads(allowedMethods(path), async (request: Request) => {
    const { style, headers } = getPartPolicy(path);
    const refusal = refuseQuestion(request, path);
    if (refusal) {
      // Set, not spread: the names differ in case, so both policies would be sent.
      for (const [name, value] of Object.entries(headers)) refusal.headers.set(name, value);
      return refusal;
    }
    const { searchParams } = new URL(request.url);
    const body = await render(searchParams);
    const text = partDocument({
      title,
      style: style === null ? "" : `<style>${style}</style>`,
      body,
    });
    const shared = sharedHeaders(searchParams);
    const options = {
      text,
      mediaType,
      updated: null,
      cache,
      headers: { ...headers, ...shared },
    } as const;
    // The cache itself compares tags, with a whole answer.
    const asked =
      Object.keys(shared).length === 0
        ? request
        : new Request(request.url, { method: request.method });
    return reply(asked, createRepresentation({ ...options, tagged: sayingOf(body) }));
  });
}

/** Arguments that identify a person. A transaction id is public. */
const personal = ["destination", "refund_address", "affiliate"];

/** A question that identifies a person is never answered from a shared cache. */
function sharedHeaders(query: URLSearchParams): Readonly<Record<string, string>> {
  return personal.some((name) => query.has(name)) ? {} : sharedFor(SHARED_SECONDS);
}

function partDocument({
  title,
  style,
  body,
}: Readonly<Record<"title" | "style" | "body", string>>): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${style}</head><body>${body}</body></html>\n`;
}

function answerReads<Get extends (...given: never[]) => Promise<Response>>(
  allowed: readonly string[],
  get: Get,
) {
  const refuse: Handler = async (request) => methodNotAllowed(request, allowed);
  const options: Handler = async () => allowedOptions(allowed);
  return {
    GET: get,
    HEAD: get,
    OPTIONS: options,
    POST: refuse,
    PUT: refuse,
    PATCH: refuse,
    DELETE: refuse,
  };
}

/**
 * A tool's structured answer. An error adds a problem: 400 if the question must change, 503 if a
 * retry may help. Without a query nothing is refused: the answer says which arguments are missing.
 */
async function replyOfTool(request: Request, path: ToolAnswerPath): Promise<Response> {
  const resource = findResource(path);
  const { tools } = await import("../mcp/tools/all.ts");
  const tool = tools.find(({ name }) => name === resource.tool);
  if (!tool) throw new Error(`${path} has no tool`);
  const { searchParams } = new URL(request.url);
  const input = queryArguments(tool.inputSchema, searchParams);
  const { structured } = await tool.run(getNetwork(), input, {
    networkName: config().network,
    signal: request.signal,
  });
  const { mediaType } = resource;
  const isAsked = [...searchParams.keys()].some((name) => !isCampaignName(name));
  return replyStructured(request, structured, { mediaType, link: linkHeader(path), isAsked });
}

function replyStructured(
  request: Request,
  structured: Record<string, unknown>,
  { mediaType, link, isAsked }: Readonly<{ mediaType: string; link: string; isAsked: boolean }>,
): Response {
  const { error } = structured as Partial<EnvelopeAnswer>;
  if (error && isAsked)
    return unanswered(request, { ...error, waitSeconds: error.retry_after_seconds }, structured);
  const headers = {
    ...(link ? { Link: link } : {}),
    ...(error ? {} : sharedHeaders(new URL(request.url).searchParams)),
  };
  const text = `${JSON.stringify(structured)}\n`;
  return reply(
    request,
    createRepresentation({ text, mediaType, updated: null, cache: "live", headers }),
  );
}

interface IconRequest {
  readonly params: Promise<Readonly<Record<"icon", string>>>;
}

const ICON_SECONDS = 3_600;

/** Icons of browser tabs, by state. Only browsers ask for them, so the registry has no row. */
export function publishIcon() {
  return answerReads(
    allowedMethods("/logo.svg"),
    async (request: Request, { params }: IconRequest) => {
      const [, name = ""] = /^(\w+)\.svg$/.exec((await params).icon) ?? [];
      if (!isIconName(name)) return notFound(request);
      const { mediaType, cache } = resources["/logo.svg"];
      const headers = sharedFor(ICON_SECONDS);
      return reply(
        request,
        createRepresentation({ text: iconSvg(name), mediaType, updated: null, cache, headers }),
      );
    },
  );
}

interface ChainRequest {
  readonly params: Promise<Readonly<Record<"chain" | "form", string>>>;
}

export function publishChain() {
  return answerReads(
    allowedMethods("/status"),
    async (request: Request, { params }: ChainRequest) => {
      const refusal = refuseQuestion(request, "/status.md");
      if (refusal) return refusal;
      const { chain: written, form } = await params;
      const chain = findChain(written);
      if (chain === null || !isChainForm(form)) return unknownChain(request, listChainCodes());
      return answerChain(request, chain.code, form);
    },
  );
}

async function answerChain(request: Request, chain: string, form: ChainForm): Promise<Response> {
  const { chainBodies, getChainDocument } = await import("./live-status.ts");
  const mediaType = chainMediaTypes[form];
  const link = form === "badge" ? "" : formatLinks(listChainLinks(chain, form));
  if (form === "json")
    return replyStructured(request, await getChainDocument(chain), {
      mediaType,
      link,
      isAsked: true,
    });
  const headers = {
    ...(link ? { Link: link } : {}),
    ...sharedHeaders(new URL(request.url).searchParams),
    ...(form === "md" && { "Content-Location": chainPath(chain, form) }),
  };
  const text = await chainBodies[form](chain, new URL(request.url).searchParams);
  return reply(
    request,
    createRepresentation({ text, mediaType, updated: null, cache: "live", headers }),
  );
}

function isChainForm(name: string): name is ChainForm {
  return Object.hasOwn(chainFormEnds, name);
}
