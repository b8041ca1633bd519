// Route handlers of the icons of browser tabs: one for each state, such as open or halted.
// Only browsers ask for these icons, so `registry/resources.ts` does not list their addresses.

import { sharedFor } from "../http/cache.ts";
import { notFound } from "../http/problem.ts";
import { requestedPath, toResponse } from "../http/ready-answer.ts";
import { createRepresentation, reply } from "../http/reply.ts";
import { iconSvg, isIconName } from "../site/live/state-icon.ts";
import { allowedMethods, resources } from "../site/registry/resources.ts";
import { readHandlers } from "./handlers.ts";

interface IconContext {
  readonly params: Promise<Readonly<Record<"icon", string>>>;
}

const ICON_SECONDS = 3_600;

export function publishIcon() {
  return readHandlers(allowedMethods("/logo.svg"), async (request, { params }: IconContext) => {
    const [, iconName = ""] = /^(\w+)\.svg$/.exec((await params).icon) ?? [];
    if (!isIconName(iconName)) return toResponse(request, notFound(requestedPath(request)));
    const { mediaType, cache } = resources["/logo.svg"];
    const representation = createRepresentation({
      text: iconSvg(iconName),
      mediaType,
      updated: null,
      cache,
      headers: sharedFor(ICON_SECONDS),
    });
    return reply(request, representation);
  });
}
