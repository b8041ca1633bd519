// Short texts that state whether swaps were possible in a recorded state.

/** A node's answer to a quote: `o` quote, `h` halted, `d` kind disabled, `p` no pool, `-` other. */
type QuoteLetter = "o" | "h" | "d" | "p" | "-";

export interface RowBody {
  readonly chain: string;
  readonly address?: string;
  readonly halted?: boolean;
  readonly global_trading_paused?: boolean;
  readonly chain_trading_paused?: boolean;
  readonly chain_lp_actions_paused?: boolean;
  readonly outbound_tx_size?: string;
}

/**
 * For example "BTC:hc": `h` halted, `g` global, `c` chain, `l` liquidity, `z` no gas rate known,
 * `-` no address.
 */
export function rowText(row: RowBody): string {
  const flags = [
    row.halted && "h",
    row.global_trading_paused && "g",
    row.chain_trading_paused && "c",
    row.chain_lp_actions_paused && "l",
    row.outbound_tx_size === "0" && "z",
    !row.address && "-",
  ];
  return [row.chain, flags.filter((flag) => flag).join("")].filter((part) => part).join(":");
}

export interface PoolBody {
  readonly asset: string;
  readonly status: string;
  readonly trading_halted?: boolean;
}

export function poolText({ asset, status, trading_halted }: PoolBody): string {
  return `${asset}:${status.slice(0, 2).toLowerCase()}${trading_halted ? "h" : ""}`;
}

export interface QuoteBody {
  readonly expected_amount_out?: string;
  readonly error?: string;
  readonly message?: string;
}

export function quoteLetter({ expected_amount_out, error, message }: QuoteBody): QuoteLetter {
  if (expected_amount_out !== undefined) return "o";
  const text = error ?? message ?? "";
  if (/trading is halted/.test(text)) return "h";
  if (/(?:are|has been) disabled|manual swaps to synths not supported/.test(text)) return "d";
  return /is not available/.test(text) ? "p" : "-";
}
