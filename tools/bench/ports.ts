// One block of ports on loopback, so a run talks only to its own servers.
import { options } from "./options.ts";

const names = ["site", "upstream", "proxy", "next", "nodeHttp", "nginx", "front", "sdk2", "sdk1", "fastmcp"] as const;

type Ports = Readonly<Record<(typeof names)[number], number>>;

export const ports = Object.fromEntries(names.map((name, index) => [name, options.port + index])) as Ports;
