// The words with which nodes refuse a quote, and our code for each.

const simulated = "failed to simulate swap: failed to simulate handler: ";
export const refusalRows: readonly [words: string, status: number, code: string][] = [
  [`${simulated}trading is halted, can't process swap: invalid request`, 400, "halted"],
  [`${simulated}emit asset 2 less than price limit 3: invalid request`, 400, "limit_not_met"],
  // mayanode, `manager_txout_current.go` (cachedTryAddTxOutItem).
  [
    "failed to simulate swap: fail to add outbound tx: outbound amount does not meet requirements (2/3): internal error",
    200,
    "limit_not_met",
  ],
  ["generated memo too long for source chain: invalid request", 400, "memo_too_long"],
  ["generated memo too long for source chain: =:c:maya1::t:50 (97/80)", 200, "memo_too_long"],
  [
    `${simulated}MEMO: MEMO FAILURE(S): cannot parse 't' as an Address: t is not recognizable`,
    400,
    "memo_not_parsed",
  ],
  [`${simulated}minting synthetics has been disabled: invalid request`, 400, "form_disabled"],
  // mayanode, `memo_parser.go` and `querier_quotes.go`.
  [
    "bad affiliate params: total affiliate fee basis points must not exceed 500: unknown request",
    500,
    "invalid_affiliate_bps",
  ],
  [
    "bad affiliate params: invalid affiliate mayaname or address: x is not recognizable",
    500,
    "invalid_affiliate",
  ],
  [
    "invalid affiliate mayaname or address: x is not recognizable: invalid request",
    400,
    "invalid_affiliate",
  ],
  ["failed to simulate swap: burning synthetics has been disabled", 200, "form_disabled"],
  [
    `${simulated}manual swaps to synths not supported, use trade assets instead`,
    400,
    "form_disabled",
  ],
  [
    "failed to deposit secured asset: secured assets are disabled: invalid request",
    400,
    "form_disabled",
  ],
  ["failed to simulate swap: trade accounts withdrawals are disabled", 200, "form_disabled"],
  [
    "failed to simulate swap: swaps from L1 to trade asset incur slip, use trade+",
    200,
    "trade_asset_only",
  ],
  [
    `${simulated}swaps from trade asset to L1 incur slip, use trade-: invalid request`,
    400,
    "trade_asset_only",
  ],
  [
    "failed to validate message: swap destination address is not the same chain as the target asset: unknown request",
    500,
    "invalid_destination",
  ],
  [
    "fail to add outbound tx: failed to prepare tx out item: insufficient funds for outbound request",
    500,
    "pool_too_shallow",
  ],
  ["failed to simulate swap: pool(BTC.BTC) is not available", 200, "pool_not_available"],
  ["unable to convert asset: pool does not exist: invalid request", 400, "pool_not_available"],
  [
    "amount less than min swap amount (recommended_min_amount_in: 117997): invalid request",
    400,
    "amount_too_small",
  ],
  ["amount less than dust threshold: invalid request", 400, "amount_too_small"],
  [`${simulated}zero emit asset: invalid request`, 400, "amount_too_small"],
  [
    "fail to add outbound tx: 2 errors occurred: * internal error * not enough asset to pay for fees",
    200,
    "amount_too_small",
  ],
  ["swap too small; recommended minimum: 7761", 400, "amount_too_small"],
  ["bad from asset: invalid symbol", 400, "invalid_asset"],
];

// Not recorded: `querier_quotes.go`, `memo_parser.go` and `memo_swap.go` of both nodes.
export const blamedArguments: readonly [words: string, argument: string, code?: string][] = [
  [
    "bad affiliate params: total affiliate fee basis points must not exceed 500 (provided total bps: 600)",
    "affiliate_bps",
  ],
  ["bad affiliate params: total affiliate fee must not be more than 1000 bps", "affiliate_bps"],
  [`${simulated}total affiliate fee basis points can't be more than 10000`, "affiliate_bps"],
  ["affiliate fee basis points must not exceed 500", "affiliate_bps"],
  [
    "bad affiliate params: invalid affiliate mayaname or address: x is not recognizable",
    "affiliate",
  ],
  ["invalid affiliate mayaname or address: x is not recognizable", "affiliate"],
  ["bad affiliate address: unable to parse address: x is not recognizable", "affiliate"],
  [
    "bad affiliate params: mismatch between number of affiliates (2) and BPS values (1)",
    "affiliate",
  ],
  [`${simulated}failed to process affiliate parameters: fail to get MAYAName x`, "affiliate"],
  [
    `${simulated}MEMO: =:e:0x1::X:5\nPARSE FAILURE(S): cannot parse 'X' as an Address: X is not recognizable`,
    "affiliate",
  ],
  [
    `${simulated}MEMO: =:e:0x1\nPARSE FAILURE(S): not enough parameters: 2/3`,
    "affiliate",
    "memo_not_parsed",
  ],
  ["bad refund address: unable to parse address: THORName not found", "refund_address"],
  ["bad refund_address: address format not supported", "refund_address"],
  ["bad destination address: no thorname alias for chain ETH", "destination"],
  ["bad destination: address format not supported", "destination"],
  ["invariant broken: emit 52 less than outbound fee 90", "amount", "amount_too_small"],
];
