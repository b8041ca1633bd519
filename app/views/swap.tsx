import { showView } from "./shell.tsx";
import { SwapView } from "./swap-view.tsx";

showView({
  tool: "get_swap_status",
  title: "Where a swap stands",
  page: "track",
  View: SwapView,
  argumentsOf: (answer) => ({ txid: answer.txid }),
});
