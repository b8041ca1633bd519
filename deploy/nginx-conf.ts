// The front's configuration, written from the registry: what is kept, what is always asked for, and what the front refuses by itself.
import { MAX_BODY_BYTES } from "../lib/mcp/body.ts";
import { type ResourcePath, resourcePaths, toResource } from "../lib/site/resources.ts";
import { toOwnHeaders, toProblemLocations, toProblemMaps } from "./nginx-problems.ts";

export interface FrontOptions {
  /** Absolute, writable: sockets and bodies on their way. */
  readonly folder: string;
  /** Absolute, there already, writable, best in memory: where it is full, no answer can be kept, nor sent. */
  readonly cacheFolder: string;
  /** "address:port" of each instance of the site. */
  readonly upstreams: readonly string[];
  /** The site's public origins, as it is configured: one, or the website's and the swap site's. */
  readonly origins: readonly [string, ...string[]];
  /** Each "port", of IPv4, or "address:port". */
  readonly listen: readonly string[];
  /** Certificate and key files: with them HTTP/2 over TLS, without them HTTP/1.1. `plain` is where http is sent on to https. */
  readonly tls: { readonly certificate: string; readonly key: string; readonly plain?: readonly string[] } | null;
  /** Of one client; null where one machine stands for all of them, as in a benchmark. */
  readonly limits: { readonly requestsPerSecond: number; readonly burst: number; readonly connections: number } | null;
  /**
   * After these the front asks again, behind the answer: few, so that it needs no Age and a new build is seen at once. A page's
   * own header lets no cache answer unasked, since some ignore Vary; this one does not.
   */
  readonly keptSeconds: number;
  /** nginx's module file for Brotli, where there is one. */
  readonly brotliModule: string | null;
}

export const KEPT_SECONDS = 10;
/** Far longer than any that is answered: of those, /quote's are the longest, and of a longer one that page leaves out some. */
export const MAX_ADDRESS_CHARACTERS = 4096;
/** A reading ends by itself after 8 s; an instance that is silent for longer hangs. */
const READ_SECONDS = 15;
export const standardLimits = { requestsPerSecond: 20, burst: 100, connections: 50 } as const;

const isKept = (path: ResourcePath) => toResource(path).kind !== "endpoint" && toResource(path).cache !== "live";
const isPage = (path: ResourcePath) => toResource(path).kind === "page";
const kept = resourcePaths.filter(isKept);

/**
 * What shrinks: the registry's media types, and those of Next's own files. To nginx a parameter other than charset is part of a
 * type, and makes it longer than it takes here: such an answer stays as it is.
 */
const compressed = [
  ...new Set([
    ...resourcePaths.map((path) => toResource(path).mediaType.replace(/; charset=.*/, "")),
    "application/problem+json",
    "application/javascript",
    "text/css",
    "text/x-component",
  ]),
].filter((type) => type !== "text/html" && !type.includes(";"));

/** A listed coding with a weight above zero; "*" alone chooses none. */
function toCodingPattern(coding: string): string {
  return `"~*(^|,)\\s*${coding}\\s*(;\\s*q=(1(\\.0*)?|0\\.0*[1-9]\\d*)\\s*)?(,|$)"`;
}

/** Headers of each request to the site: the address is appended once, by the half that clients reach. */
function toRequestHeaders(half: "outer" | "inner", encoding: string): string {
  const forwarded = half === "outer" ? "$proxy_add_x_forwarded_for" : "$http_x_forwarded_for";
  return `    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host ${half === "outer" ? "$site_host" : "$http_host"};
    proxy_set_header X-Forwarded-For ${forwarded};
    proxy_set_header Accept-Encoding "${encoding}";`;
}

function toCompression(level: { readonly gzip: number; readonly brotli: number }, brotli: boolean): string {
  const types = compressed.join(" ");
  return `    gzip on;
    gzip_comp_level ${level.gzip};
    gzip_min_length 256;
    gzip_proxied any;
    gzip_types ${types};${
      brotli
        ? `
    brotli on;
    brotli_comp_level ${level.brotli};
    brotli_min_length 256;
    brotli_types ${types};`
        : ""
    }`;
}

export function toNginxConfiguration(options: FrontOptions): string {
  const { folder, cacheFolder, upstreams, origins, listen, tls, limits, keptSeconds, brotliModule } = options;
  const sites = [...new Set(origins)].map((origin) => new URL(origin));
  const problemLocations = toProblemLocations(origins[0]);
  const brotli = brotliModule !== null;
  const secure = tls ? " ssl http2" : "";
  const inner = `unix:${folder}/compress.sock`;
  return `# Written by deploy/nginx.ts from the registry: change that, not this.
${brotli ? `load_module ${brotliModule};\n` : ""}daemon off;
pid ${folder}/nginx.pid;
worker_processes auto;
worker_rlimit_nofile 16384;
# Lesser lines name the client and its query, and /legal says that neither is written.
error_log stderr alert;
events { worker_connections 4096; }
http {
  # The longest address of the registry is a key of a map.
  map_hash_bucket_size 256;
  server_tokens off;
  # Kept answers stay open: a fifth of a hit's time was for opening.
  open_file_cache max=1000 inactive=60s;
  access_log off;
  # In one write: with sendfile and tcp_nopush the last chunk of a compressed answer waited for 40 ms.
  sendfile off;
  output_buffers 1 64k;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  # Clients choose how many variants a page has, by Accept and by what Next's router sends: those take no room from documents.
  proxy_cache_path ${cacheFolder}/documents levels=1:2 keys_zone=documents:1m max_size=12m inactive=1d use_temp_path=off;
  proxy_cache_path ${cacheFolder}/pages levels=1:2 keys_zone=pages:16m max_size=20m inactive=1d use_temp_path=off;

  # Of slow and of greedy clients.
  client_header_timeout 10s;
  client_body_timeout 10s;
  send_timeout 10s;
  keepalive_timeout 30s;
  reset_timedout_connection on;
  client_header_buffer_size 2k;
  large_client_header_buffers 4 16k;
  client_max_body_size ${MAX_BODY_BYTES};
  client_body_buffer_size ${MAX_BODY_BYTES};
  limit_req_status 429;
  limit_conn_status 429;
  limit_req_log_level info;
  limit_conn_log_level info;
${
  limits
    ? `  # One client has 2^64 addresses of IPv6: it is its network that is counted, as the site does.
  map $binary_remote_addr $client {
    default $binary_remote_addr;
    # An address of IPv4, where one listener is for both.
    "~^\\x00{8}" $binary_remote_addr;
    "~(?s)^(?<network>.{8}).{8}$" $network;
  }
  limit_req_zone $client zone=requests:8m rate=${limits.requestsPerSecond}r/s;
  limit_conn_zone $client zone=connections:8m;`
    : ""
}

  # No failure takes an instance from the others: a client that finds an answer which nginx refuses would choose who is served.
  upstream site {
    zone site 64k;
${upstreams.map((one) => `    server ${one} max_fails=0;`).join("\n")}
    keepalive 64;
  }
  upstream compressing {
    server ${inner};
    keepalive 64;
  }
  # A redirect repeats the address, in which a character may become three; to nginx a longer head is a failure.
  proxy_buffer_size ${(8 * MAX_ADDRESS_CHARACTERS) / 1024}k;
  proxy_buffers 8 16k;
  # As it came, and not for the problem that says so: that is asked for within the same request.
  map "$request_uri $uri" $is_long {
    volatile;
    default "";
    "~^[^ ]{${MAX_ADDRESS_CHARACTERS + 1},} /(?!-/problem[.])" 1;
  }
  proxy_connect_timeout 2s;
  proxy_next_upstream error timeout;
  # Each address once: a name may have several, of which only some listen.
  proxy_next_upstream_tries 0;
  proxy_next_upstream_timeout 8s;

  # The coding that is asked of the half that compresses, and so the one that is stored.
  map $http_accept_encoding $coding {
    default "";
${["br", "gzip"]
  .filter((coding) => coding === "gzip" || brotli)
  .map((coding) => `    ${toCodingPattern(coding)} ${coding};`)
  .join("\n")}
  }
  # Next's router asks for parts of a page, by header fields and a member of the query that is made of them.
  map "$http_rsc $args" $router_query {
    default "";
    "~^1 (.*&)?(?<router_member>_rsc(=[^&]*)?)(&|$)" "?$router_member";
  }
  # A page that does not say by what it was chosen is nobody else's.
  map $upstream_http_vary $page_seconds {
    default "";
    "~*(^|,) *accept *(,|$)" ${keptSeconds};
  }
  map $uri $kept_seconds {
    default "";
${kept.map((path) => `    ${path} ${isPage(path) ? "$page_seconds" : keptSeconds};`).join("\n")}
  }
  map $upstream_http_cache_control $accel_seconds {
    default $kept_seconds;
    ~no-store "";
  }
  map $upstream_http_content_type $vary_by_coding {
    default "";
    "~*^(text/html|${compressed.map((type) => type.replaceAll(/[.+]/g, "\\$&")).join("|")})(; ?charset=[^;]+)?$" Accept-Encoding;
  }
  # One line: of several, this nginx heeds the last alone.
  map "$upstream_http_vary/$vary_by_coding" $vary {
    "~^(.+)/([^/]+)$" "$1, $2";
    "~^(.*)/([^/]*)$" "$1$2";
  }
  # RFC 9211, for operators and specs.
  map $upstream_cache_status $cache_status {
    default "front; fwd=miss";
    "" "";
    HIT "front; hit";
    REVALIDATED "front; fwd=stale; fwd-status=304";
    EXPIRED "front; fwd=stale";
    UPDATING "front; hit; ttl=-1";
    STALE "front; hit; ttl=-1";
  }
  map $host $site_host {
${sites.map(({ hostname, host }) => `    ${hostname} ${host};`).join("\n")}
  }
${toProblemMaps()}

  # Asks the site, and compresses once what is kept.
  server {
    listen ${inner};
${toRequestHeaders("inner", "")}
${toCompression({ gzip: 9, brotli: 11 }, brotli)}
    add_header X-Accel-Expires $accel_seconds;
    proxy_read_timeout 3s;
    location / { proxy_pass http://site; }
${problemLocations}
  }

  server {
${toListen(listen, `${secure} default_server`)}
${toTls(tls)}
    location = /-/health {
      default_type text/plain;
      add_header Cache-Control no-store always;
      return 200 "up\\n";
    }
    location / { return 421; }
${problemLocations}
  }

  server {
${toListen(listen, secure)}
    server_name ${sites.map(({ hostname }) => hostname).join(" ")};
${toTls(tls)}
${limits ? `    limit_req zone=requests burst=${limits.burst} nodelay;\n    limit_conn connections ${limits.connections};` : ""}
    if ($is_long) { return 414; }
${toRequestHeaders("outer", "$coding")}
    proxy_hide_header Vary;
    add_header Vary $vary always;
    add_header Cache-Status $cache_status always;
    if_modified_since before;
    # All is small, and nginx's refusal of a range would carry the file's own headers beside those of a problem.
    max_ranges 0;

    proxy_cache documents;
    proxy_cache_key "$host$uri$router_query $coding";
    # The other half has read it, and says by X-Accel-Expires what follows.
    proxy_ignore_headers Cache-Control Expires;
    # While a client's answer is being asked for anew behind it, nginx reads no other request of its HTTP/1.1 connection.
    proxy_read_timeout 3s;
    proxy_cache_lock on;
    proxy_cache_revalidate on;
    proxy_cache_background_update on;
    proxy_cache_use_stale error timeout invalid_header updating http_500 http_502 http_503 http_504;
${kept.map((path) => `    location = ${path} { ${isPage(path) ? "proxy_cache pages; " : ""}proxy_pass http://compressing${path}$router_query; }`).join("\n")}
    location /_next/static/ {
      proxy_cache_key "$host$uri $coding";
      proxy_ignore_headers X-Accel-Expires;
      proxy_pass http://compressing;
    }

    location ~ ^/mcp/?$ {
      proxy_cache off;
      proxy_read_timeout ${READ_SECONDS}s;
      proxy_buffering off;
      proxy_next_upstream error timeout non_idempotent;
      proxy_pass http://site;
    }
    location / {
      proxy_cache off;
      proxy_read_timeout ${READ_SECONDS}s;
${toCompression({ gzip: 5, brotli: 5 }, brotli).replaceAll(/^ {4}/gm, "      ")}
      proxy_pass http://site;
    }
${problemLocations}
  }
${tls?.plain ? sites.map((site) => toRedirect(site, tls.plain ?? [])).join("\n") : ""}
}
`;
}

function toListen(listen: readonly string[], parameters = ""): string {
  return listen.map((one) => `    listen ${one}${parameters};`).join("\n");
}

/** To the configured origin, whatever the request says of itself; a host that is none of ours gets the first one. */
function toRedirect({ hostname, origin }: URL, listen: readonly string[]): string {
  return `  server {
${toListen(listen)}
    server_name ${hostname};
    location / {
${toOwnHeaders(origin)}
      return 308 ${origin}$request_uri;
    }
${toProblemLocations(origin)}
  }`;
}

function toTls(tls: FrontOptions["tls"]): string {
  if (!tls) return "";
  return `    ssl_certificate ${tls.certificate};
    ssl_certificate_key ${tls.key};
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_session_cache shared:sessions:4m;
    ssl_session_tickets off;`;
}
