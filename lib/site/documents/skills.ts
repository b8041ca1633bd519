// The agent skills index (discovery 0.2.0). Names and descriptions come from the skills' front matter, digests from the served bytes.
import { createHash } from "node:crypto";
import { getMarkdown } from "../prose/prose.ts";
import { type ProsePath, resources } from "../registry/resources.ts";

type SkillPath = Extract<ProsePath, `/.well-known/agent-skills/${string}`>;

/** Questions that the skill answers. */
const queries: Readonly<Record<SkillPath, readonly string[]>> = {
  "/.well-known/agent-skills/read-the-network-before-sending/SKILL.md": [
    "Is it safe to send my deposit now?",
    "Is this chain halted, and what should I do?",
  ],
  "/.well-known/agent-skills/estimate-a-swaps-cost/SKILL.md": [
    "What will it cost to swap 0.5 BTC to ETH?",
    "Is a streaming swap cheaper for this amount?",
  ],
  "/.well-known/agent-skills/watch-a-swap/SKILL.md": ["Where is my swap?", "Why was my swap refunded?"],
};

export const skills = (Object.keys(queries) as SkillPath[]).map((path) => ({
  path,
  name: path.split("/").at(-2) as string,
  title: resources[path].title,
  summary: resources[path].description,
  queries: queries[path],
}));

export function skillsIndex(): string {
  const index = {
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: skills.map(({ path }) => {
      const text = getMarkdown(path);
      return {
        name: readFrontMatter(text, "name"),
        type: "skill-md",
        description: readFrontMatter(text, "description"),
        url: path,
        digest: `sha256:${createHash("sha256").update(text).digest("hex")}`,
      };
    }),
  };
  return `${JSON.stringify(index, null, 2)}\n`;
}

function readFrontMatter(text: string, name: string): string {
  const line = new RegExp(`^---\\n(?:.*\\n)*?${name}: *(.+)\\n`).exec(text)?.[1];
  if (!line) throw new Error(`a skill's front matter has no ${name}`);
  return line.replace(/^(["'])(.*)\1$/, "$2");
}
