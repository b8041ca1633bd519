// Catalogs and manifests: AI catalog, API catalog, plugin manifest, status, security.txt, and their aliases.
import { aliases, CATALOG, LINKSET, PLUGIN, SECURITY } from "../addresses.ts";
import { type Check, every, fail, type Group, judge, notClaimed, pass, skip } from "../row.ts";
import { AiCatalog, findFaults, Linkset, needBody, Plugin, Status } from "../shapes.ts";
import { findResource, getLinks, isStatus, needResource, type Site } from "../site.ts";

const DAY_MS = 86_400_000;

/** A row for the shape of a JSON document. If it is missing, a row that says so. */
export function createShapeCheck(
  id: string,
  path: string,
  shape: Parameters<typeof findFaults>[0],
  rule: string,
): Check {
  return {
    id,
    what: `${path} is published, and ${rule}`,
    todo: "Publish it, and correct the members that the row names.",
    run: (site) => {
      const found = findResource(site, path);
      return found
        ? judge(findFaults(shape, found.answer), `${found.answer.bytes.byteLength} bytes`)
        : fail(`${path} does not answer 200`);
    },
  };
}

const aliasHeaders = ["content-type", "cache-control", "etag", "access-control-allow-origin"];

function findAliasFaults(site: Site): readonly string[] {
  return aliases.flatMap(([original = "", ...others]) => {
    const first = findResource(site, original);
    return others.flatMap((path) => {
      const alias = findResource(site, path);
      if (!first || !alias) return [`${first ? path : original} does not answer 200`];
      if (!alias.answer.bytes.equals(first.answer.bytes)) return [`${path} differs from ${original}`];
      const other = aliasHeaders.filter((name) => alias.answer.headers[name] !== first.answer.headers[name]);
      return other.length === 0 ? [] : [`${path}: ${other.join(", ")} differ from ${original}`];
    });
  });
}

type Context = { anchor: string; [relation: string]: unknown };
const targets = (context: Context | undefined, relation: string) => (context?.[relation] ?? []) as { href: string }[];

function findLinksetFaults(site: Site): readonly string[] {
  const contexts: Context[] = needBody(site, LINKSET, Linkset).linkset;
  const catalog = contexts.find(({ anchor }) => anchor === `${site.origin}${LINKSET}`);
  const services = contexts.filter((context) => "service-desc" in context);
  const faults: string[] = [];
  if (targets(catalog, "item").length === 0) faults.push("no context of the catalog itself with item");
  if (services.length === 0) faults.push("no context of an API with service-desc");
  for (const context of services) {
    const lacking = ["service-doc", "status"].filter((relation) => targets(context, relation).length === 0);
    if (lacking.length > 0) faults.push(`${context.anchor}: no ${lacking.join(", ")}`);
  }
  return faults;
}

async function findCatalogLinkFaults(site: Site): Promise<readonly string[]> {
  const url = `${site.origin}${LINKSET}`;
  const answers = [needResource(site, LINKSET).answer, await site.fetcher.get({ url, method: "HEAD" })];
  return answers
    .filter((answer) => !getLinks(answer).some(({ rel, href }) => rel === "api-catalog" && href === url))
    .map(({ method }) => `${method} has no Link with rel="api-catalog"`);
}

function findSecurityFaults(site: Site): readonly string[] {
  const { text } = needResource(site, SECURITY).answer;
  const values = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}: (.+)$`, "gim"))].map(([, value]) => value ?? "");
  const faults: string[] = [];
  const contacts = values("contact");
  if (contacts.length === 0 || contacts.some((contact) => !/^(mailto:|https:|tel:)/.test(contact)))
    faults.push("no Contact as an address");
  const [expires, ...more] = values("expires");
  const days = (Date.parse(expires ?? "") - site.startedAt.getTime()) / DAY_MS;
  if (more.length > 0 || !(days > 0 && days < 366)) faults.push(`Expires ${expires ?? "absent"}`);
  else if (days < 30) faults.push(`Expires in ${Math.floor(days)} days`);
  if (!values("canonical").includes(`${site.origin}${SECURITY}`)) faults.push("Canonical is not this address");
  return faults;
}

export const catalogs: Group = {
  title: "Catalogs and manifests",
  checks: [
    createShapeCheck(
      "ai-catalog.shape",
      CATALOG,
      AiCatalog,
      "fits AI Catalog 1.0 and ARD: nothing beside specVersion, host, entries",
    ),
    {
      id: "ai-catalog.identifiers",
      what: "Every entry of the AI catalog has an identifier and an address of its own",
      todo: "Give each entry a unique urn:air identifier.",
      run: (site) => {
        const { entries } = needBody(site, CATALOG, AiCatalog);
        const keys = entries.flatMap(({ identifier, url }) => [identifier, url]);
        return judge(
          keys.filter((key, index) => keys.indexOf(key) !== index),
          `${entries.length} entries`,
        );
      },
    },
    {
      id: "catalogs.aliases",
      what: "Every alias answers the bytes and headers of its original",
      todo: "Serve all names of a document by one handler, without a redirect.",
      run: (site) => judge(findAliasFaults(site), `${aliases.flat().length - aliases.length} aliases`),
    },
    createShapeCheck("api-catalog.shape", LINKSET, Linkset, "is a linkset (RFC 9264)"),
    {
      id: "api-catalog.contexts",
      what: "The API catalog has its own context with item, and one for each API with service-desc, service-doc, status",
      todo: "Write both kinds of context (RFC 9727, RFC 8631).",
      run: (site) => judge(findLinksetFaults(site), `${needBody(site, LINKSET, Linkset).linkset.length} contexts`),
    },
    {
      id: "api-catalog.link",
      what: 'GET and HEAD of the API catalog carry Link with rel="api-catalog"',
      todo: "Send the relation with both methods (RFC 9727, 3).",
      run: async (site) => judge(await findCatalogLinkFaults(site), "GET and HEAD"),
    },
    createShapeCheck(
      "plugin.shape",
      PLUGIN,
      Plugin,
      "has the members of the retired manifest format within their limits",
    ),
    {
      id: "plugin.contact",
      what: "The plugin manifest names a contact",
      todo: "Configure a contact, or leave the member out.",
      run: (site) => {
        const { contact_email } = needBody(site, PLUGIN, Plugin);
        return contact_email ? pass(contact_email) : notClaimed("no contact is configured, and none is invented");
      },
    },
    {
      id: "status.shape",
      what: "The status document is application/health+json with pass, warn or fail",
      todo: "Publish it, and correct the members that the row names.",
      run: (site) => {
        const found = site.resources.filter((one) => isStatus(one) && one.answer.status === 200);
        if (found.length === 0)
          return site.swap === null && site.resources.length > 0
            ? skip("no status document on this origin")
            : fail("none answers 200");
        return judge(
          found.flatMap(({ answer }) => findFaults(Status, answer)),
          `${found.length} document`,
        );
      },
    },
    {
      id: "status.times",
      what: "The times of the status document are observations: none is in the future",
      todo: "Report the time of what was observed.",
      run: (site) =>
        every(
          site.resources.filter(
            (one) => isStatus(one) && one.answer.status === 200 && findFaults(Status, one.answer).length === 0,
          ),
          "status documents",
          ({ answer, label }) => {
            const { checks = {}, updated } = Status.parse(JSON.parse(answer.text));
            const times = Object.values(checks)
              .flat()
              .flatMap(({ time }) => (time ? [Date.parse(time)] : []));
            if (updated !== undefined) times.push(updated * 1000);
            const late = times.find((time) => time > Date.now() + 60_000);
            return late === undefined ? null : `${label}: ${new Date(late).toISOString()}`;
          },
        ),
    },
    {
      id: "security.form",
      what: "security.txt names a contact, its own address, and expires in 30 days to a year (RFC 9116)",
      todo: "Correct the field that the row names.",
      run: (site) =>
        findResource(site, SECURITY)
          ? judge(findSecurityFaults(site), "Contact, Expires, Canonical")
          : notClaimed("no contact is configured, so none is published"),
    },
  ],
};
