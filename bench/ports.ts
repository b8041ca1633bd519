// One block of ports on loopback, so that a run finds its own servers and no other's.
const names = ["site", "upstream", "proxy", "next", "nodeHttp", "nginx", "front", "sdk2", "sdk1", "fastmcp"] as const;

export type ServerName = (typeof names)[number];
export type Ports = Readonly<Record<ServerName, number>>;

/** `--port`: the first of the block. */
const given = process.argv.indexOf("--port");
const first = given === -1 ? 4380 : Number(process.argv[given + 1]);

export const ports = Object.fromEntries(names.map((name, index) => [name, first + index])) as Ports;
