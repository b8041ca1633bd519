import { Figure } from "../parts/figure.tsx";

/** "50000 USDC on Ethereum" as a figure in groups, with its unit; text without thousands to set apart as it is. */
export function Amount({ text }: { text: string }) {
  const [, value, unit = ""] = /^(\d{5,}(?:\.\d+)?) ([^\d\s].*)$/.exec(text) ?? [];
  if (value !== undefined) return <Figure value={value} unit={unit} />;
  return text === "unknown" ? <Figure value={null} /> : text;
}
