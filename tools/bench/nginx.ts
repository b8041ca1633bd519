// Debian's nginx with plain files and our headers. It shows what the shipped front may cost.
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nginx, runNginx } from "../../deploy/front.ts";
import type { Running } from "./running.ts";

type Fields = Readonly<Record<string, Readonly<Record<string, string>>>>;

const nginxConfiguration = (files: string, port: number, fields: Fields) => `daemon off;
pid nginx.pid;
error_log stderr error;
worker_processes auto;
events {}
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=100;
  server {
    listen 127.0.0.1:${port};
    root ${files};
${Object.entries(fields).map(nginxLocation).join("\n")}
  }
}
`;

function nginxLocation([file, headers]: [string, Fields[string]]): string {
  const { "content-type": type, ...others } = headers;
  const lines = Object.entries(others).map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`);
  return `    location = /${file} { types {} default_type ${JSON.stringify(type)}; ${lines.join(" ")} }`;
}

/** Null if nginx is missing. */
export async function startNginx(files: string, port: number): Promise<Running | null> {
  if (nginx === null) return null;
  const folder = mkdtempSync(join(tmpdir(), "signpost-bench-nginx-"));
  const fields: Fields = JSON.parse(readFileSync(join(files, "headers.json"), "utf8"));
  const { processId, stop } = await runNginx({ folder, configuration: nginxConfiguration(files, port, fields), port });
  return { origin: `http://localhost:${port}`, pid: processId, stop };
}
