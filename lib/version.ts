// The version of the server and of its tool shapes (CHANGELOG.md).
import manifest from "../package.json" with { type: "json" };

export const VERSION: string = manifest.version;
