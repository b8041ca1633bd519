// Sentences of a quote reading, as the page says them.

import type { Failure } from "../../../protocol/model/envelope.ts";
import { plainReason, type Reason } from "../../../protocol/model/verdicts.ts";
import { hintText } from "../../../protocol/safety/sentences.ts";
import { capitalize } from "../../../protocol/values/figure-text.ts";

export const pageHintText = ({ hint, pageHint = hint, ...failure }: Failure) =>
  hintText({ ...failure, hint: pageHint });

/** "The newest block is 42 seconds old." */
export const sentenceOf = (reason: Reason) => `${capitalize(plainReason(reason))}.`;
