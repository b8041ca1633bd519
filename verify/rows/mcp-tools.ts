// The tools, resources and prompts of the MCP endpoint, and the documents that name them.
import { LINKSET } from "../addresses.ts";
import { call, findOldVersion, initialize, isModern, listEras, listTools, readRemote } from "../mcp-client.ts";
import { Missing } from "../missing.ts";
import { every, type Group, judge } from "../row.ts";
import { Linkset, needBody } from "../shapes.ts";
import { getDocuments, mediaType, needResource, type Resource, readHtml, type Site } from "../site.ts";

/** The endpoint's documentation, as the API catalog names it. */
function needDocumentation(site: Site): Resource {
  const endpoint = readRemote(site).url;
  const context = needBody(site, LINKSET, Linkset).linkset.find(({ anchor }) => anchor === endpoint) as
    | Record<string, { href: string }[]>
    | undefined;
  const url = context?.["service-doc"]?.[0]?.href;
  const found = site.resources.find((one) => one.url === url && one.answer.status === 200);
  if (!found) throw new Missing(`${url ?? "the endpoint's documentation"} is not among this site's documents`);
  return found;
}

/** Tools that a text does not name, and names in it that look like tools but are not. */
async function findNameFaults(site: Site, text: string): Promise<readonly string[]> {
  const names = (await listTools(site, findOldVersion(site))).map(({ name }) => name);
  const verbs = new Set(names.map((name) => name.split("_")[0]));
  const written = new Set(text.match(/\b[a-z]+(?:_[a-z]+)+\b/g));
  const stale = [...written].filter((name) => verbs.has(name.split("_")[0]) && !names.includes(name));
  return [
    ...names.filter((name) => !written.has(name)).map((name) => `${name} is not named`),
    ...stale.map((name) => `${name} is no tool`),
  ];
}

/** Calls a tool that needs no argument. Text and structured answer must agree. */
async function findCallFaults(site: Site): Promise<readonly string[]> {
  const tools = await listTools(site, findOldVersion(site));
  const tool = tools.find(({ inputSchema }) => (inputSchema?.required ?? []).length === 0);
  if (!tool) return [];
  const faults: string[] = [];
  for (const version of listEras(site)) {
    const { result, error } = await call(site, version, "tools/call", { name: tool.name, arguments: {} });
    if (!result) faults.push(`${tool.name} in ${version}: ${error?.message ?? "no result"}`);
    else if (!result.content?.some(({ type, text }) => type === "text" && text))
      faults.push(`${tool.name} in ${version}: no text`);
    else if (result.structuredContent === undefined) faults.push(`${tool.name} in ${version}: no structuredContent`);
    if (result && isModern(version) && result.resultType !== "complete")
      faults.push(`${tool.name} in ${version}: no resultType`);
  }
  return faults;
}

export const mcpTools: Group = {
  title: "MCP tools",
  checks: [
    {
      id: "mcp.tools",
      what: "tools/list is the same in every protocol version",
      todo: "Register the tools once for all versions.",
      run: async (site) => {
        const { versions } = readRemote(site);
        const lists = await Promise.all(versions.map((version) => listTools(site, version)));
        const shown = lists.map((list) =>
          JSON.stringify(list.map(({ name, description, inputSchema }) => [name, description, inputSchema])),
        );
        return judge(
          versions
            .filter((_, index) => shown[index] !== shown[0])
            .map((version) => `${version} differs from ${versions[0]}`),
          `${lists[0]?.length ?? 0} tools in ${versions.length} versions`,
        );
      },
    },
    {
      id: "mcp.read-only",
      what: "Every tool is annotated as read-only and its input is closed",
      todo: "Set readOnlyHint: true, destructiveHint: false and additionalProperties: false.",
      run: async (site) =>
        every(await listTools(site, findOldVersion(site)), "tools", ({ name, annotations, inputSchema }) => {
          if (annotations?.readOnlyHint !== true || annotations.destructiveHint !== false)
            return `${name} is not annotated`;
          return inputSchema?.type === "object" && inputSchema.additionalProperties === false
            ? null
            : `${name}: open input`;
        }),
    },
    {
      id: "mcp.call",
      what: "A tool answers in text and in structure, in both eras",
      todo: "Return content and structuredContent made from one object.",
      run: async (site) => judge(await findCallFaults(site), `${listEras(site).length} calls`),
    },
    {
      id: "mcp.lists",
      what: "Every declared capability answers its list",
      todo: "Answer the list, or do not declare the capability.",
      run: async (site) => {
        const version = findOldVersion(site);
        const { result } = await initialize(site, version);
        const declared = ["tools", "resources", "prompts"].filter((name) => name in (result?.capabilities ?? {}));
        return every(declared, "capabilities", async (name) => {
          const { result: list, error } = await call(site, version, `${name}/list`);
          return Array.isArray(list?.[name]) ? null : `${name}/list: ${error?.message ?? "no list"}`;
        });
      },
    },
    {
      id: "mcp.agents-md",
      what: "AGENTS.md names every tool, and none that is not there",
      todo: "Generate its list of tools.",
      run: async (site) => judge(await findNameFaults(site, needResource(site, "/AGENTS.md").answer.text), "all tools"),
    },
    {
      id: "mcp.documentation",
      what: "The endpoint's documentation names every tool, and none that is not there",
      todo: "Generate its list of tools.",
      run: async (site) =>
        judge(await findNameFaults(site, readHtml(needDocumentation(site)).text), needDocumentation(site).label),
    },
    {
      id: "mcp.in-page",
      what: "A page registers tools with an agent in the browser (WebMCP)",
      todo: "Register the read-only tools with modelContext after a feature test.",
      run: (site) => {
        const { scripts, assets } = readHtml(needResource(site, "/"));
        // The page's head or one of its own scripts names the address.
        const isLoaded = ({ url, path }: Resource) =>
          assets.includes(url) || scripts.some((one) => one.includes(`"${path}"`));
        const loaded = site.resources.filter((one) => one.answer.status === 200 && isLoaded(one));
        const found = [...scripts, ...loaded.map(({ answer }) => answer.text)].some(
          (script) => /modelContext\b/.test(script) && /registerTool\??\.?\(/.test(script),
        );
        return judge(found ? [] : ["no script of / calls registerTool of modelContext"], "a script of /");
      },
    },
    {
      id: "mcp.in-page-tools",
      what: "The script that registers tools in the page names every tool, and none that is not there",
      todo: "Generate its list of tools.",
      run: async (site) => {
        const bridges = getDocuments(site).filter(
          (one) => /javascript/.test(mediaType(one.answer)) && /registerTool/.test(one.answer.text),
        );
        return every(bridges, "scripts", async ({ label, answer }) => {
          const faults = await findNameFaults(site, answer.text);
          return faults.length === 0 ? null : `${label}: ${faults.join(", ")}`;
        });
      },
    },
  ],
};
