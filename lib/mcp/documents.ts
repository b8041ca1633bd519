// The documents that MCP serves as resources. Those that are agent skills are also served by the
// skills extension (SEP-2640), under the same URIs.
import type { McpServer } from "@modelcontextprotocol/server";
import {
  type Skill,
  type SkillSource,
  SkillsExtension,
  skillEntry,
} from "@modelcontextprotocol/server/ext/skills";
import { staticCacheHint } from "./transport/identity.ts";

export interface McpDocument {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  read(): string | Promise<string>;
}

export function registerDocuments(server: McpServer, documents: readonly McpDocument[]): void {
  for (const { uri, name, title, description, read } of documents) {
    server.registerResource(
      name,
      uri,
      { title, description, mimeType: "text/markdown" },
      async () => ({
        contents: [{ uri, mimeType: "text/markdown", text: await read() }],
      }),
    );
  }
}

interface SkillDocument extends McpDocument {
  readonly skillName: string;
}

/** Null if no document is a skill. A URI that ends in `<name>/SKILL.md` is a skill's. */
export function createSkillsExtension(
  documents: readonly McpDocument[],
): Pick<SkillsExtension, "attach"> | null {
  const skillDocuments: SkillDocument[] = documents.flatMap((document) => {
    const skillName = /\/([^/]+)\/SKILL\.md$/.exec(document.uri)?.[1];
    return skillName === undefined ? [] : [{ ...document, skillName }];
  });
  const [firstSkill] = skillDocuments;
  if (!firstSkill) return null;
  const baseUri = firstSkill.uri.slice(0, -`/${firstSkill.skillName}/SKILL.md`.length);
  const source = createSkillSource(skillDocuments, baseUri);
  return new SkillsExtension({ source, baseUri, cacheHint: staticCacheHint, strict: true });
}

function createSkillSource(skillDocuments: readonly SkillDocument[], baseUri: string): SkillSource {
  const readEntry = async ({ skillName, read }: SkillDocument): Promise<Skill> =>
    skillEntry(skillName, { "SKILL.md": await read() }, { baseUri });
  const findDocument = (uri: string) => skillDocuments.find((document) => document.uri === uri);
  return {
    list: async () => ({ skills: await Promise.all(skillDocuments.map(readEntry)) }),
    async get(uri) {
      const document = findDocument(uri);
      return document && readEntry(document);
    },
    async read(uri) {
      const document = findDocument(uri);
      return document && { text: await document.read(), mimeType: "text/markdown" };
    },
  };
}
