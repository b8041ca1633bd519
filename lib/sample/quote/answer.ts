// A question's answer as the node sends it: HTTP 200 with the quote, or a refusal with its status, code and words.
import { limitQuote } from "./limit-quote.ts";
import { type QuoteState, Refusal, UnknownRequest } from "./state.ts";
import { swapQuote } from "./swap-quote.ts";

export interface QuoteAnswer {
  readonly status: number;
  readonly body: unknown;
}

const quotes = { swap: swapQuote, limit: limitQuote } as const;

export function answerQuote(state: QuoteState, kind: keyof typeof quotes, query: URLSearchParams): QuoteAnswer {
  try {
    return { status: 200, body: quotes[kind](state, query) };
  } catch (error) {
    if (error instanceof Refusal) return refusal(400, 3, `${error.message}: invalid request`);
    if (error instanceof UnknownRequest) return refusal(500, 2, `${error.message}: unknown request`);
    throw error;
  }
}

function refusal(status: number, code: number, message: string): QuoteAnswer {
  return { status, body: { code, message, details: [] } };
}
