// The requests that every server gets, ours and the others.
const toolCall = (name: string) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } });

const mcpQuestions = {
  list_pools: toolCall("list_pools"),
  get_network_status: toolCall("get_network_status"),
  tools_list: { jsonrpc: "2.0", id: 1, method: "tools/list" },
} as const;
type McpQuestion = keyof typeof mcpQuestions;
export const mcpQuestionNames = Object.keys(mcpQuestions) as McpQuestion[];

/** A page of each kind, and the same page for one of endless different questions. */
export const livePages = [
  { file: "status.html", path: "/status", askPath: null },
  {
    file: "quote.html",
    path: "/quote?from=BTC.BTC&to=ETH.ETH&amount=0.05",
    askPath: (index: number) => `/quote?from=BTC.BTC&to=ETH.ETH&amount=0.${String(index).padStart(7, "0")}1`,
  },
  {
    file: "track.html",
    path: `/track?txid=${"A".repeat(64)}`,
    askPath: (index: number) => `/track?txid=${index.toString(16).toUpperCase().padStart(64, "B")}`,
  },
] as const;

const mcpHeaders = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** `host`: the public host of a server behind a front. */
export function mcpRequest(name: McpQuestion, host?: string) {
  const headers = { ...mcpHeaders, ...(host && { host }) };
  return { method: "POST" as const, headers, body: JSON.stringify(mcpQuestions[name]) };
}

/** Whether a server answered correctly, as JSON or as the only event of a stream. */
export function isMcpResult(text: string): boolean {
  const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  return typeof result === "object" && result.isError !== true;
}
