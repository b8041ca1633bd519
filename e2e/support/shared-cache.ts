// A real shared cache on loopback: Debian's nginx before the built server, with its own cache folder.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programs } from "./programs.ts";
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

export async function startSharedCache(
  origin: string,
  rules: CacheRules = {},
): Promise<SharedCache> {
  const folder = mkdtempSync(join(tmpdir(), "shared-cache-"));
  const port = await findFreePort();
  const configuration = nginxConfiguration(folder, port, new URL(origin).host, rules);
  const stop = await runNginx(folder, configuration, port);
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  return {
    get: (path, accept) => ask(agent, port, path, accept),
    stop() {
      agent.destroy();
      return stop();
    },
  };
}

/** On Linux: ends nginx when this process ends, even if it is killed. */
const endWithParent = existsSync("/usr/bin/setpriv")
  ? ["/usr/bin/setpriv", "--pdeathsig", "TERM"]
  : [];

/** Resolves when nginx listens, with what ends it. @throws Error with its output when it ends before that. */
async function runNginx(
  folder: string,
  configuration: string,
  port: number,
): Promise<() => Promise<void>> {
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration);
  // Started by root, nginx would give its workers another user, who may not write to this folder.
  const user = process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  const [command = "", ...args] = [
    ...endWithParent,
    `${programs.nginx.file}`,
    "-p",
    folder,
    "-c",
    file,
    "-e",
    "stderr",
  ];
  const child = spawn(command, [...args, ...user], { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output = `${output}${chunk}`.slice(-4000);
  });
  const ended = once(child, "close");
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  while (!(await isListening(port))) {
    await new Promise((wake) => setTimeout(wake, 50));
    if (child.exitCode === null && child.signalCode === null) continue;
    await stop();
    throw new Error(`nginx ended with ${child.exitCode ?? child.signalCode}:\n${output}`);
  }
  return stop;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isOpen = await Promise.race([once(socket, "connect"), once(socket, "error")]).then(
    (event) => !(event[0] instanceof Error),
    () => false,
  );
  socket.destroy();
  return isOpen;
}

function nginxConfiguration(
  folder: string,
  port: number,
  upstream: string,
  { greedy, ignoreVary }: CacheRules,
): string {
  const ignored = [
    ...(greedy ? ["Cache-Control", "Expires"] : []),
    ...(ignoreVary ? ["Vary"] : []),
  ];
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
