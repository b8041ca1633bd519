// Debian's nginx with nothing but files, and the headers of ours: the measure of what the shipped front may cost.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nginx } from "../deploy/front.ts";
import type { Running } from "./servers.ts";

type Fields = Readonly<Record<string, Readonly<Record<string, string>>>>;

const toConfiguration = (files: string, port: number, fields: Fields) => `daemon off;
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
${Object.entries(fields).map(toLocation).join("\n")}
  }
}
`;

function toLocation([file, headers]: [string, Fields[string]]): string {
  const { "content-type": type, ...others } = headers;
  const lines = Object.entries(others).map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`);
  return `    location = /${file} { types {} default_type ${JSON.stringify(type)}; ${lines.join(" ")} }`;
}

/** Null where there is no nginx. */
export async function startNginx(files: string, port: number): Promise<Running | null> {
  if (nginx === null) return null;
  const folder = mkdtempSync(join(tmpdir(), "signpost-bench-nginx-"));
  const file = join(folder, "nginx.conf");
  const fields: Fields = JSON.parse(readFileSync(join(files, "headers.json"), "utf8"));
  writeFileSync(file, toConfiguration(files, port, fields));
  const user = process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  const child = spawn(nginx, ["-p", folder, "-c", file, "-e", "stderr", ...user], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const end = () => void child.kill("SIGTERM");
  process.once("exit", end);
  const origin = `http://localhost:${port}`;
  for (let tries = 0; tries < 100 && !(await isUp(`${origin}/llms.txt`)); tries++)
    await new Promise((wake) => setTimeout(wake, 50));
  return {
    origin,
    pid: child.pid ?? null,
    stop: async () => {
      process.off("exit", end);
      const ended = once(child, "close");
      end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isUp(origin: string): Promise<boolean> {
  return fetch(origin).then(
    () => true,
    () => false,
  );
}
