// English texts of the tool get_inbound_addresses.

export const inboundWords = {
  title: "Where to send",
  chain: "Chain",
  address: "Deposit address",
  router: "Router",
  sendBefore: "Send before",
  gasRate: "Gas rate",
  dustThreshold: "Send more than",
  none: "none",
} as const;

export const noAddressText = (chains: readonly string[], reasonText: string) =>
  `${chains.join(", ")}: no address. ${reasonText}`;
