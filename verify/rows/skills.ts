// Agent skills: the index, and each skill as served.
import { createHash } from "node:crypto";
import { SKILLS } from "../addresses.ts";
import type { Answer } from "../fetcher.ts";
import { parseFrontMatter } from "../parse/front-matter.ts";
import { every, type Group, judge } from "../row.ts";
import { needBody, SkillsIndex } from "../shapes.ts";
import type { Site } from "../site.ts";
import { createShapeCheck } from "./catalogs.ts";

const MAX_LINES = 500;
const sections = ["When to use", "When not to use"];

type Skill = ReturnType<typeof SkillsIndex.parse>["skills"][number];

/** The row about links reports a dead skill. This one checks only skills that answer. */
function everySkill(site: Site, fault: (skill: Skill, answer: Answer) => string | null) {
  return every(needBody(site, SKILLS, SkillsIndex).skills, "skills", async (skill) => {
    const answer = await site.fetcher.get({ url: new URL(skill.url, `${site.origin}${SKILLS}`).href });
    const seen = answer.status === 200 ? fault(skill, answer) : null;
    return seen === null ? null : `${skill.name}: ${seen}`;
  });
}

function findFrontMatterFault(skill: Skill, { text, url }: Answer): string | null {
  const frontMatter = parseFrontMatter(text);
  if (!frontMatter) return "no front matter";
  const named = ["name", "description"] as const;
  const other = named.find((name) => frontMatter.entries.get(name) !== skill[name]);
  if (other) return `${other} differs from the index`;
  return url.endsWith(`/${skill.name}/SKILL.md`) ? null : "its folder has another name";
}

export const skills: Group = {
  title: "Agent skills",
  checks: [
    createShapeCheck("skills.shape", SKILLS, SkillsIndex, "fits the discovery index 0.2.0"),
    {
      id: "skills.count",
      what: "At least three skills, each with a name of its own",
      todo: "Publish skills for the tasks that callers have.",
      run: (site) => {
        const names = needBody(site, SKILLS, SkillsIndex).skills.map(({ name }) => name);
        const count = new Set(names).size;
        return judge(count >= 3 && count === names.length ? [] : [`${names.join(", ")}`], `${count} skills`);
      },
    },
    {
      id: "skills.digest",
      what: "Every digest is the SHA-256 of the bytes that are served",
      todo: "Compute the digest from the very buffer that the route sends.",
      run: (site) =>
        everySkill(site, ({ digest }, { bytes }) => {
          const served = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
          return served === digest ? null : `${digest.slice(0, 19)}… in the index, ${served.slice(0, 19)}… served`;
        }),
    },
    {
      id: "skills.front-matter",
      what: "Name and description of a skill are those of the index, and its folder has its name",
      todo: "Make the index from the skills' own front matter.",
      run: (site) => everySkill(site, findFrontMatterFault),
    },
    {
      id: "skills.body",
      what: `A skill says when to use it and when not, in fewer than ${MAX_LINES} lines`,
      todo: "Add the sections, or move detail to another document.",
      run: (site) =>
        everySkill(site, (_skill, { text }) => {
          const lines = text.split("\n").length;
          if (lines >= MAX_LINES) return `${lines} lines`;
          const lacking = sections.find((title) => !new RegExp(`^#+ ${title}`, "im").test(text));
          return lacking ? `no section ${lacking}` : null;
        }),
    },
    {
      id: "skills.unknown",
      what: "An unknown skill is 404",
      todo: "Answer 404 for names that the index does not list.",
      run: async (site) => {
        const { status } = await site.fetcher.get({
          url: `${site.origin}/.well-known/agent-skills/no-such-skill/SKILL.md`,
        });
        return judge(status === 404 ? [] : [`answers ${status}`], "404");
      },
    },
  ],
};
