// Route handlers of the other forms of a chain's page: Markdown, JSON and the badge.

import { refusalResponse, unknownChain } from "../http/problem.ts";
import {
  chainMediaTypes,
  findChain,
  listChainCodes,
  listChainLinks,
} from "../site/registry/chain-pages.ts";
import { type ChainForm, chainFormEnds, chainPath } from "../site/registry/chain-paths.ts";
import { formatLinks } from "../site/registry/links.ts";
import { allowedMethods } from "../site/registry/resources.ts";
import { refuseQuestion } from "./client-limit.ts";
import {
  linkField,
  readHandlers,
  replyLive,
  replyStructured,
  sharedCacheFields,
} from "./handlers.ts";

interface ChainContext {
  readonly params: Promise<Readonly<Record<"chain" | "form", string>>>;
}

export function publishChain() {
  return readHandlers(allowedMethods("/status"), async (request, { params }: ChainContext) => {
    const { chain: chainText, form } = await params;
    const chain = findChain(chainText);
    if (chain === null || !isChainForm(form))
      return refusalResponse(request, unknownChain(listChainCodes()));
    const refused = refuseQuestion(request, "/status.md");
    if (refused) return refused;
    return replyOfChain(request, chain.code, form);
  });
}

async function replyOfChain(
  request: Request,
  chainCode: string,
  form: ChainForm,
): Promise<Response> {
  const { chainBodies, getChainDocument } = await import("./live-status.ts");
  const mediaType = chainMediaTypes[form];
  const link = form === "badge" ? "" : formatLinks(listChainLinks(chainCode, form));
  if (form === "json") {
    const chainDocument = await getChainDocument(chainCode);
    return replyStructured(request, chainDocument, { mediaType, link, isQuestion: true });
  }
  const { searchParams } = new URL(request.url);
  const text = await chainBodies[form](chainCode, searchParams);
  return replyLive(request, text, mediaType, {
    ...linkField(link),
    ...sharedCacheFields(searchParams),
    ...(form === "md" && { "Content-Location": chainPath(chainCode, form) }),
  });
}

function isChainForm(name: string): name is ChainForm {
  return Object.hasOwn(chainFormEnds, name);
}
