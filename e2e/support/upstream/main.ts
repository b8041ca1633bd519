// Runs the scripted upstream as a process: main.ts [thorchain|mayachain] [port] [folder of recordings]. Prints its URL.
import { readFixture } from "./read-fixture.ts";
import { readRecordings } from "./read-recordings.ts";
import { startUpstream } from "./server.ts";

const [network = "thorchain", port = "0", recordings] = process.argv.slice(2);
if (network !== "thorchain" && network !== "mayachain") throw new Error(`no network ${network}`);
const scene = recordings ? readRecordings(recordings, network) : readFixture(network);
const upstream = await startUpstream({ scene, port: Number(port) });
process.stdout.write(`${upstream.url}\n`);
