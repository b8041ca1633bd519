// What the command line of `signpost-verify` asks for.
import { parseArgs } from "node:util";

export const usage = `Usage: signpost-verify <url> [--swap <url>] [--json] [--external]

  <url>         base address of the deployment, such as https://example.org
  --swap <url>  base address of its swap site, where that has a host of its own
  --json        print one JSON document instead of a table
  --external    also ask the addresses of other sites that it names
  --help        print this

Exit code: 0 when no row fails, 1 when one does, 2 when the command cannot be understood.
`;

export class UsageError extends Error {}

export interface Command {
  readonly url: string;
  readonly swap: string | null;
  readonly json: boolean;
  readonly external: boolean;
  readonly help: boolean;
}

function parseOrigin(text: string | undefined, name: string): string {
  if (text === undefined) throw new UsageError(`${name} is missing: give a base address such as https://example.org.`);
  if (!URL.canParse(text))
    throw new UsageError(`${name} ${JSON.stringify(text)} is no address: write it with http:// or https://.`);
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) throw new UsageError(`${name} must be http or https, not ${url.protocol}`);
  if (`${url.origin}/` !== url.href)
    throw new UsageError(`${name} must be a base address: ${url.origin} without path, query or user.`);
  return url.origin;
}

/** @throws UsageError with the reason. */
export function parseCommand(args: readonly string[]): Command {
  const options = {
    swap: { type: "string" },
    json: { type: "boolean", default: false },
    external: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  } as const;
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true; args: string[] }>>;
  try {
    parsed = parseArgs({ options, allowPositionals: true, args: [...args] });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { values, positionals } = parsed;
  if (values.help) return { url: "", swap: null, json: false, external: false, help: true };
  if (positionals.length > 1)
    throw new UsageError(`One base address, not ${positionals.length}: the swap site's goes behind --swap.`);
  const swap = values.swap === undefined ? null : parseOrigin(values.swap, "--swap");
  return { url: parseOrigin(positionals[0], "<url>"), swap, json: values.json, external: values.external, help: false };
}
