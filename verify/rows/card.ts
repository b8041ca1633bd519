// The MCP server card, compared with the live endpoint.
import { CARD, withAliases } from "../addresses.ts";
import { call, initialize, isModern, listTools, readRemote } from "../mcp-client.ts";
import { parseNames } from "../parse/cache-control.ts";
import { every, type Group, judge, pass } from "../row.ts";
import { findFaults, Problem, ServerCard } from "../shapes.ts";
import { findResource, needResource, type Site } from "../site.ts";
import { createShapeCheck } from "./catalogs.ts";

async function findVersionFaults(site: Site): Promise<readonly string[]> {
  const { versions } = readRemote(site);
  const faults = await Promise.all(
    versions.map(async (version) => {
      if (!isModern(version)) {
        const { result } = await initialize(site, version);
        return result?.protocolVersion === version
          ? []
          : [`initialize ${version} is answered ${result?.protocolVersion ?? "with an error"}`];
      }
      const { result } = await call(site, version, "server/discover");
      return result?.supportedVersions?.includes(version)
        ? []
        : [`server/discover of ${version}: ${result?.supportedVersions?.join() ?? "an error"}`];
    }),
  );
  const { error } = await call(site, "2099-01-01", "tools/list");
  const supported = error?.data?.supported ?? [];
  const unnamed = supported.filter((version) => !versions.includes(version));
  return [...faults.flat(), ...unnamed.map((version) => `${version} is served and not in the card`)];
}

async function findIdentityFaults(site: Site): Promise<readonly string[]> {
  const { card, versions } = readRemote(site);
  const faults = await Promise.all(
    versions.map(async (version) => {
      const { result } = isModern(version)
        ? await call(site, version, "server/discover")
        : await initialize(site, version);
      const info =
        result?.serverInfo ??
        (result?._meta?.["io.modelcontextprotocol/serverInfo"] as { name: string; version: string } | undefined);
      if (info?.version !== card.version)
        return [`${version}: the endpoint calls itself ${info?.version ?? "nothing"}, the card ${card.version}`];
      return card.serverInfo && info.name !== card.serverInfo.name
        ? [`${version}: name ${info.name}, not ${card.serverInfo.name}`]
        : [];
    }),
  );
  return faults.flat();
}

async function findToolFaults(site: Site): Promise<readonly string[]> {
  const { card, versions } = readRemote(site);
  const served = await listTools(site, versions.find((version) => !isModern(version)) ?? versions[0] ?? "");
  const faults = served
    .filter(({ name }) => !card.tools?.some((tool) => tool.name === name))
    .map(({ name }) => `${name} is not in the card`);
  for (const { name, description } of card.tools ?? []) {
    const tool = served.find((one) => one.name === name);
    if (!tool) faults.push(`${name} is in the card alone`);
    else if (tool.description !== description) faults.push(`${name} has another description`);
  }
  return faults;
}

async function findPostFault(site: Site, path: string): Promise<string | null> {
  const url = `${site.origin}${path}`;
  const answer = await site.fetcher.get({
    url,
    method: "POST",
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    headers: { "Content-Type": "application/json" },
  });
  const allowed = parseNames(answer.headers.allow);
  if (answer.status !== 405 || !allowed.includes("get"))
    return `${path}: ${answer.status}, Allow ${answer.headers.allow ?? "absent"}`;
  if (findFaults(Problem, answer).length > 0) return `${path}: no problem body`;
  return answer.text.includes(new URL(readRemote(site).url).pathname)
    ? null
    : `${path}: the problem does not name the endpoint`;
}

export const card: Group = {
  title: "Server card",
  checks: [
    createShapeCheck(
      "card.shape",
      CARD,
      ServerCard,
      "fits the server card's schema, its description within 100 characters",
    ),
    {
      id: "card.headers",
      what: "The card may be read by scripts of any site",
      todo: "Send Access-Control-Allow-Origin: *, -Allow-Methods: GET, -Allow-Headers: *, and expose ETag; answer its preflight.",
      run: async (site) => {
        const { answer, url } = needResource(site, CARD);
        const preflight = await site.fetcher.get({
          url,
          method: "OPTIONS",
          headers: { Origin: "https://agent.example", "Access-Control-Request-Method": "GET" },
        });
        const faults =
          answer.headers["access-control-allow-origin"] === "*" ? [] : ["Access-Control-Allow-Origin is not *"];
        if (!parseNames(answer.headers["access-control-expose-headers"]).includes("etag"))
          faults.push("ETag is not exposed");
        if (!parseNames(preflight.headers["access-control-allow-methods"]).includes("get"))
          faults.push("the preflight does not allow GET");
        if (preflight.headers["access-control-allow-headers"] !== "*")
          faults.push("the preflight does not allow every header");
        return judge(faults, "GET and preflight");
      },
    },
    {
      id: "card.post",
      what: "A message sent to the card is refused with 405 and a problem that names the endpoint",
      todo: "Answer POST with 405, Allow: GET, HEAD and a problem whose hint names the endpoint.",
      run: (site) =>
        every(
          withAliases(CARD).filter((path) => findResource(site, path)),
          "card addresses",
          (path) => findPostFault(site, path),
        ),
    },
    {
      id: "card.endpoint",
      what: "All members of the card name one endpoint",
      todo: "Write the same address in remotes, serverUrl and transport.",
      run: (site) => {
        const { card: body, url } = readRemote(site);
        const endpoint = (body.transport as { endpoint?: string } | undefined)?.endpoint;
        const other = [body.serverUrl, endpoint].filter((one) => one !== undefined && one !== url);
        return other.length === 0 ? pass(url) : judge([`${other.join(", ")} beside ${url}`], "");
      },
    },
    {
      id: "card.versions",
      what: "The card lists exactly the protocol versions that the endpoint serves",
      todo: "Make the card's list and the endpoint from one constant.",
      run: async (site) => judge(await findVersionFaults(site), readRemote(site).versions.join(", ")),
    },
    {
      id: "card.identity",
      what: "Name and version in the card are those on the wire, in each version",
      todo: "Make both from one constant.",
      run: async (site) => judge(await findIdentityFaults(site), `version ${readRemote(site).card.version}`),
    },
    {
      id: "card.tools",
      what: "The card lists the tools that the endpoint has, with their descriptions",
      todo: "Generate the card's tools from the endpoint's.",
      run: async (site) => judge(await findToolFaults(site), `${readRemote(site).card.tools?.length ?? 0} tools`),
    },
  ],
};
