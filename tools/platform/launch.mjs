// One process of a bundle: loads its handler, serves it on a free port of loopback, and tells the port to who started it.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { createRequestListener } from "@remix-run/node-fetch-server";

const load = createRequire(`${process.argv[2]}/`);
const { handler, useWebApi } = load("./.vc-config.json");
const entry = load(`./${handler}`);
/** The middleware takes a Request and returns a Response. */
const listen = useWebApi ? createRequestListener((request) => entry(request)) : entry;

// The runner ends the connections. A process that is thawed, or late, would end one just as a call comes.
const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
  try {
    await listen(request, response);
  } catch (error) {
    process.stderr.write(`${error?.stack ?? error}\n`);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address().port));
process.once("disconnect", () => process.exit(0));
