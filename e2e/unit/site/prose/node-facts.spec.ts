// What the nodes do with money, and the sentence that says so. Each row names the source of the fact.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { type DepositShape, depositTables } from "../../../../lib/protocol/model/deposit-shape.ts";
import { ROUTER_CALL } from "../../../../lib/protocol/safety/advice.ts";
import { feeRules } from "../../../../lib/site/prose/fee-rules.ts";
import { root } from "../../../support/root.ts";

const ATTEMPTS = "both nodes, manager_slasher_current.go (MaxOutboundAttempts)";
const FIRST_PART =
  "mayanode, manager_swap_queue_current.go (EndBlock): where the first part fails, the whole deposit is refunded";
const rows: readonly (readonly [source: string, file: string, says: RegExp, never?: RegExp])[] = [
  ...["pricing.md", "agents.md"].map(
    (file) =>
      [
        FIRST_PART,
        file,
        /On MAYAChain, if the first part would bring less, the whole deposit is refunded\./,
      ] as const,
  ),
  [
    "THORNode, swap_current.go: each part has a limit of its own",
    "pricing.md",
    /each part that would bring less is refunded, and the others are paid/,
    /If the swap would bring less, your deposit is refunded/,
  ],
  [
    "THORNode, msg_swap.go (NextSize), manager_txout_current.go (takeAffiliateFee)",
    "pricing.md",
    /There an affiliate's share is taken after the test\..* On both networks the limit of parts is tested before the outbound fee and the affiliate's share\./,
    /On THORChain the limit is tested after the outbound fee/,
  ],
  [
    "mayanode, swap_current.go (Swap), manager_txout_current.go (TryAddTxOutItem): the limit is held against what is paid out",
    "pricing.md",
    /On MAYAChain the limit of a swap in one part is tested after the outbound fee and the affiliate's share\./,
    /on MAYAChain, it is tested before/,
  ],
  [
    "THORNode, swap_current.go: several rapid parts a block are the best case",
    "pricing.md",
    /Each block swaps one part, and more where others trade the other way\./,
    /It swaps several parts in a block/,
  ],
  [
    "THORNode, helpers.go: what is filled and what is refunded are two payouts, and one below its fee is dropped",
    "pricing.md",
    /pays two outbound fees, one of them for the refund\. A payout that is worth less than its fee is not made\./,
  ],
  [
    "THORNode, utxo/client_internal.go (sendNetworkFeeFromBlock); mayanode, zcash/client.go (sendNetworkFee)",
    "developers/api.md",
    /Pay `gas_rate` or more: a late deposit may be lost\. On Zcash it is the whole fee\./,
  ],
  [
    "both nodes, the scanners: THORNode ignores less than the threshold, mayanode's of Bitcoin the threshold itself too",
    "pricing.md",
    /Send more than the dust threshold of the chain\. A deposit below it is neither swapped nor refunded\./,
  ],
  [
    "THORNode, manager_gas_current.go (GetAssetOutboundFee): payouts on the native chain are free",
    "pricing.md",
    /The refund costs the outbound fee of the chain that you sent from\. \{\{fee_native_refunds\}\}/,
  ],
  [
    "both nodes, querier_quotes.go: a memo has a limit only where a tolerance is given",
    "developers/api.md",
    /Without either there is none: any price/,
  ],
  [
    "mayanode, querier_quotes.go (quoteErrorResponse): HTTP 200",
    "developers/api.md",
    /bad input is HTTP 400, or HTTP 200 with `error`/,
    /bad input is HTTP 400\./,
  ],
  [
    "mayanode, common/chain.go (InboundNotes), radix_block_scanner.go",
    "developers/api.md",
    /On Radix, every transfer to `address` is lost\./,
  ],
  [
    ATTEMPTS,
    "developers/api.md",
    /Some networks give it up in the end: then only `\/queue\/outbound` lacks it\./,
    /a payout waits\. If trading halts/,
  ],
  [
    ATTEMPTS,
    "developers/webhooks.md",
    /A payout that the network no longer tries never comes, and `tx\/status` does not say so\./,
  ],
  [
    ATTEMPTS,
    "skills/read-the-network-before-sending/SKILL.md",
    /After a number of attempts some networks swap it back or give it up\./,
    /the payout waits until signing resumes/,
  ],
  [
    "both nodes, network-halts: a halted chain is not observed",
    "agents.md",
    /A deposit that arrives during a halt of trading is refunded, or rejected on the protocol's own chain\. During a halt of the whole chain it is not seen\./,
    /Only a deposit that arrives during the halt is refunded/,
  ],
  [
    "THORNode, memo_modify_limit_swap.go, handler_modify_limit_swap.go",
    "agents.md",
    /Only the address that sent an order can cancel it, with a small deposit whose memo is `m=<:5000000BTC\.BTC:80000000ETH\.ETH:0`\. .+ The network keeps that deposit\. We make no such memo\. MAYAChain has no limit orders\./,
  ],
];
for (const [source, file, says, never] of rows) {
  test(`${file} says what the node does: ${source}`, () => {
    const text = readFileSync(`${root}content/${file}`, "utf8");
    expect(text).toMatch(says);
    if (never) expect(text).not.toMatch(never);
  });
}

test("a refund on the native chain is told as both nodes charge it: manager_gas_current.go (GetAssetOutboundFee)", () => {
  const { THORChain, MAYAChain } = feeRules;
  expect(THORChain.fee_native_refunds).toMatch(
    /on THORChain itself is free\. So is one of a synth, trade or secured asset/,
  );
  expect(MAYAChain.fee_native_refunds).toMatch(
    /on MAYAChain itself costs what a payout there costs/,
  );
});

const TOKEN_AMOUNT = /amount (?:counts )?in (?:the token's|its) decimals/;
const { THORChain: thorchain, MAYAChain: mayachain } = depositTables;
const shapes: readonly (readonly [
  source: string,
  shape: DepositShape | undefined,
  says: RegExp,
  never?: RegExp,
])[] = [
  [
    "both nodes, common/chain.go (InboundNotes): the contract takes the token's own decimals, not the node's eight",
    thorchain.evm_token,
    TOKEN_AMOUNT,
  ],
  [
    "THORNode, utxo/client_internal.go (getSender, getOutput): the first input has an address, the first output to a vault counts",
    thorchain.utxo,
    /unusual script in its first input, is not seen\..*Of two outputs to the deposit address, only the first counts/,
  ],
  [
    "THORNode, utxo/client_internal.go (ignoreTx, getMemo): 12 outputs, 10 with value; several OP_RETURN outputs are joined",
    thorchain.bitcoin,
    /the only OP_RETURN output.*more than 12 outputs, or more than 10 that have value/,
    /bc1p/,
  ],
  [
    "THORNode, common/chain.go (InboundNotes of Litecoin)",
    thorchain.litecoin,
    /Never send from an MWEB balance: the deposit is not seen, and is lost\./,
  ],
  [
    "mayanode, bitcoin/client.go (ignoreTx): 4 outputs, 2 with value, of the first two each with one address",
    mayachain.bitcoin,
    /more than 4 outputs, or more than 2 that have value/,
  ],
  [
    "mayanode, dash/client.go (ignoreTx)",
    mayachain.utxo,
    /more than 4 outputs, or more than 2 that have value/,
    /bc1p/,
  ],
  [
    "mayanode, zcash/client.go (ignoreTx)",
    mayachain.zcash,
    /more than 4 outputs, or more than 2 that have value/,
  ],
  [
    "mayanode, bitcoin/client.go (getSender), address.go (NewAddress) without bech32m, observe.go (getThorchainTxIns)",
    mayachain.bitcoin,
    /Send from an address that does not begin with bc1p, and let the change go to one that does not\. Otherwise the deposit is not seen, and is lost\./,
  ],
  [
    "mayanode, thorchain/cosmos_block_scanner.go (processMessage): MsgSend alone",
    mayachain.thorchain,
    /one MsgSend and no other message\. Never send a MsgDeposit/,
  ],
  [
    "mayanode, zcash/txscript.go (IsTransactionShielded): a shielded output is enough",
    mayachain.zcash,
    /with a shielded input or output, the deposit is not seen/,
    /A deposit from a shielded address/,
  ],
  [
    "THORNode, sol_scanner.go (getTxInItem): instructions inside a program are not read",
    thorchain.solana,
    /Nor is what a program sends, such as a multisig wallet/,
  ],
  [
    "THORNode, xrp/block_scanner.go (processPayment): of several memos the first; with an empty one, the payment is skipped",
    thorchain.xrp,
    /the first memo of one Payment.*If the first memo is empty, the deposit is not seen/,
    /only memo|second memo/,
  ],
];
for (const [source, shape, says, never] of shapes) {
  test(`a deposit of the kind ${shape?.name} is told as the node sees it: ${source}`, () => {
    const text = Object.values(shape ?? {}).join(" ");
    expect(text).toMatch(says);
    if (never) expect(text).not.toMatch(never);
  });
}

test("wherever the call of the router is told, it says in which decimals the amount counts", () => {
  const texts = ["agents.md", "developers/api.md"].map((file) =>
    readFileSync(`${root}content/${file}`, "utf8"),
  );
  for (const text of [ROUTER_CALL, ...texts]) expect(text).toMatch(TOKEN_AMOUNT);
});
