// What mayanode answers for a path below its segment. It refuses a quote with HTTP 200, and knows no order and no queue of swaps.
import { Refusal } from "../../../lib/sample/quote/state.ts";
import { bodies } from "./network.ts";
import { type MayaState, mayaQuote } from "./quote.ts";

interface MayaAnswer {
  readonly status: number;
  readonly body: unknown;
}

export function mayaAnswer(state: MayaState, path: string, query: URLSearchParams): MayaAnswer {
  if (path === "quote/swap") return { status: 200, body: quoteBody(() => mayaQuote(state, query)) };
  const body = bodies[path];
  return body ? { status: 200, body: body(state) } : { status: 404, body: { error: "not found" } };
}

function quoteBody(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refusal) return { error: error.message };
    throw error;
  }
}
