// What an answer without a sign advises and warns of.
import type { Envelope } from "../protocol/model/envelope.ts";
import type { Blocks } from "../render/blocks.ts";
import { adviceAndWarnings } from "../say/message-text.ts";

export function adviceBlocks(envelope: Envelope): Blocks {
  const texts = adviceAndWarnings(envelope);
  return texts.length > 1 ? [{ list: texts }] : texts.map((text) => ({ text }));
}
