// The route handlers of the status of one chain, in each form beside its page.
import { config } from "../config.ts";
import { unknownChain } from "../http/problem.ts";
import { createRepresentation, reply } from "../http/reply.ts";
import { getNetworkStatus } from "../mcp/tools/get-network-status.ts";
import { chainBadge } from "../site/live/status/badge.ts";
import { badgeBlocks, chainHistoryLinks, getChainHead } from "../site/live/status/chain.ts";
import { statusFeed } from "../site/live/status/feed.ts";
import { historyDocument } from "../site/live/status/history-document.ts";
import { statusMarkdown } from "../site/live/status/markdown.ts";
import {
  chainMediaTypes,
  chainUrl,
  findChain,
  isChainForm,
  listChainCodes,
  listChainLinks,
} from "../site/registry/chain-pages.ts";
import { type ChainForm, chainPath } from "../site/registry/chain-paths.ts";
import { formatLinks } from "../site/registry/links.ts";
import { allowedMethods } from "../site/registry/resources.ts";
import { refuseQuestion } from "./client-limit.ts";
import { liveMarkdown } from "./live-bodies.ts";
import { getStatusView, readStatus } from "./live-status.ts";
import { getNetwork } from "./network.ts";
import { answerReads, replyStructured, sharedHeaders } from "./publish.ts";

/** What Next passes to the handler: the chain as it is written in the address, and the form. */
interface ChainRequest {
  readonly params: Promise<Readonly<Record<"chain" | "form", string>>>;
}

export function publishChain() {
  return answerReads(allowedMethods("/status"), async (request: Request, { params }: ChainRequest) => {
    const refusal = await refuseQuestion(request, "/status.md");
    if (refusal) return refusal;
    const { chain: written, form } = await params;
    const chain = findChain(written);
    if (chain === null || !isChainForm(form)) return unknownChain(request, listChainCodes());
    return answerChain(request, chain.code, form);
  });
}

async function answerChain(request: Request, chain: string, form: ChainForm): Promise<Response> {
  const mediaType = chainMediaTypes[form];
  const link = form === "badge" ? "" : formatLinks(listChainLinks(chain, form));
  if (form === "json") return replyStructured(request, await chainDocument(chain), { mediaType, link, isAsked: true });
  const headers = {
    ...(link ? { Link: link } : {}),
    ...sharedHeaders(new URL(request.url).searchParams),
    ...(form === "md" && { "Content-Location": chainPath(chain, form) }),
  };
  const text = await bodies[form](chain, new URL(request.url).searchParams);
  return reply(request, createRepresentation({ text, mediaType, updated: null, cache: "live", headers }));
}

/** The answer of the tool, and the history beside it. */
async function chainDocument(chain: string): Promise<Record<string, unknown>> {
  const { network, preset } = config();
  const { structured } = await getNetworkStatus.run(getNetwork(), { chain }, { networkName: network });
  const { history } = await readStatus(chain);
  return { ...structured, history: historyDocument(history, preset, Date.now()) };
}

const bodies: Readonly<Record<Exclude<ChainForm, "json">, (chain: string, query: URLSearchParams) => Promise<string>>> =
  {
    md: async (chain, query) => {
      const { observedAtMs, view, history } = await getStatusView(query, chain);
      const markdown = statusMarkdown(view, history, chainHistoryLinks(chain), badgeBlocks(chain));
      return liveMarkdown(getChainHead(chain), { observedAtMs, markdown });
    },
    atom: async (chain) => {
      const { siteName, preset } = config();
      const { history } = await readStatus(chain);
      const { title } = getChainHead(chain);
      return statusFeed(history, {
        siteName,
        preset,
        title,
        feedUrl: chainUrl(chain, "atom"),
        pageUrl: chainUrl(chain),
      });
    },
    badge: async (chain) => chainBadge((await readStatus(chain)).reading, chain, config().preset),
  };
