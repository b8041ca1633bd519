// A real Redis server for specs, on its own port, with nothing on disk.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";

const places = ["/usr/bin/redis-server", "/usr/local/bin/redis-server", "/opt/homebrew/bin/redis-server"];
export const redisBinary = places.find(existsSync);

export const redisUrl = (port: number) => `redis://:secret@127.0.0.1:${port}`;

/** `onStart` gets the process before it is ready, so a spec that fails meanwhile can stop it. */
export async function startRedis(port: number, onStart: (child: ChildProcess) => void): Promise<ChildProcess> {
  const nothingKept = ["--save", "", "--appendonly", "no", "--dir", tmpdir(), "--requirepass", "secret"];
  const child = spawn(redisBinary as string, ["--port", String(port), "--bind", "127.0.0.1", ...nothingKept]);
  onStart(child);
  for await (const chunk of child.stdout.setEncoding("utf8")) if (/Ready to accept connections/.test(chunk)) break;
  return child;
}

export async function stopRedis(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}
