import { linkArguments } from "@/lib/site/live/quote/links.ts";
import { QuoteView } from "./quote-view.tsx";
import { showView } from "./shell.tsx";

showView({
  tool: "get_swap_quote",
  title: "Swap quote",
  page: "quote",
  View: QuoteView,
  questionOf: (url, input) =>
    url.pathname === "/quote" && url.search !== "" ? linkArguments(url.searchParams, input) : null,
  argumentsOf: ({ from, to, amount }) => ({ from, to, amount }),
});
