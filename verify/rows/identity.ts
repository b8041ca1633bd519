// One name, one version and one contact in everything that is published.
import { CARD, CATALOG, PLUGIN, STATUS } from "../addresses.ts";
import { Missing } from "../missing.ts";
import { type Group, judge } from "../row.ts";
import { AiCatalog, findFaults, needBody, OpenApi, Plugin, ServerCard, Status } from "../shapes.ts";
import { findResource, getTwins, type Resource, readMarkdown, type Site } from "../site.ts";
import { readLlms } from "./llms.ts";
import { readThings } from "./pages.ts";

type Named = readonly [where: string, value: string | undefined];

/** A document's statement. Undefined if it is missing or malformed, which another row reports. */
function attempt(read: () => string | undefined): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function listNames(site: Site): readonly Named[] {
  const home = findResource(site, "/");
  return [
    ["llms.txt", attempt(() => readLlms(site).headings[0])],
    ["server card", attempt(() => needBody(site, CARD, ServerCard).title)],
    ["AI catalog", attempt(() => needBody(site, CATALOG, AiCatalog).host.displayName)],
    ["OpenAPI", attempt(() => needBody(site, "/openapi.json", OpenApi).info.title)],
    ["plugin manifest", attempt(() => needBody(site, PLUGIN, Plugin).name_for_human)],
    ["JSON-LD", attempt(() => (home ? nameOrganization(home) : undefined))],
  ];
}

function nameOrganization(page: Resource): string | undefined {
  const organization = readThings(page).find((thing) => thing["@type"] === "Organization");
  return typeof organization?.name === "string" ? organization.name : undefined;
}

function listVersions(site: Site): readonly Named[] {
  const statuses = site.origins.flatMap((origin) => findResource(site, STATUS, origin) ?? []);
  return [
    ["server card", attempt(() => needBody(site, CARD, ServerCard).version)],
    ...statuses.map(
      ({ answer, label }): Named => [
        label,
        findFaults(Status, answer).length > 0 ? undefined : Status.parse(JSON.parse(answer.text)).version,
      ],
    ),
    ...getTwins(site).map(
      ({ twin }): Named => [twin.label, readMarkdown(twin).frontMatter?.entries.get("doc_version")],
    ),
  ];
}

function judgeAgreement(named: readonly Named[]) {
  const said = named.filter(([, value]) => value !== undefined);
  if (said.length < 2) throw new Missing("fewer than two documents give one");
  const first = said[0]?.[1];
  const other = said.filter(([, value]) => value !== first);
  return judge(
    other.map(([where, value]) => `${where} says ${value}, ${said[0]?.[0]} says ${first}`),
    `${first} in ${said.length} places`,
  );
}

export const identity: Group = {
  title: "Identity",
  checks: [
    {
      id: "identity.name",
      what: "llms.txt, the manifests and JSON-LD give one name",
      todo: "Take the name from one setting.",
      run: (site) => judgeAgreement(listNames(site)),
    },
    {
      id: "identity.version",
      what: "The card, the status document and every twin give one version",
      todo: "Take the version from one constant.",
      run: (site) => judgeAgreement(listVersions(site)),
    },
  ],
};
