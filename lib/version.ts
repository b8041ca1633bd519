// The version of the product, from package.json.
import manifest from "../package.json" with { type: "json" };

/** Version of the server and of its tool shapes (CHANGELOG.md). */
export const VERSION: string = manifest.version;
