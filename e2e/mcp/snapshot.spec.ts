// What a client reads before its first call, compared with a committed copy: any change of it is seen. Prompts: said.
import { test } from "@playwright/test";
import { prompts } from "../../lib/mcp/prompts/prompts.ts";
import { VIEW_URI } from "../../lib/mcp/view.ts";
import { listGuides } from "../../lib/site/prose/guides.ts";
import { expectCommitted } from "../support/project-docs.ts";
import { answerOf, call2026, createEndpoint, createPost, headers2026 } from "./endpoint.ts";

const documents = listGuides((path) => {
  const [, name] = /([^/]+)\/SKILL\.md$/.exec(path) ?? [];
  return `---\nname: ${name}\ndescription: Its own.\n---\n`;
});
const origins = new Set(documents.map((guide) => new URL(guide.uri).origin));
const view = { readDocument: () => "<!doctype html>", render: async () => "" };
const endpoint = createEndpoint(undefined, {}, { documents, prompts, view });

/** The eras give the same lists: documents.spec. */
async function getResult(method: string, params?: object) {
  const call = call2026(method, params);
  const { body } = await answerOf(await endpoint(createPost(call, headers2026(call))));
  return body?.result ?? {};
}

test("names, texts and schemas match the committed copy", async () => {
  const { instructions, capabilities, supportedVersions } = await getResult("server/discover");
  const surface = {
    instructions: String(instructions).split("\n"),
    capabilities,
    supportedVersions,
    tools: (await getResult("tools/list")).tools,
    resources: (await getResult("resources/list")).resources,
    resourceTemplates: (await getResult("resources/templates/list")).resourceTemplates,
    skills: (await getResult("skills/list")).skills,
    prompts: (await getResult("prompts/list")).prompts,
    view: (await getResult("resources/read", { uri: VIEW_URI })).contents,
  };
  const surfaceText = [...origins].reduce(
    (text, origin) => text.replaceAll(origin, "{origin}"),
    `${JSON.stringify(surface, null, 2)}\n`,
  );
  const changed =
    'What clients of /mcp read has changed. Decide by the rule in CHANGELOG.md whether it is a major, a minor or a patch change, and say so there under "Unreleased". ';
  expectCommitted("e2e/fixtures/mcp-surface.json", surfaceText, undefined, changed);
});
