// The route handlers of the icons of tabs, one for each state. The registry has no row of them, since only browsers ask for them.
import { config } from "../config.ts";
import { deploymentHeaders } from "../http/cache.ts";
import { notFound } from "../http/problem.ts";
import { createRepresentation, reply } from "../http/reply.ts";
import { iconSvg, isIconName } from "../site/live/state-icon.ts";
import { allowedMethods, resources } from "../site/registry/resources.ts";
import { answerReads } from "./publish.ts";

interface IconRequest {
  /** The name of the file. */
  readonly params: Promise<Readonly<Record<"icon", string>>>;
}

export function publishIcon() {
  return answerReads(allowedMethods("/logo.svg"), async (request: Request, { params }: IconRequest) => {
    const [, name = ""] = /^(\w+)\.svg$/.exec((await params).icon) ?? [];
    if (!isIconName(name)) return notFound(request);
    const { mediaType, cache } = resources["/logo.svg"];
    const headers = config().onVercel ? deploymentHeaders : {};
    return reply(request, createRepresentation({ text: iconSvg(name), mediaType, updated: null, cache, headers }));
  });
}
