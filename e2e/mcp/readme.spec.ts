// The answer of /mcp that the README shows is what the tool answers at its time.
import { expect, test } from "@playwright/test";
import { readFences } from "../support/project-docs.ts";
import { createSampleNetwork } from "../support/sample-network.ts";
import { findTool } from "./run-tool.ts";

test("the call and the answer of the README are those of the tool", async () => {
  const shown = readFences().find(
    ({ name, text }) => name === "README.md" && text.includes("tools/call"),
  );
  const [, body = ""] = /-d '(\{.*\})'$/m.exec(shown?.text ?? "") ?? [];
  const { name, arguments: input } = JSON.parse(body).params;
  const { result } = JSON.parse(/^\{"result".*$/m.exec(shown?.text ?? "")?.[0] ?? "{}");
  const { block_time: blockTime, age_seconds: ageSeconds } = result.structuredContent.as_of;
  const now = () => Date.parse(blockTime) + ageSeconds * 1000;
  const network = createSampleNetwork({ now });
  const { text, structured } = await findTool(name).run(network, input, {
    networkName: "sample",
    now,
  });
  expect([result.content, result.structuredContent]).toEqual([
    [{ type: "text", text }],
    structured,
  ]);
});
