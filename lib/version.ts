// One product version for every manifest; it names no network and reads nothing.
import manifest from "../package.json" with { type: "json" };

/** Version of the server and of its tool shapes (CHANGELOG.md): `serverInfo.version`, the server card, the status document. */
export const VERSION: string = manifest.version;
