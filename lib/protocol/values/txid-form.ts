// The grammars of transaction ids.
export type TxidForm = "hex" | "base58_signature";
