// One process of a bundle: loads its handler, serves it on a free port of loopback, and tells the port to who started it.
import { createServer } from "node:http";
import { createRequire } from "node:module";

const [folder, handler, api] = process.argv.slice(2);
const entry = createRequire(`${folder}/`)(`./${handler}`);

/** The middleware takes a Request and returns a Response. */
async function serveWeb(request, response) {
  const url = `http://${request.headers.host}${request.url}`;
  const headers = Object.entries(request.headers).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  const answer = await entry(new Request(url, { method: request.method, headers }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

// The runner ends the connections. A process that is thawed, or late, would end one just as a call comes.
const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
  Promise.resolve(api === "web" ? serveWeb(request, response) : entry(request, response)).catch((error) => {
    process.stderr.write(`${error?.stack ?? error}\n`);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));
process.once("disconnect", () => process.exit(0));
