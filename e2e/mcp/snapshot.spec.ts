// What a client reads before its first call, compared with a committed copy: any change of it is seen.
import { expect, test } from "@playwright/test";
import { prompts } from "../../lib/mcp/prompts/prompts.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import { readGuides } from "../../lib/site/prose/guides.ts";
import { expectCommitted } from "../support/project-docs.ts";
import { createEndpoint, createPost, inBothEras } from "./endpoint.ts";

const documents = readGuides(() => "");
const origins = new Set(documents.map((guide) => new URL(guide.uri).origin));
const endpoint = createEndpoint(undefined, {}, { documents, prompts });

async function getResult(
  body: object,
  headers: Record<string, string | null>,
): Promise<Record<string, unknown>> {
  const response = await endpoint(createPost(body, headers));
  return ((await response.json()) as { result: Record<string, unknown> }).result;
}

/** The same list in three forms of the two eras, which must agree. */
async function getList(kind: "tools" | "resources" | "prompts"): Promise<unknown> {
  const lists = await Promise.all(
    inBothEras(`${kind}/list`).map(
      async ([, body, headers]) => (await getResult(body, headers))[kind],
    ),
  );
  for (const list of lists) expect(list).toEqual(lists[0]);
  return lists[0];
}

async function readSurface(): Promise<string> {
  const [, body, headers] = inBothEras("server/discover")[2] ?? ["", {}, {}];
  const { instructions, capabilities, supportedVersions } = await getResult(body, headers);
  const messages = prompts.map((prompt) => {
    const input = { from: "BTC", to: "ETH" };
    const whole = prompt.name === "compare_costs" ? { ...input, amount: "1" } : input;
    return { name: prompt.name, lines: prompt.writeMessage(whole, presets.thorchain).split("\n") };
  });
  const surface = {
    instructions: String(instructions).split("\n"),
    capabilities,
    supportedVersions,
    tools: await getList("tools"),
    resources: await getList("resources"),
    prompts: await getList("prompts"),
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
