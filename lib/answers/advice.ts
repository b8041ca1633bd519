// Blocks for the advice and the warnings of an answer without a headline box.
import type { Envelope } from "../protocol/model/envelope.ts";
import type { Blocks } from "../render/blocks.ts";
import { adviceAndWarnings } from "../say/message-text.ts";

export function adviceBlocks(envelope: Envelope): Blocks {
  const adviceTexts = adviceAndWarnings(envelope);
  return adviceTexts.length > 1 ? [{ list: adviceTexts }] : adviceTexts.map((text) => ({ text }));
}
