// Starts the front as a child of this process, on loopback, for specs, scanners and benchmarks. It ends with this process.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CACHE_SECONDS, type FrontOptions, renderConfiguration } from "./nginx-conf.ts";

export interface Front {
  /** "https://localhost:4443", or http without TLS. */
  readonly origin: string;
  /** The certificate, for clients that should trust it. Null without TLS. */
  readonly certificateFile: string | null;
  /** Its configuration, its cache and its other files. */
  readonly folder: string;
  /** Of nginx's master process. */
  readonly processId: number;
  stop(): Promise<void>;
}

interface StartOptions {
  /** Ports of the site's instances on loopback. */
  readonly upstreamPorts: readonly number[];
  readonly port: number;
  /** HTTP/2 with a new certificate for localhost. */
  readonly tls?: boolean;
  /** The site's public origins. By default this front's. */
  readonly origins?: FrontOptions["origins"];
  readonly limits?: FrontOptions["limits"];
  readonly cacheSeconds?: number;
  readonly brotli?: boolean;
}

const findFile = (...places: readonly string[]) => places.find((place) => existsSync(place)) ?? null;
export const nginx = findFile("/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx");
export const brotliModule = findFile("/usr/lib/nginx/modules/ngx_http_brotli_filter_module.so");

/** On Linux: ends nginx when this process ends, even if it is killed. */
const endWithParent = existsSync("/usr/bin/setpriv") ? ["/usr/bin/setpriv", "--pdeathsig", "TERM"] : [];

/** Without limits by default: one machine sends all requests here. @throws Error when nginx is missing or ends at once. */
export async function startFront(options: StartOptions): Promise<Front> {
  const { upstreamPorts, port, tls = false, origins = [loopbackOrigin(port, tls)] } = options;
  const { limits = null, cacheSeconds = CACHE_SECONDS, brotli = true } = options;
  const folder = mkdtempSync(join(tmpdir(), "signpost-front-"));
  const certificate = tls ? createCertificate(folder) : null;
  const configuration = renderConfiguration({
    folder,
    cacheFolder: folder,
    upstreams: upstreamPorts.map((upstream) => `127.0.0.1:${upstream}`),
    origins,
    listen: [`127.0.0.1:${port}`],
    tls: certificate,
    limits,
    cacheSeconds,
    brotliModule: brotli ? brotliModule : null,
  });
  const running = await runNginx({ folder, configuration, port });
  return { origin: loopbackOrigin(port, tls), certificateFile: certificate?.certificate ?? null, folder, ...running };
}

interface Nginx {
  /** Removed when nginx stops. */
  readonly folder: string;
  readonly configuration: string;
  /** On 127.0.0.1. */
  readonly port: number;
}

/** Resolves when nginx listens. @throws Error when nginx is missing, the port is in use, or nginx ends before that. */
export async function runNginx({ folder, configuration, port }: Nginx): Promise<Pick<Front, "processId" | "stop">> {
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (nginx === null || (await isListening(port))) {
    remove();
    throw new Error(nginx ? `Port ${port} is in use` : "There is no nginx here: apt-get install -y nginx-light");
  }
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration);
  // Started by root, nginx would give its workers another user, who may not write to this folder.
  const user = process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  const command = [...endWithParent, nginx, "-p", folder, "-c", file, "-e", "stderr", ...user];
  const child = spawn(command[0] as string, command.slice(1), { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output = `${output}${chunk}`.slice(-4000);
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
    throw new Error(`nginx ended with ${child.exitCode ?? child.signalCode}:\n${output}`);
  }
  return { processId: child.pid as number, stop };
}

function loopbackOrigin(port: number, tls: boolean): string {
  return `http${tls ? "s" : ""}://localhost:${port}`;
}

function createCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const openssl = spawnSync("openssl", ["req", "-x509", ...newKey, ...subject, "-keyout", key, "-out", certificate]);
  if (openssl.status !== 0) throw new Error(`openssl made no certificate: ${openssl.stderr}`);
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
