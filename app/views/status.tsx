import { HISTORY_KEY } from "@/lib/mcp/views/views.ts";
import { showView } from "./shell.tsx";
import { StatusView } from "./status-view.tsx";

showView({
  tool: "get_network_status",
  title: "Network status",
  page: "status",
  wanted: { [HISTORY_KEY]: true },
  View: StatusView,
  argumentsOf: () => ({}),
});
