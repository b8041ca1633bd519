// What the text of a tool has of the blocks of an answer: ranks within a budget, members, and no link of a page.
import { expect, test } from "@playwright/test";
import { code, line, link } from "../../lib/markdown/nodes.ts";
import { type Blocks, box, disclosure, section, type Table } from "../../lib/render/blocks.ts";
import { toolBlocks, toolText } from "../../lib/render/tool-text.ts";

const answer: Blocks = [
  { text: "The answer." },
  section(
    "Why",
    { list: [{ text: "First." }, { text: "Second.", rank: 2 }] },
    { text: "In detail.", rank: 3 },
  ),
  { ...disclosure("Records", { text: "A record." }), rank: 3 },
  { ...section("Share", { text: "A link." }), rank: "page" },
];

test("whole ranks go until the text fits, and the first rank never", () => {
  const whole =
    "The answer.\n\n**Why**\n\n- First.\n- Second.\n\nIn detail.\n\n**Records**\n\nA record.";
  const second = "The answer.\n\n**Why**\n\n- First.\n- Second.";
  const first = "The answer.\n\n**Why**\n\n- First.";
  expect(toolText(answer)).toBe(whole);
  expect(toolText(answer, whole.length)).toBe(whole);
  expect(toolText(answer, whole.length - 1)).toBe(second);
  expect(toolText(answer, second.length - 1)).toBe(first);
  expect(toolText(answer, 1)).toBe(first);
});

test("a section of which nothing is left has no heading, and neither has a page", () => {
  const blocks: Blocks = [
    { title: "Page", as: "page", blocks: [{ text: "Kept." }] },
    section("Empty", box({}, { text: "Only for a page.", rank: "page" })),
  ];
  expect(toolText(blocks)).toBe("Kept.");
});

test("with fields, what shows none of them goes", () => {
  const blocks: Blocks = [
    { text: "Always." },
    { text: "Chains.", members: ["chains"] },
    { text: "Fees.", members: ["chains", "fees"] },
  ];
  expect(toolText(toolBlocks(blocks, ["fees"]))).toBe("Always.\n\nFees.");
  expect(toolText(toolBlocks(blocks, ["queue"]))).toBe("Always.");
});

test("a link of this site is left out, and of another one the name stays", () => {
  const blocks: Blocks = [
    { text: line`Read. ${link("Ask again", "/track?txid=1")}` },
    { text: line`Seen on ${link("mempool.space", "https://mempool.space/tx/1")}: ${code("1")}` },
    { links: [{ href: "/quote", label: "Other direction" }] },
  ];
  expect(toolText(blocks)).toBe("Read.\n\nSeen on mempool.space: `1`");
});

const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]): Table => ({
  label: "Chains",
  heads,
  rows: rows.map((texts) => ({
    id: texts.join(),
    path: "/status/btc",
    cells: texts.map((text) => (text.startsWith("0x") ? { text, code: true } : { text })),
  })),
});

test("a column that says the same in each row is a line", () => {
  const heads = ["Chain", "Can I send?", "Fee"];
  const rows = ["Bitcoin", "Ethereum", "Solana"].map((name, index) => [name, "yes", `${index}`]);
  expect(toolText([{ table: tableOf(heads, rows) }])).toBe(
    "- In every row: Can I send? yes\n\n| Chain | Fee |\n| --- | --- |\n| Bitcoin | 0 |\n| Ethereum | 1 |\n| Solana | 2 |",
  );
  const alike = rows.map(([name = "", send = ""]) => [name, send, "2"]);
  expect(toolText([{ table: tableOf(heads, alike) }])).toBe(
    "- Chain: Bitcoin, Ethereum, Solana\n- In every row: Can I send? yes\n- In every row: Fee: 2",
  );
});

test("text of the network stays code, though it is the same in each row", () => {
  const rows = ["Bitcoin", "Ethereum", "Solana"].map((name) => [name, "0x[router](x)"]);
  const text = toolText([{ table: tableOf(["Chain", "Router"], rows) }]);
  expect(text.match(/`0x\[router\]\(x\)`/g)).toHaveLength(3);
  const named = rows.map(([, router = ""], index) => [`${router}${index}`, "yes"]);
  const names = toolText([{ table: tableOf(["Asset", "Trades?"], named) }]);
  expect(names.match(/`0x\[router\]\(x\)\d`/g)).toHaveLength(3);
});
