// The front as a child of this process, on loopback: for specs, scanners and benchmarks. Ends with it.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FrontOptions, KEPT_SECONDS, toNginxConfiguration } from "./nginx-conf.ts";

export interface Front {
  /** "https://localhost:4443", or http without TLS. */
  readonly origin: string;
  /** With TLS: the certificate, for clients that should trust it. */
  readonly certificateFile: string | null;
  /** Where its configuration, its cache and all else of it lie. */
  readonly folder: string;
  /** Of nginx's first process. */
  readonly processId: number;
  stop(): Promise<void>;
}

interface StartOptions {
  /** Ports of the site's instances on loopback. */
  readonly upstreamPorts: readonly number[];
  readonly port: number;
  /** HTTP/2 with a certificate of its own for localhost. */
  readonly tls?: boolean;
  /** The site's own origins; this front's where unset. */
  readonly origins?: FrontOptions["origins"];
  readonly limits?: FrontOptions["limits"];
  readonly keptSeconds?: number;
  readonly brotli?: boolean;
}

const find = (places: readonly string[]) => places.find(existsSync) ?? null;
export const nginx = find(["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx"]);
export const brotliModule = find(["/usr/lib/nginx/modules/ngx_http_brotli_filter_module.so"]);

/** On Linux a child can be made to end with its parent, even with one that is killed. */
const mortal = existsSync("/usr/bin/setpriv") ? ["/usr/bin/setpriv", "--pdeathsig", "TERM"] : [];

/** Nothing is limited unless it is said: here one machine asks for all. @throws where nginx is missing or ends at once. */
export async function startFront(options: StartOptions): Promise<Front> {
  const { upstreamPorts, port, tls = false, origins = [toOrigin(port, tls)] } = options;
  const { limits = null, keptSeconds = KEPT_SECONDS, brotli = true } = options;
  const folder = mkdtempSync(join(tmpdir(), "signpost-front-"));
  const certificate = tls ? createCertificate(folder) : null;
  const configuration = toNginxConfiguration({
    folder,
    cacheFolder: folder,
    upstreams: upstreamPorts.map((upstream) => `127.0.0.1:${upstream}`),
    origins,
    listen: [`127.0.0.1:${port}`],
    tls: certificate,
    limits,
    keptSeconds,
    brotliModule: brotli ? brotliModule : null,
  });
  const running = await runNginx({ folder, configuration, port });
  return { origin: toOrigin(port, tls), certificateFile: certificate?.certificate ?? null, folder, ...running };
}

interface Nginx {
  /** Removed when nginx stops. */
  readonly folder: string;
  readonly configuration: string;
  /** Where it listens on 127.0.0.1. */
  readonly port: number;
}

/** Resolves when nginx listens. @throws where it is missing, another server has the port, or it ends before. */
export async function runNginx({ folder, configuration, port }: Nginx): Promise<Pick<Front, "processId" | "stop">> {
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (nginx === null || (await isListening(port))) {
    remove();
    throw new Error(nginx ? `Port ${port} is in use` : "There is no nginx here: apt-get install -y nginx-light");
  }
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration);
  // Started by root, its workers would be somebody who may not write to this folder.
  const user = process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  const command = [...mortal, nginx, "-p", folder, "-c", file, "-e", "stderr", ...user];
  const child = spawn(command[0] as string, command.slice(1), { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said = `${said}${chunk}`.slice(-4000);
  });
  const ended = once(child, "close");
  const end = () => void child.kill("SIGTERM");
  process.once("exit", end);
  const stop = async () => {
    process.off("exit", end);
    end();
    await ended;
    remove();
  };
  while (!(await isListening(port))) {
    await new Promise((wake) => setTimeout(wake, 50));
    if (child.exitCode === null && child.signalCode === null) continue;
    await stop();
    throw new Error(`nginx ended with ${child.exitCode ?? child.signalCode}:\n${said}`);
  }
  return { processId: child.pid as number, stop };
}

function toOrigin(port: number, tls: boolean): string {
  return `http${tls ? "s" : ""}://localhost:${port}`;
}

function createCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const what = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const whom = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const made = spawnSync("openssl", ["req", "-x509", ...what, ...whom, "-keyout", key, "-out", certificate]);
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`);
  return { certificate, key };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const listening = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "error").then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return listening;
}
