// The version of the server. CHANGELOG.md says what changed for clients in each version.
import manifest from "../package.json" with { type: "json" };

export const VERSION: string = manifest.version;
