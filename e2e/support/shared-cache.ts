// A real shared cache on loopback: Debian's nginx before the built server, with its own cache folder.
import { mkdtempSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runNginx } from "../../deploy/front.ts";
import { findFreePort } from "./start-process.ts";

export interface CacheRules {
  /** Stores every 200 for an hour and ignores Cache-Control. So only Vary keeps representations apart. */
  readonly greedy?: boolean;
  readonly ignoreVary?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** HIT, MISS, EXPIRED …; empty if the response cannot be cached. */
  readonly cache: string;
}

export interface SharedCache {
  get(path: string, accept: string): Promise<Answer>;
  stop(): Promise<void>;
}

export async function startSharedCache(origin: string, rules: CacheRules = {}): Promise<SharedCache> {
  const folder = mkdtempSync(join(tmpdir(), "shared-cache-"));
  const port = await findFreePort();
  const configuration = nginxConfiguration(folder, port, new URL(origin).host, rules);
  const { stop } = await runNginx({ folder, configuration, port });
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  return {
    get: (path, accept) => ask(agent, port, path, accept),
    stop() {
      agent.destroy();
      return stop();
    },
  };
}

function nginxConfiguration(
  folder: string,
  port: number,
  upstream: string,
  { greedy, ignoreVary }: CacheRules,
): string {
  const ignored = [...(greedy ? ["Cache-Control", "Expires"] : []), ...(ignoreVary ? ["Vary"] : [])];
  return `daemon off;
pid ${folder}/nginx.pid;
worker_processes 1;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/cache keys_zone=documents:8m inactive=1h;
  upstream origin { server ${upstream}; keepalive 16; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://origin;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host ${upstream};
      proxy_cache documents;
      ${greedy ? "proxy_cache_valid 200 1h;" : ""}
      ${ignored.length > 0 ? `proxy_ignore_headers ${ignored.join(" ")};` : ""}
      add_header X-Cache $upstream_cache_status always;
    }
  }
}
`;
}

function ask(agent: Agent, port: number, path: string, accept: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ agent, host: "127.0.0.1", port, path, headers: { accept } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"] ?? "",
          body: Buffer.concat(chunks).toString("utf8"),
          cache: String(response.headers["x-cache"] ?? ""),
        }),
      );
    })
      .once("error", reject)
      .end();
  });
}
