// node:http with the files in memory and nothing else. Arguments: port.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const folder = process.env.BENCH_BYTES;
const fields = JSON.parse(readFileSync(join(folder, "headers.json"), "utf8"));
const files = new Map(
  Object.entries(fields).map(([name, headers]) => {
    const bytes = readFileSync(join(folder, name));
    return [`/${name}`, { bytes, headers: { ...headers, "Content-Length": bytes.byteLength, ETag: '"tag"' } }];
  }),
);

createServer((request, response) => {
  const file = files.get(request.url);
  if (!file) response.writeHead(404).end();
  else if (request.headers["if-none-match"] === '"tag"') response.writeHead(304, { ETag: '"tag"' }).end();
  else response.writeHead(200, file.headers).end(file.bytes);
}).listen(Number(process.argv[2]), "127.0.0.1", () => process.stdout.write("ready\n"));
