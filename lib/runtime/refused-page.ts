// The page that a person sees when the site refuses a question: why, and what to do.

import { config } from "../config.ts";
import type { LinkView } from "../render/blocks.ts";
import { refusedPageWords as words } from "../say/refused-page.en.ts";
import { getTypedForm } from "../site/live/quote/page.ts";
import type { QuoteFormView } from "../site/live/quote/view.ts";
import { getTypedTrackForm, type TrackForm } from "../site/live/track/page.ts";
import { pageTitle } from "../site/pages/pages.ts";
import { chainPath } from "../site/registry/chain-paths.ts";
import { findResource } from "../site/registry/resources.ts";
import type { RefusedQuestion } from "../site/serve/refusal-field.ts";

interface Reason {
  /** Null if the page does not ask the reader to choose. */
  readonly question: string | null;
  readonly text: string;
  readonly links: readonly LinkView[];
}

export interface RefusedPage extends Reason {
  readonly documentTitle: string;
  readonly title: string;
  readonly quoteForm: QuoteFormView | null;
  readonly trackForm: TrackForm | null;
  /** True if the browser repeats the question by itself, and with it the form as it was sent. */
  readonly isRepeated: boolean;
}

type ReasonOf = (question: RefusedQuestion) => Reason;

const reasons: Readonly<Record<RefusedQuestion["code"], ReasonOf>> = {
  rate_limited: ({ refusal, waitSeconds }) => ({
    question: null,
    text: `${refusal.problem.detail} ${words.retry(waitSeconds ?? 0)}`,
    // An empty address is the one that the browser shows, so a click asks the same again.
    links: [{ href: "", label: words.askAgain }],
  }),
  query_too_long: ({ refusal: { problem } }) => ({
    question: null,
    text: `${problem.detail} ${problem.hint}`,
    links: [],
  }),
  unknown_chain: () => ({
    question: words.whichChain,
    text: words.noSuchChain,
    links: config().preset.chains.map(({ code, name }) => ({
      href: chainPath(code),
      label: name,
    })),
  }),
};

export function getRefusedPage(question: RefusedQuestion, query: URLSearchParams): RefusedPage {
  const { preset } = config();
  const { code, path, refusal, waitSeconds } = question;
  return {
    ...reasons[code](question),
    documentTitle: pageTitle(path, [refusal.problem.title]),
    title: findResource(path).title,
    quoteForm: path === "/quote" ? getTypedForm(preset, query) : null,
    trackForm: path === "/track" ? getTypedTrackForm(query, preset) : null,
    isRepeated: waitSeconds !== null,
  };
}
