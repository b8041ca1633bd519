// The published criteria of ASO, as of November 2026.
import { CARD, LINKSET, SECURITY, SKILLS, STATUS } from "../addresses.ts";
import { type Group, notClaimed, pass } from "../row.ts";
import { findResource, isStatus, needResource } from "../site.ts";
import { nameAiCrawlers } from "./crawlers.ts";
import { createScanner } from "./criterion.ts";
import { identity } from "./identity.ts";
import { pages } from "./pages.ts";

const { has, as, lacks } = createScanner("aso");

export const aso: Group = {
  title: "Scanner: ASO",
  checks: [
    has(
      "status",
      "A status document in JSON is named",
      'Publish it and name it by rel="status".',
      (site) =>
        site.resources.some((one) => isStatus(one) && one.answer.status === 200) ||
        [...site.external.keys()].some((url) => url.endsWith(STATUS)),
    ),
    has("pricing", "llms.txt names prices", "Link the prices.", (site) =>
      /pricing/i.test(needResource(site, "/llms.txt").answer.text),
    ),
    {
      id: "aso.security",
      what: "security.txt is published",
      todo: "Configure a contact.",
      run: (site) =>
        findResource(site, SECURITY) ? pass("published") : notClaimed("no contact is configured, and none is invented"),
    },
    has("card", "A server card is published", "Publish it.", (site) => findResource(site, CARD) !== null),
    has("skills", "Agent skills are published", "Publish their index.", (site) => findResource(site, SKILLS) !== null),
    has(
      "ai-bots",
      "robots.txt names at least three AI crawlers",
      "Add groups for them.",
      (site) => nameAiCrawlers(site).length >= 3,
    ),
    has("api-catalog", "An API catalog is published", "Publish it.", (site) => findResource(site, LINKSET) !== null),
    as("json-ld", "JSON-LD is in the pages", pages, "pages.json-ld"),
    as("name", "One name everywhere", identity, "identity.name"),
    as("version", "One version everywhere", identity, "identity.version"),
    lacks("auth-md", "/auth.md describes registration", "there is no registration"),
    lacks("a2a", "An A2A agent card", "there is no A2A endpoint"),
    lacks("payments", "Payment manifests", "nothing is sold or paid here"),
  ],
};
