// What the build puts into the pages of refused questions: why, and what to do.
import { config } from "../config.ts";
import {
  type BuiltRefusalCode,
  type PageRefusal,
  problemText,
  queryTooLong,
  tooManyRequests,
  unknownChain,
} from "../http/problem.ts";
import type { LinkView } from "../render/blocks.ts";
import { refusedPageWords as words } from "../say/refused-page.en.ts";
import { getEmptyForm } from "../site/live/quote/page.ts";
import type { QuoteFormView } from "../site/live/quote/view.ts";
import { getEmptyTrackForm, type TrackForm } from "../site/live/track/page.ts";
import { pageTitle } from "../site/pages/pages.ts";
import { listChainCodes } from "../site/registry/chain-pages.ts";
import { chainPath } from "../site/registry/chain-paths.ts";
import {
  findResource,
  isLivePage,
  type LivePagePath,
  resourcePaths,
} from "../site/registry/resources.ts";
import { type BuiltPageName, HINT_MARK } from "../site/serve/built-pages.ts";

interface Reason {
  /** Above the choices. Null if the reader has nothing to choose. */
  readonly choiceTitle: string | null;
  readonly text: string;
  readonly links: readonly LinkView[];
}

export interface RefusedPage extends Reason {
  readonly name: BuiltPageName;
  readonly documentTitle: string;
  readonly title: string;
  readonly quoteForm: QuoteFormView | null;
  readonly trackForm: TrackForm | null;
  /** True if the browser asks again by itself, with the form as it was sent. */
  readonly asksAgain: boolean;
}

/** The hint is marked: `runtime/refusals.ts` puts in what it says at that time. */
export function withMarkedHint<Code extends string>(refusal: PageRefusal<Code>): PageRefusal<Code> {
  return { ...refusal, problem: { ...refusal.problem, hint: HINT_MARK } };
}

export const pageRefusals = [queryTooLong, tooManyRequests(1)];

/** The pages of refused questions, without what was typed: a script of the page fills it in. */
export function listRefusedPages(): readonly RefusedPage[] {
  const livePages = resourcePaths.filter(
    (path): path is LivePagePath => findResource(path).kind === "page" && isLivePage(path),
  );
  return [
    ...livePages.flatMap((path) => pageRefusals.map((refusal) => toPage(path, refusal))),
    toPage("/status", unknownChain(listChainCodes())),
  ];
}

function toPage(path: LivePagePath, refusal: PageRefusal<BuiltRefusalCode>): RefusedPage {
  const { preset } = config();
  const { problem, waitSeconds } = refusal;
  return {
    ...reasons[problem.code](withMarkedHint(refusal), path),
    name: `${problem.code} ${path}`,
    documentTitle: pageTitle(path, [problem.title]),
    title: findResource(path).title,
    quoteForm: path === "/quote" ? getEmptyForm(preset) : null,
    trackForm: path === "/track" ? getEmptyTrackForm(preset) : null,
    asksAgain: waitSeconds !== null,
  };
}

type ReasonOf = (refusal: PageRefusal<BuiltRefusalCode>, path: LivePagePath) => Reason;

const reasons: Readonly<Record<BuiltRefusalCode, ReasonOf>> = {
  rate_limited: ({ problem }) => ({
    choiceTitle: null,
    text: problemText(problem),
    // An empty address is the one that the browser shows, so a click asks the same again.
    links: [{ href: "", label: words.askAgain }],
  }),
  query_too_long: ({ problem }, path) =>
    findResource(path).takesQuestion
      ? { choiceTitle: null, text: problemText(problem), links: [] }
      : { choiceTitle: null, text: problem.detail, links: [{ href: path, label: words.open }] },
  unknown_chain: ({ problem }) => ({
    choiceTitle: words.whichChain,
    text: problem.detail,
    links: config().preset.chains.map(({ code, name }) => ({
      href: chainPath(code),
      label: name,
    })),
  }),
};
