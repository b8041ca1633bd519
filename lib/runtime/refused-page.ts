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
import type { RefusedQuestion } from "./refusal-field.ts";

interface Reason {
  /** Above the choices. Null if the reader has nothing to choose. */
  readonly choiceTitle: string | null;
  readonly text: string;
  readonly links: readonly LinkView[];
}

export interface RefusedPage extends Reason {
  readonly documentTitle: string;
  readonly title: string;
  readonly quoteForm: QuoteFormView | null;
  readonly trackForm: TrackForm | null;
  /** True if the browser asks again by itself, with the form as it was sent. */
  readonly asksAgain: boolean;
}

type ReasonOf = (question: RefusedQuestion) => Reason;

const reasons: Readonly<Record<RefusedQuestion["code"], ReasonOf>> = {
  rate_limited: ({ refusal: { problem }, waitSeconds }) => ({
    choiceTitle: null,
    text: waitSeconds === null ? problem.detail : `${problem.detail} ${words.retry(waitSeconds)}`,
    // An empty address is the one that the browser shows, so a click asks the same again.
    links: [{ href: "", label: words.askAgain }],
  }),
  query_too_long: ({ refusal: { problem }, path }) =>
    findResource(path).takesQuestion
      ? { choiceTitle: null, text: `${problem.detail} ${problem.hint}`, links: [] }
      : { choiceTitle: null, text: problem.detail, links: [{ href: path, label: words.open }] },
  unknown_chain: ({ refusal }) => ({
    choiceTitle: words.whichChain,
    text: refusal.problem.detail,
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
    asksAgain: waitSeconds !== null,
  };
}
