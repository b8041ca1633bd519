// Runs scripted nodes and an indexer: main.ts [thorchain|mayachain|sample] [port]. Prints the URL.
import { presets } from "../../../lib/protocol/values/chains.ts";
import { createSampleTransport } from "../../../lib/sample/transport.ts";
import { readFixture } from "./read-fixture.ts";
import { startUpstream } from "./server.ts";

const [network = "thorchain", port = "0"] = process.argv.slice(2);
if (network !== "thorchain" && network !== "mayachain" && network !== "sample")
  throw new Error(`no network ${network}`);
const isSample = network === "sample";
const upstream = await startUpstream({
  scene: readFixture(isSample ? "thorchain" : network),
  ...(isSample && { embedded: createSampleTransport(Date.now, presets.thorchain) }),
  port: Number(port),
});
process.stdout.write(`${upstream.url}\n`);
