import { Figure, Grouped } from "../parts/figure.tsx";

/** "50000 USDC on Ethereum" with separated thousands. */
export function Amount({ text }: { text: string }) {
  return text === "unknown" ? <Figure value={null} /> : <Grouped text={text} />;
}
