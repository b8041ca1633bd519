// Quotes of the recorded mayanode, each state with the data that its quotes follow from.
import { readFileSync } from "node:fs";
import type { MayaState } from "../../e2e/support/maya-node/quote.ts";
import { root } from "../../e2e/support/root.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import { answerOf, listSuites, type RecordedSuite, readSuite } from "./suites.ts";

export const MAYA_QUOTES_FILE = `${root}e2e/fixtures/recorded/maya-quotes.json`;
/** All forms of assets, all pairs, and one state with limits, parts and too small amounts. */
const KEPT = ["lab__extra-kinds", "api__quotes__swap-fuzzy"];

export interface MayaQuoteState {
  readonly suite: string;
  readonly height: number;
  readonly settings: Readonly<Record<string, number>>;
  readonly pools: readonly (readonly [
    asset: string,
    status: string,
    balanceAsset: string,
    balanceCacao: string,
  ])[];
  readonly rows: readonly (readonly [chain: string, outboundFee: string, dustThreshold: string])[];
  readonly quotes: Readonly<Record<string, QuoteFacts | string>>;
}

/** Outbound, liquidity, slip, all fees in bps, output, minimum, parts, blocks, memo. */
export type QuoteFacts = readonly (string | number | null)[];

interface Body {
  readonly error?: string;
  readonly fees?: Readonly<Record<string, string | number>>;
  readonly [member: string]: unknown;
}

export function quoteFacts(body: Body): QuoteFacts | string {
  if (body.error !== undefined) return body.error;
  const { fees = {}, memo = null } = body;
  return [
    ...["outbound", "liquidity", "slippage_bps", "total_bps"].map((name) => fees[name] ?? null),
    ...[
      "expected_amount_out",
      "recommended_min_amount_in",
      "max_streaming_quantity",
      "streaming_swap_blocks",
    ].map((name) => body[name] as string | number),
    memo as string | null,
  ];
}

const usedSettings =
  /^(?:OUTBOUNDTRANSACTIONFEE|STREAMINGSWAPMINBPFEE|STREAMINGSWAPMAXLENGTH|VIRTUALMULTSYNTHSBASISPOINTS|TRADEACCOUNTS\w*ENABLED|NA|MINTSYNTHS|BURNSYNTHS|NODEPAUSECHAINGLOBAL|(?:SOLVENCY)?HALT.*)$/;

export function* listMayaStates(
  folder: string,
  suites = listSuites(folder, "mayachain"),
): Generator<MayaQuoteState> {
  for (const name of suites) yield* statesOf(name, readSuite(folder, "mayachain", name));
}

function* statesOf(name: string, suite: RecordedSuite): Generator<MayaQuoteState> {
  const constants = Object.entries(suite.constants.int_64_values).map(([key, value]) => [
    key.toUpperCase(),
    value,
  ]);
  for (const state of suite.states) {
    const read = (path: string) =>
      answerOf(suite, state, `/mayachain/${path}`)?.[1] as Record<string, string>[] | null;
    const [pools, rows, mimir] = [read("pools"), read("inbound_addresses"), read("mimir")];
    const asked = Object.keys(state.answers).filter(
      (path) => path.includes("/quote/swap?") && !path.includes("height="),
    );
    if (!pools || !rows || asked.length === 0) continue;
    const settings = { ...Object.fromEntries(constants), ...mimir } as Record<string, number>;
    yield {
      suite: name,
      height: state.height,
      settings: Object.fromEntries(
        Object.entries(settings).filter(([key]) => usedSettings.test(key)),
      ),
      pools: pools.map((one) => [
        one.asset ?? "",
        one.status ?? "",
        one.balance_asset ?? "0",
        one.balance_cacao ?? "0",
      ]),
      rows: rows.map((one) => [
        one.chain ?? "",
        one.outbound_fee ?? "0",
        one.dust_threshold ?? "0",
      ]),
      quotes: Object.fromEntries(
        asked.map((path) => [
          path.split("?")[1] ?? "",
          quoteFacts((answerOf(suite, state, path)?.[1] ?? {}) as Body),
        ]),
      ),
    };
  }
}

export function mayaQuotesText(folder: string): string {
  const kept = KEPT.map((name) => listMayaStates(folder, [name]).next().value);
  return `[\n${kept.map((state) => JSON.stringify(state)).join(",\n")}\n]\n`;
}

export function readMayaQuotes(): MayaQuoteState[] {
  return JSON.parse(readFileSync(MAYA_QUOTES_FILE, "utf8"));
}

export function mayaStateOf({ height, settings, pools, rows }: MayaQuoteState): MayaState {
  const { chains } = presets.mayachain;
  return {
    height,
    time: 0,
    mimir: {},
    settings,
    pools: new Map(
      pools.map(([asset, status, balanceAsset, balanceCacao]) => [
        asset,
        { asset, status, balanceAsset: BigInt(balanceAsset), balanceCacao: BigInt(balanceCacao) },
      ]),
    ),
    rows: new Map(
      rows.map(([chain, outboundFee, dustThreshold]) => [
        chain,
        {
          chain,
          address: "",
          router: "",
          gasRate: "0",
          gasRateUnits: "",
          gasAsset: chains.find(({ code }) => code === chain)?.gasAsset ?? "",
          outboundFee: BigInt(outboundFee),
          dustThreshold: BigInt(dustThreshold),
          blockSeconds: 0,
          confirmations: 0,
          observedHeight: 0,
        },
      ]),
    ),
  };
}
