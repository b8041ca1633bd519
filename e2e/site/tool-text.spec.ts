// What the text of a tool has of the blocks of an answer: ranks within a budget, members, no link of a page, and code in tables. Else: said.
import { expect, test } from "@playwright/test";
import { line, link } from "../../lib/markdown/nodes.ts";
import { type Blocks, disclosure, section } from "../../lib/render/blocks.ts";
import { blocksMarkdown } from "../../lib/render/markdown.ts";
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
    { text: line`Seen on ${link("mempool.space", "https://mempool.space/tx/1")}: yes` },
    { links: [{ href: "/quote", label: "Other direction" }] },
  ];
  expect(toolText(blocks)).toBe("Read.\n\nSeen on mempool.space: yes");
});

const code = (text: string) => ({ text, code: true }) as const;
for (const [what, cellsOf] of [
  ["the same in each row", (id: string) => [{ text: id }, code("0x[router](x)")]],
  ["all that differs", (id: string) => [code(`0x[router](x)${id}`), { text: "yes" }]],
] as const)
  test(`text of the network stays code where it is ${what}`, () => {
    const rows = ["1", "2", "3"].map((id) => ({ id, path: "/status/btc", cells: cellsOf(id) }));
    const text = toolText([{ table: { label: "Chains", heads: ["Chain", "Router"], rows } }]);
    expect(text.match(/`0x\[router\]\(x\)\d?`/g)).toHaveLength(3);
  });

test("a list that follows another has a line above, or goes on with it: all have one mark", () => {
  const blocks: Blocks = [
    { list: ["one"] },
    { list: ["two"] },
    { facts: [{ label: "Sent", text: "1 BTC" }] },
    { links: [{ href: "/quote", label: "Quote" }] },
  ];
  const [item, led] = ["- one\n- two", "In figures:\n\n- Sent: 1 BTC"];
  expect(toolText(blocks)).toBe(`${item}\n\n${led}`);
  expect(blocksMarkdown(blocks)).toBe(`${item}\n\n${led}\n\nNext:\n\n- [Quote](/quote)\n`);
  // Where no list stands before it, a list of figures has no line of its own.
  expect(toolText(blocks.slice(2))).toBe("- Sent: 1 BTC");
});
