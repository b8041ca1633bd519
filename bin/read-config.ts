import nextEnv from "@next/env";
import { type Config, ConfigError, config } from "../lib/config.ts";

export function readConfig(): Config {
  const writeError = (text: unknown) => process.stderr.write(`${text}\n`);
  nextEnv.loadEnvConfig(process.cwd(), false, { info: () => undefined, error: writeError });
  try {
    return config();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    writeError(error.message);
    process.exit(1);
  }
}
