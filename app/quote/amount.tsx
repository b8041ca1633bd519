import { Figure } from "../parts/figure.tsx";

/** "50000 USDC on Ethereum" as a figure with its unit; any other text as it is. */
export function Amount({ text }: { text: string }) {
  const [, value = null, unit = ""] = /^(\d+(?:\.\d+)?) ([^\d\s].*)$/.exec(text) ?? [];
  if (value !== null) return <Figure value={value} unit={unit} />;
  return text === "unknown" ? <Figure value={null} /> : text;
}
