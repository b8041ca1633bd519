// Parses the command line before anything starts.
import { parseArgs } from "node:util";

const settings = {
  allowPositionals: true,
  options: {
    only: { type: "string" },
    smoke: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    port: { type: "string", default: "4380" },
    recordings: { type: "string" },
    minutes: { type: "string", default: "1" },
  },
} as const;

function readOptions() {
  const { values, positionals } = parseArgs(settings);
  const unknown = positionals.find((name) => name !== "soak");
  if (unknown !== undefined) throw new Error(`What is ${unknown}? There is soak, and --only.`);
  const [port, minutes] = [Number(values.port), Number(values.minutes)];
  // The run uses eleven consecutive ports.
  if (!Number.isInteger(port) || port < 1024 || port > 65_525) throw new Error("--port: a number from 1024 to 65525.");
  if (!(minutes > 0 && minutes <= 1440)) throw new Error("--minutes: a number above 0, 1440 at most.");
  return { ...values, port, minutes, isSoak: positionals.length > 0 };
}

function readOrExit() {
  try {
    return readOptions();
  } catch (error) {
    process.stderr.write(`bench: ${(error as Error).message}\n`);
    process.exit(2);
  }
}

export const options = readOrExit();
