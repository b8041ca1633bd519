// Every quote that a recorded node gave, with the pools that it held at the same height.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Pools } from "../../../../lib/protocol/upstream/network-schemas.ts";
import { QuoteSwap } from "../../../../lib/protocol/upstream/schemas.ts";
import { type Preset, presets } from "../../../../lib/protocol/values/chains.ts";

export interface RecordedQuote {
  readonly name: string;
  readonly preset: Preset;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly query: URLSearchParams;
  readonly streaming: { interval: number; quantity: number } | undefined;
  readonly pools: ReturnType<typeof Pools.parse>;
  readonly quote: QuoteSwap;
}

interface Suite {
  readonly states: readonly { readonly answers: Readonly<Record<string, number>> }[];
  readonly bodies: readonly (readonly [status: number, body: unknown])[];
}

const folders = [
  ["regtest-3.17", presets.thorchain],
  ["regtest-maya-1.124", presets.mayachain],
] as const;

export function* listRecordedQuotes(folder: string): Generator<RecordedQuote> {
  for (const [name, preset] of folders) {
    const files = readdirSync(join(folder, name)).filter((file) => file.endsWith(".json"));
    for (const file of files) {
      const suite = JSON.parse(readFileSync(join(folder, name, file), "utf8")) as Suite;
      for (const state of suite.states) yield* listOfState(`${name}/${file}`, preset, suite, state);
    }
  }
}

function* listOfState(
  name: string,
  preset: Preset,
  { bodies }: Suite,
  { answers }: Suite["states"][number],
) {
  const [, listed] = bodies[answers[`/${preset.segment}/pools`] ?? -1] ?? [];
  if (!Array.isArray(listed)) return;
  const parsed = Pools.safeParse(listed);
  // A pool without a price in dollars: no reading is made of such a list.
  if (!parsed.success) return;
  const pools = parsed.data;
  for (const [path, index] of Object.entries(answers)) {
    const [status, body] = bodies[index] ?? [];
    if (!path.includes("/quote/swap?") || status !== 200) continue;
    const quote = QuoteSwap.safeParse(body);
    // mayanode refuses with HTTP 200 and an error in the body.
    if (!quote.success) continue;
    const query = new URL(path, "http://node.test").searchParams;
    // Asked of another height than that of the pools.
    if (query.has("height")) continue;
    const [interval, quantity] = [query.get("streaming_interval"), query.get("streaming_quantity")];
    const isAsked = interval !== null || quantity !== null;
    yield {
      name: `${name} ${path}`,
      preset,
      from: toAsset(query.get("from_asset"), preset),
      to: toAsset(query.get("to_asset"), preset),
      amount: BigInt(query.get("amount") ?? 0),
      query,
      streaming: isAsked
        ? { interval: Number(interval ?? 0), quantity: Number(quantity ?? 0) }
        : undefined,
      pools,
      quote: quote.data,
    };
  }
}

/** A short code in full. */
function toAsset(text: string | null, { shortCodes }: Preset): string {
  const known = Object.entries(shortCodes).find(([, code]) => code === text?.toLowerCase());
  return known?.[0] ?? (text ?? "").toUpperCase();
}
