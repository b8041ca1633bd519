// `npm start` listens only on loopback, unless HOST names another address.
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { findFreePort, sampleSettings, startProcess } from "../support/start-process.ts";

/** This machine has the address 127.0.0.2, but a server on 127.0.0.1 does not answer there. */
function isAnswering(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.2", port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

for (const [host, isElsewhere] of [
  ["", false],
  ["0.0.0.0", true],
] as const) {
  test(`HOST=${host || "(unset)"}: another address of this machine is ${isElsewhere ? "" : "not "}answered`, async ({
    baseURL,
  }) => {
    const port = await findFreePort();
    const { stop } = await startProcess({
      args: [join("node_modules", "jiti", "lib", "jiti-cli.mjs"), "bin/start.ts"],
      environment: { ...sampleSettings(baseURL as string), PORT: String(port), HOST: host },
      ready: /^Try:$/m,
      limitMs: 60_000,
    });
    try {
      expect((await fetch(`http://127.0.0.1:${port}/llms.txt`)).status).toBe(200);
      expect((await fetch(`http://localhost:${port}/llms.txt`)).status).toBe(200);
      expect(await isAnswering(port)).toBe(isElsewhere);
    } finally {
      await stop();
    }
  });
}
