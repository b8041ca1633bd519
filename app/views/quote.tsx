import type { SwapQuoteAnswer } from "@/lib/mcp/tools/get-swap-quote.ts";
import type { ViewAnswer } from "@/lib/site/live/views/envelope.ts";
import { linkArguments, quoteArguments } from "@/lib/site/live/views/quote.ts";
import { QuoteView } from "./quote-view.tsx";
import { showView } from "./shell.tsx";

showView({
  tool: "get_swap_quote",
  title: "Swap quote",
  View: QuoteView,
  questionOf: (url, input) =>
    url.pathname === "/quote" && url.search !== "" ? linkArguments(url.searchParams, input) : null,
  argumentsOf: (answer) => quoteArguments(answer as ViewAnswer & SwapQuoteAnswer),
});
