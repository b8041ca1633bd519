// linkinator: every link and fragment of every page. Addresses of other origins are left to the operator.
import type { Measure } from "../measure.ts";
import type { Deployment } from "../servers.ts";
import { parseOutput, type Toolbox } from "../toolbox.ts";

interface Output {
  readonly links: readonly { url: string; status: number; state: "OK" | "BROKEN" | "SKIPPED"; parent?: string }[];
}

export async function scanLinks({ origin, pages }: Deployment, toolbox: Toolbox): Promise<Measure[]> {
  const addresses = pages.map((path) => `${origin}${path}`);
  const ran = await toolbox.run(
    "linkinator/build/src/cli.js",
    ...addresses,
    "--recurse",
    "--check-fragments",
    "--check-css",
    "--redirects=error",
    "--format=json",
    `--skip=^(?!${origin.replace(/[.]/g, "\\.")}(/|$))`,
  );
  const { links } = parseOutput<Output>(ran, "linkinator");
  const checked = links.filter(({ state }) => state !== "SKIPPED");
  return [
    {
      tool: "linkinator",
      version: toolbox.versionOf("linkinator"),
      score: null,
      threshold: null,
      scope: `${checked.length} links of ${pages.length} pages`,
      findings: checked
        .filter(({ state }) => state === "BROKEN")
        .map(({ url, status, parent }) => ({
          rule: `HTTP ${status}`,
          where: `${url.slice(origin.length)} on ${parent?.slice(origin.length) ?? "the start"}`,
          message: "broken",
        })),
    },
  ];
}
