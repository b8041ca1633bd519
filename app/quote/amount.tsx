import { NOT_KNOWN } from "@/lib/protocol/values/figure-text.ts";
import { Figure } from "../parts/figure.tsx";
import { Sentence } from "../parts/sentence.tsx";

/** "50000 USDC on Ethereum" with separated thousands. */
export function Amount({ text }: { text: string }) {
  return text === NOT_KNOWN ? <Figure value={null} /> : <Sentence text={text} />;
}
