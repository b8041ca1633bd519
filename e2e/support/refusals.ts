// The words with which nodes refuse a quote, and our code for each.
import { rowsOf } from "./rows.ts";

const simulated = "failed to simulate swap: failed to simulate handler:";
// Of mayanode: `manager_txout_current.go`, `memo_parser.go` and `querier_quotes.go`.
export const refusalRows = rowsOf(`
  halted | 400 | ${simulated} trading is halted, can't process swap: invalid request
  limit_not_met | 400 | ${simulated} emit asset 2 less than price limit 3: invalid request
  limit_not_met | 200 | fail to add outbound tx: outbound amount does not meet requirements (2/3)
  memo_too_long | 400 | generated memo too long for source chain: invalid request
  memo_not_parsed | 400 | MEMO: MEMO FAILURE(S): cannot parse 't' as an Address: t is not recognizable
  form_disabled | 400 | ${simulated} minting synthetics has been disabled: invalid request
  form_disabled | 400 | manual swaps to synths not supported, use trade assets instead
  form_disabled | 200 | failed to deposit secured asset: secured assets are disabled
  trade_asset_only | 200 | swaps from L1 to trade asset incur slip, use trade+
  trade_asset_only | 400 | swaps from trade asset to L1 incur slip, use trade-: invalid request
  invalid_affiliate_bps | 500 | bad affiliate params: total affiliate fee basis points must not exceed 500
  invalid_affiliate | 500 | bad affiliate params: invalid affiliate mayaname or address: x is not recognizable
  invalid_destination | 500 | swap destination address is not the same chain as the target asset
  pool_too_shallow | 500 | failed to prepare tx out item: insufficient funds for outbound request
  pool_not_available | 200 | failed to simulate swap: pool(BTC.BTC) is not available
  pool_not_available | 400 | unable to convert asset: pool does not exist: invalid request
  amount_too_small | 400 | amount less than min swap amount (recommended_min_amount_in: 117997)
  amount_too_small | 400 | amount less than dust threshold: invalid request
  amount_too_small | 400 | ${simulated} zero emit asset: invalid request
  amount_too_small | 200 | * internal error * not enough asset to pay for fees
  amount_too_small | 400 | swap too small; recommended minimum: 7761
  invalid_asset | 400 | bad from asset: invalid symbol
`).map(([code = "", status = "", words = ""]) => [words, Number(status), code] as const);

// Not recorded: `querier_quotes.go`, `memo_parser.go` and `memo_swap.go` of both nodes.
export const blamedArguments = rowsOf(`
  affiliate_bps | total affiliate fee basis points must not exceed 500 (provided total bps: 600)
  affiliate_bps | bad affiliate params: total affiliate fee must not be more than 1000 bps
  affiliate_bps | ${simulated} total affiliate fee basis points can't be more than 10000
  affiliate | bad affiliate params: invalid affiliate mayaname or address: x is not recognizable
  affiliate | invalid affiliate mayaname or address: x is not recognizable
  affiliate | bad affiliate address: unable to parse address: x is not recognizable
  affiliate | bad affiliate params: mismatch between number of affiliates (2) and BPS values (1)
  affiliate | ${simulated} failed to process affiliate parameters: fail to get MAYAName x
  affiliate | PARSE FAILURE(S): cannot parse 'X' as an Address: X is not recognizable
  affiliate | PARSE FAILURE(S): not enough parameters: 2/3 | memo_not_parsed
  refund_address | bad refund address: unable to parse address: THORName not found
  refund_address | bad refund_address: address format not supported
  destination | bad destination address: no thorname alias for chain ETH
  amount | invariant broken: emit 52 less than outbound fee 90 | amount_too_small
`).map(([argument = "", words = "", code]) => [words, argument, code] as const);
