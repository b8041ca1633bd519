// `npm run verify -- <url> [--swap <url>] [--json] [--external]`, or signpost-verify: checks a deployment from outside.
// Exit code 0 if no row fails, 1 if one does, 2 if the command line is wrong.
import { type Command, parseCommand, UsageError, usage } from "./command.ts";
import { escapeControls, reportLines } from "./report.ts";
import { verify } from "./run.ts";

async function run({ help, json, ...options }: Command): Promise<number> {
  if (help) {
    process.stdout.write(usage);
    return 0;
  }
  const report = await verify({ ...options, tell: (line) => process.stderr.write(`${line}\n`) });
  const lines = json ? JSON.stringify(report, null, 2).split("\n").map(escapeControls) : reportLines(report);
  process.stdout.write(`${lines.join("\n")}\n`);
  return report.counts.fail > 0 ? 1 : 0;
}

try {
  process.exitCode = await run(parseCommand(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
}
