// `npx jiti deploy/nginx.ts --listen 443 --certificate … --key …`: prints the front's configuration for the site as configured here.
import { parseArgs } from "node:util";
import { readConfig } from "../bin/read-config.ts";
import { brotliModule } from "./front.ts";
import { CACHE_SECONDS, renderConfiguration, standardLimits } from "./nginx-conf.ts";

const { values } = parseArgs({
  options: {
    listen: { type: "string", multiple: true, default: ["443", "[::]:443"] },
    plain: { type: "string", multiple: true, default: ["80", "[::]:80"] },
    upstream: { type: "string", multiple: true, default: ["localhost:3000"] },
    folder: { type: "string", default: "/run/signpost-front" },
    cache: { type: "string", default: "/run/signpost-front" },
    certificate: { type: "string" },
    key: { type: "string" },
  },
});
const { siteUrl, swapUrl } = readConfig();
const { certificate, key } = values;
const isSecure = [siteUrl, swapUrl].some((origin) => origin.startsWith("https:"));
if (!certificate !== !key || (isSecure && !certificate)) {
  process.stderr.write("An https origin needs both --certificate and --key. Neither works without the other.\n");
  process.exit(1);
}
process.stdout.write(
  renderConfiguration({
    folder: values.folder,
    cacheFolder: values.cache,
    upstreams: values.upstream,
    origins: [siteUrl, swapUrl],
    listen: values.listen,
    tls: certificate && key ? { certificate, key, plain: values.plain } : null,
    limits: standardLimits,
    cacheSeconds: CACHE_SECONDS,
    brotliModule,
  }),
);
