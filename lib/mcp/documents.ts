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

const skillUriPattern = /^(.+)\/([^/]+)\/SKILL\.md$/;

export function isSkill({ uri }: McpDocument): boolean {
  return skillUriPattern.test(uri);
}

/**
 * Null if no document is a skill.
 * @throws Error if the skills are not all in one folder.
 */
export function createSkillsExtension(
  documents: readonly McpDocument[],
): Pick<SkillsExtension, "attach"> | null {
  const folders = new Set<string>();
  const skillDocuments: SkillDocument[] = documents.filter(isSkill).map((document) => {
    const [, folder = "", skillName = ""] = skillUriPattern.exec(document.uri) ?? [];
    folders.add(folder);
    return { ...document, skillName };
  });
  const [baseUri, ...otherFolders] = folders;
  if (baseUri === undefined) return null;
  if (otherFolders.length > 0) throw new Error("the skills are in several folders");
  const source = createSkillSource(skillDocuments, baseUri);
  return new SkillsExtension({ source, baseUri, cacheHint: staticCacheHint });
}

function createSkillSource(skillDocuments: readonly SkillDocument[], baseUri: string): SkillSource {
  const readEntry = async ({ skillName, read }: SkillDocument): Promise<Skill> =>
    skillEntry(skillName, { "SKILL.md": await read() }, { baseUri });
  return {
    list: async () => ({ skills: await Promise.all(skillDocuments.map(readEntry)) }),
    async get(uri) {
      const document = skillDocuments.find((skillDocument) => skillDocument.uri === uri);
      return document && readEntry(document);
    },
    // The file of each skill is registered as a resource, and the SDK asks only for other files.
    read: async () => undefined,
  };
}
