// What a client reads before its first call, compared with a committed copy: any change of it is seen.
import { test } from "@playwright/test";
import { prompts } from "../../lib/mcp/prompts/prompts.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import { listGuides } from "../../lib/site/prose/guides.ts";
import { expectCommitted } from "../support/project-docs.ts";
import { answerOf, call2026, createEndpoint, createPost, headers2026 } from "./endpoint.ts";

const documents = listGuides(() => "");
const origins = new Set(documents.map((guide) => new URL(guide.uri).origin));
const endpoint = createEndpoint(undefined, {}, { documents, prompts });

/** The eras give the same lists: documents.spec. */
async function getResult(method: string): Promise<Readonly<Record<string, unknown>>> {
  const call = call2026(method);
  const { body } = await answerOf(await endpoint(createPost(call, headers2026(call))));
  return body?.result ?? {};
}

async function readSurface(): Promise<string> {
  const { instructions, capabilities, supportedVersions } = await getResult("server/discover");
  const messages = prompts.map((prompt) => {
    const input = { from: "BTC", to: "ETH" };
    const whole = prompt.name === "compare_costs" ? { ...input, amount: "1" } : input;
    return { name: prompt.name, lines: prompt.writeMessage(whole, presets.thorchain).split("\n") };
  });
  const surface = {
    instructions: String(instructions).split("\n"),
    capabilities,
    supportedVersions,
    tools: (await getResult("tools/list")).tools,
    resources: (await getResult("resources/list")).resources,
    prompts: (await getResult("prompts/list")).prompts,
    messages,
  };
  let text = JSON.stringify(surface, null, 2);
  for (const origin of origins) text = text.replaceAll(origin, "{origin}");
  return `${text}\n`;
}

test("names, texts and schemas match the committed copy", async () => {
  const changed =
    'What clients of /mcp read has changed. Decide by the rule in CHANGELOG.md whether it is a major, a minor or a patch change, and say so there under "Unreleased". ';
  expectCommitted("e2e/fixtures/mcp-surface.json", await readSurface(), undefined, changed);
});
